"""Leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from engines.words import say
from league.games import game, games
from league.people.models import Player
from league.people.sessions import reader
from league.ratings import elo, glicko2
from league.ratings.filters import Asked, asked
from league.ratings.forms import LeaderboardForm
from league.ratings.pools import game_of
from league.ratings.queries import Board, Filters, board, pool_name, pools_of
from league.ratings.queries.expected_scores import expected_of_match
from league.ratings.queries.leaderboard import PAGE
from league.ratings.queries.rule import rule_of
from league.sharing.pieces import piece
from matches.moment import now
from matches.refusals import Refused


@require_GET
def leaderboard_page(request: HttpRequest, key: str) -> HttpResponse:
    return _answer(request, key, "league/ratings/leaderboard.html")


@require_GET
def leaderboard_fragment(request: HttpRequest, key: str) -> HttpResponse:
    return _answer(request, key, "league/ratings/_leaderboard.html")


@require_GET
def pool_page(request: HttpRequest, key: str) -> HttpResponse:
    """A pool's settings in plain words."""
    found = game(game_of(key))
    if found is None or key not in pools_of(found.key):
        raise Http404(say("There is no such pool of ratings."))
    context = {
        "pool": key,
        "name": pool_name(key),
        "game": found,
        "rule": rule_of(key),
        "start": elo.shown(elo.START),
        "provisional_below": elo.PROVISIONAL_BELOW,
        "days_of_decay": elo.DAYS_OF_DECAY,
        "widest": elo.shown(2 * glicko2.START_DEVIATION),
        "least": elo.shown(2 * glicko2.LEAST_DEVIATION),
    }
    return render(request, "league/ratings/pool.html", context)


@require_GET
def expected_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """For the page of a match: what the ratings say of it; nothing for a casual one."""
    expected = expected_of_match(match_id, now())
    return render(request, "league/ratings/_expected.html", {"expected": expected})


def _answer(request: HttpRequest, key: str, template: str) -> HttpResponse:
    """The board that is asked for; where the address asks for what there is not, everybody, with the reason."""
    found = game(key)
    if found is None:
        raise Http404(say("There is no such game."))
    refusal = None
    try:
        wanted = asked(key, request.GET)
    except Refused as wrong:
        refusal, wanted = wrong, Asked(key, Filters(), 1, PAGE)
    person = reader(request)
    shown = board(
        wanted.pool, at=now(), filters=wanted.filters, page=wanted.page, limit=wanted.limit,
        viewer=person.pk if person else None,
    )  # fmt: skip
    context = {
        "table": _table(request, shown, wanted, person),
        "game": found,
        "games": games(),
        "board": shown,
        "pools": [(pool, pool_name(pool)) for pool in pools_of(key)],
        "form": LeaderboardForm(wanted),
        "filtered": wanted.filters != Filters(),
        "refusal": refusal,
        "provisional_below": elo.PROVISIONAL_BELOW,
        "query": _query(wanted, shown.page),
        "earlier": _query(wanted, shown.page - 1) if shown.page > 1 else "",
        "later": _query(wanted, shown.page + 1) if shown.page < shown.pages else "",
    }
    return render(request, template, context, status=400 if refusal else 200)


def _table(request: HttpRequest, shown: Board, wanted: Asked, person: Player | None) -> SafeString:
    """The lines of the board; the reader's own is marked."""
    you = person.username if person and any(line.username == person.username for line in shown.lines) else ""
    key = (wanted.pool, wanted.filters, shown.page, wanted.limit, you)
    topics = [f"leaderboard.{game_of(wanted.pool)}"]
    return piece(request, "league/ratings/_table.html", lambda: {"board": shown, "you": you}, key=key, topics=topics)


def _query(wanted: Asked, page: int) -> str:
    """The query string of a page of the same board, without what is so anyway."""
    said = {
        "pool": wanted.pool if "/" in wanted.pool else "",
        "min_games": wanted.filters.min_games if wanted.filters.min_games > 1 else "",
        "active_days": wanted.filters.active_days or "",
        "bots": "" if wanted.filters.bots else "hide",
        "page": page if page > 1 else "",
        "limit": wanted.limit if wanted.limit != PAGE else "",
    }
    return "?" + urlencode({name: value for name, value in said.items() if value})
