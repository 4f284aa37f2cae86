"""Pages of stats, and their tables as files."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.exports import csv_answer, json_answer
from league.games import game, games
from league.people.queries.finding import find_player
from league.people.sessions import reader
from league.seasons.queries.rosters import GAME as SQUADS
from league.seasons.queries.settings import SeasonHead, season_head
from league.stats.queries.against import score_over_time
from league.stats.queries.event import EventStats, event_stats
from league.stats.queries.game import GameStats, game_stats
from league.stats.queries.player import PlayerStats, Wanted, player_stats
from league.stats.queries.seasons import SeasonStats, season_stats
from league.stats.shapes import StatsParams
from league.tables import Table
from matches.api.validation import validated
from matches.refusals import Refused


@require_GET
def player(request: HttpRequest, username: str) -> HttpResponse:
    page, asked = _player(request, username)
    chosen = f"event-{asked.event}" if asked.event else f"season-{asked.season}" if asked.season else ""
    query = urlencode({name: value for name, value in (("game", asked.game), ("of", chosen)) if value})
    context = {"page": page, "wanted": asked, "of": chosen, "games": games(), "query": f"?{query}" if query else ""}
    return render(request, "league/stats/player.html", context)


@require_GET
def player_file(request: HttpRequest, username: str, table: str, kind: str) -> HttpResponse:
    page, _ = _player(request, username)
    return _file(f"{page.username}-{table}", page.tables, table, kind)


@require_GET
def game_page(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "league/stats/game.html", {"page": _game(key), "games": games()})


@require_GET
def game_file(request: HttpRequest, key: str, table: str, kind: str) -> HttpResponse:
    return _file(f"{key}-{table}", _game(key).tables, table, kind)


@require_GET
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    return render(request, "league/stats/event.html", {"page": _event(event_id)})


@require_GET
def event_file(request: HttpRequest, event_id: int, table: str, kind: str) -> HttpResponse:
    return _file(f"event-{event_id}-{table}", _event(event_id).tables, table, kind)


@require_GET
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head = season_head(slug, season_id, reader(request))
    context = {"page": _season(slug, season_id), "head": head, "new_event": _new_event(head)}
    return render(request, "league/stats/season.html", context)


def _new_event(head: SeasonHead | None) -> str:
    """What the form of a new event begins with, as the query of its address."""
    if head is None:
        return ""
    begins: dict[str, str | int] = {"league": head.league_id}
    if head.franchised:
        begins = {"season_id": head.season_id, "game": SQUADS}
    return f"?{urlencode(begins)}"


@require_GET
def season_file(request: HttpRequest, slug: str, season_id: int, table: str, kind: str) -> HttpResponse:
    return _file(f"{slug}-season-{season_id}-{table}", _season(slug, season_id).tables, table, kind)


@require_GET
def against_file(request: HttpRequest, username: str, other: str, kind: str) -> HttpResponse:
    one, two = find_player(username), find_player(other)
    if one is None or two is None or one.pk == two.pk:
        raise Http404(say("There are no two such players."))
    return _file(f"{one.username}-{two.username}-score", [score_over_time(one.pk, two.pk)], "score", kind)


def _file(name: str, tables: Sequence[Table], key: str, kind: str) -> HttpResponse:
    table = next((one for one in tables if one.key == key), None)
    if table is None:
        raise Http404(say("There is no such table."))
    if kind == "json":
        return json_answer(name, table.dump())
    return csv_answer(name, table.header, (row.cells for row in table.rows))


def _player(request: HttpRequest, username: str) -> tuple[PlayerStats, Wanted]:
    asked = _wanted(request)
    page = player_stats(username, asked)
    if page is None:
        raise Http404(say("There is no such player."))
    return page, asked


def _wanted(request: HttpRequest) -> Wanted:
    """Return the matches that the address asks for: `of` is `event-4` or `season-2`, as the page's list sends it."""
    params = request.GET.copy()
    if of := params.get("of"):
        kind, _, number = of.partition("-")
        if kind not in ("event", "season") or not number:
            raise Http404(say("`of` is event-4 or season-2, with the number of one."))
        params[f"{kind}_id"] = number
    try:
        return Wanted(**validated(StatsParams, params))
    except Refused as refusal:
        raise Http404(refusal.text) from None


def _game(key: str) -> GameStats:
    found = game(key)
    if found is None:
        raise Http404(say("There is no such game."))
    return game_stats(found)


def _event(event_id: int) -> EventStats:
    page = event_stats(event_id)
    if page is None:
        raise Http404(say("There is no such event."))
    return page


def _season(slug: str, season_id: int) -> SeasonStats:
    page = season_stats(slug, season_id)
    if page is None:
        raise Http404(say("There is no such season."))
    return page
