"""Pages of stats; with `table` and `kind`, their tables as files."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.exports import table_response
from league.forms import errors_as_404
from league.games import list_games, list_roster_games
from league.people.sessions import find_viewer
from league.seasons.queries.settings import get_season_header
from league.stats.api import StatsParams
from league.stats.queries.event import get_event_stats
from league.stats.queries.game import get_game_stats
from league.stats.queries.player import get_player_stats, list_player_games
from league.stats.queries.player_tables import get_two_players, score_table
from league.stats.queries.seasons import get_season_stats
from matches.api.validation import validate_input


@require_GET
@errors_as_404()
def player(request: HttpRequest, username: str, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a player."""
    filters = _parse_filters(request)
    page = get_player_stats(username, **filters)
    if table:
        return table_response(page.username, page.tables, table, kind)
    chosen = next((f"{scope}-{filters[scope]}" for scope in ("event", "season") if scope in filters), "")
    query = urlencode({name: value for name, value in (("game", filters.get("game")), ("of", chosen)) if value})
    context = {
        "page": page, "wanted": filters, "of": chosen, "query": f"?{query}" if query else "",
        "games": list_player_games(page.player_id),
    }  # fmt: skip
    return render(request, "league/stats/player.html", context)


@require_GET
@errors_as_404()
def game_page(request: HttpRequest, key: str, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a game."""
    page = get_game_stats(key)
    if table:
        return table_response(key, page.tables, table, kind)
    return render(request, "league/stats/game.html", {"page": page, "games": list_games()})


@require_GET
@errors_as_404()
def event(request: HttpRequest, event_id: int, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of an event."""
    page = get_event_stats(event_id)
    if table:
        return table_response(f"event-{event_id}", page.tables, table, kind)
    return render(request, "league/stats/event.html", {"page": page})


@require_GET
@errors_as_404()
def season(request: HttpRequest, slug: str, season_id: int, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a season."""
    page = get_season_stats(slug, season_id)
    if table:
        return table_response(f"{slug}-season-{season_id}", page.tables, table, kind)
    head = get_season_header(slug, season_id, find_viewer(request))
    franchised: dict[str, str | int] = {"season_id": season_id, "game": list_roster_games()[0]}
    new_event = urlencode(franchised if head.franchised else {"league": head.league_id})
    return render(request, "league/stats/season.html", {"page": page, "head": head, "new_event": f"?{new_event}"})


@require_GET
@errors_as_404()
def against_file(request: HttpRequest, username: str, other: str, kind: str) -> HttpResponse:
    """Return the score of two players over time as a file."""
    first, second = get_two_players(username, other)
    return table_response(f"{first.username}-{second.username}", [score_table(first.pk, second.pk)], "score", kind)


def _parse_filters(request: HttpRequest) -> dict[str, Any]:
    """Return the filters of the query: `of` is `event-4` or `season-2`, as sent by the page's list."""
    params = request.GET.copy()
    if scope := params.get("of"):
        kind, _unused, number = scope.partition("-")
        if kind not in ("event", "season") or not number:
            raise Http404(_("`of` must be event- or season- with a number, such as event-4 or season-2."))
        params[f"{kind}_id"] = number
    return validate_input(StatsParams, params)
