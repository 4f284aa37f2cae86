"""Leaderboard pages."""

from dataclasses import asdict, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from engines.words import say
from league.games import Game, game, games
from league.people.models import Player
from league.people.sessions import reader
from league.ratings import elo, glicko2
from league.ratings.filters import HIDE, LeaderboardForm, read_filters
from league.ratings.pools import game_of
from league.ratings.queries.expected_scores import expected_of_match
from league.ratings.queries.leaderboard import Filters, board
from league.ratings.queries.players import pool_name, pools_of, rule_of
from matches.moment import now
from matches.page_cache import cached_fragment
from matches.refusals import Refused


@require_GET
def pool_page(request: HttpRequest, key: str) -> HttpResponse:
    """Explain a pool's settings in plain words."""
    found = game(game_of(key))
    if found is None or key not in pools_of(found.key):
        raise Http404(say("Rating pool not found."))
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
    """Show the expected result on a match page; empty for casual matches."""
    expected = expected_of_match(match_id, now())
    return render(request, "league/ratings/_expected.html", {"expected": expected})


@require_GET
def leaderboard_page(request: HttpRequest, key: str, *, fragment: bool = False) -> HttpResponse:
    """Show the leaderboard; for invalid filters, the unfiltered one with the reason."""
    found = game(key)
    if found is None:
        raise Http404(say("Game not found."))
    refusal = None
    try:
        filters = read_filters(key, request.GET)
    except Refused as wrong:
        refusal, filters = wrong, Filters(key)
    status = 400 if refusal else 200
    leaderboard = _leaderboard(filters, refusal, found, reader(request))
    if fragment:
        return HttpResponse(leaderboard, status=status)
    context = {
        "leaderboard": leaderboard,
        "game": found,
        "games": games(),
        "pool": filters.pool,
        "pools": [(pool, pool_name(pool)) for pool in pools_of(key)],
        "form": LeaderboardForm(filters),
        "filtered": filters.is_narrowed,
        "provisional_below": elo.PROVISIONAL_BELOW,
        "query": _query(filters, filters.page),
    }
    return render(request, "league/ratings/leaderboard.html", context, status=status)


def _leaderboard(filters: Filters, refusal: Refused | None, game: Game, person: Player | None) -> SafeString:
    """Render the lines; viewers without a rating in the pool share a cached version."""
    is_ranked = person is not None and person.ratings.filter(pool=filters.pool).exists()
    viewer = person.pk if person and is_ranked else None

    def shown() -> dict[str, Any]:
        page = board(filters, at=now(), viewer=viewer)
        return {
            "board": page,
            "game": game,
            "filtered": filters.is_narrowed,
            "refusal": refusal,
            "earlier": _query(filters, page.page - 1) if page.page > 1 else "",
            "later": _query(filters, page.page + 1) if page.page < page.pages else "",
        }

    key = (filters, viewer, refusal and refusal.text)
    return cached_fragment("league/ratings/_leaderboard.html", key, shown, topics=[f"leaderboard.{game.key}"])


def _query(filters: Filters, page: int) -> str:
    """Return the query string of a page of the same leaderboard, without default values."""
    usual, asked = asdict(Filters(game_of(filters.pool))), asdict(replace(filters, page=page))
    said = {name: value for name, value in asked.items() if value != usual[name]}
    return "?" + urlencode(said if filters.bots else {**said, "bots": HIDE})
