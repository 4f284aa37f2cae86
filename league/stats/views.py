"""Pages of stats, and their tables as files."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.exports import csv_answer, json_answer
from league.forms import refusals_as_404
from league.games import games
from league.people.queries import find_player
from league.people.sessions import reader
from league.seasons.queries.rosters import GAME as SQUADS
from league.seasons.queries.settings import season_head
from league.stats.api import StatsParams
from league.stats.queries.event import event_stats
from league.stats.queries.game import game_stats
from league.stats.queries.player import Wanted, player_stats
from league.stats.queries.player_tables import score_over_time
from league.stats.queries.seasons import season_stats
from league.tables import Table
from matches.api.validation import validated


@require_GET
@refusals_as_404()
def player(request: HttpRequest, username: str) -> HttpResponse:
    wanted = _wanted(request)
    chosen = f"event-{wanted.event}" if wanted.event else f"season-{wanted.season}" if wanted.season else ""
    query = urlencode({name: value for name, value in (("game", wanted.game), ("of", chosen)) if value})
    context = {
        "page": player_stats(username, wanted), "wanted": wanted, "of": chosen, "games": games(),
        "query": f"?{query}" if query else "",
    }  # fmt: skip
    return render(request, "league/stats/player.html", context)


@require_GET
@refusals_as_404()
def player_file(request: HttpRequest, username: str, table: str, kind: str) -> HttpResponse:
    page = player_stats(username, _wanted(request))
    return _file(f"{page.username}-{table}", page.tables, table, kind)


@require_GET
@refusals_as_404()
def game_page(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "league/stats/game.html", {"page": game_stats(key), "games": games()})


@require_GET
@refusals_as_404()
def game_file(request: HttpRequest, key: str, table: str, kind: str) -> HttpResponse:
    return _file(f"{key}-{table}", game_stats(key).tables, table, kind)


@require_GET
@refusals_as_404()
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    return render(request, "league/stats/event.html", {"page": event_stats(event_id)})


@require_GET
@refusals_as_404()
def event_file(request: HttpRequest, event_id: int, table: str, kind: str) -> HttpResponse:
    return _file(f"event-{event_id}-{table}", event_stats(event_id).tables, table, kind)


@require_GET
@refusals_as_404()
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, page = season_head(slug, season_id, reader(request)), season_stats(slug, season_id)
    query: dict[str, str | int] = {}
    if head is not None:
        query = {"season_id": season_id, "game": SQUADS} if head.franchised else {"league": head.league_id}
    new_event = f"?{urlencode(query)}" if query else ""  # what the form of a new event begins with
    return render(request, "league/stats/season.html", {"page": page, "head": head, "new_event": new_event})


@require_GET
@refusals_as_404()
def season_file(request: HttpRequest, slug: str, season_id: int, table: str, kind: str) -> HttpResponse:
    return _file(f"{slug}-season-{season_id}-{table}", season_stats(slug, season_id).tables, table, kind)


@require_GET
def against_file(request: HttpRequest, username: str, other: str, kind: str) -> HttpResponse:
    one, two = find_player(username), find_player(other)
    if one is None or two is None or one.pk == two.pk:
        raise Http404(say("There are no two such players."))
    return _file(f"{one.username}-{two.username}-score", [score_over_time(one.pk, two.pk)], "score", kind)


def _file(name: str, tables: Sequence[Table], key: str, kind: str) -> HttpResponse:
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404(say("There is no such table."))
    if kind == "json":
        return json_answer(name, table.dump())
    return csv_answer(name, table.header, (row.cells for row in table.rows))


def _wanted(request: HttpRequest) -> Wanted:
    """Return the matches that the address asks for: `of` is `event-4` or `season-2`, as the page's list sends it."""
    params = request.GET.copy()
    if of := params.get("of"):
        kind, _, number = of.partition("-")
        if kind not in ("event", "season") or not number:
            raise Http404(say("`of` is event-4 or season-2, with the number of one."))
        params[f"{kind}_id"] = number
    return Wanted(**validated(StatsParams, params))
