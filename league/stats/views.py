"""Pages of stats; with `table` and `kind`, their tables as files."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.exports import table_answer
from league.forms import refusals_as_404
from league.games import games
from league.people.sessions import reader
from league.seasons.queries.rosters import GAME as SQUADS
from league.seasons.queries.settings import season_head
from league.stats.api import StatsParams
from league.stats.queries.event import event_stats
from league.stats.queries.game import game_stats
from league.stats.queries.player import player_stats
from league.stats.queries.player_tables import get_two_players, score_over_time
from league.stats.queries.seasons import season_stats
from matches.api.validation import validated


@require_GET
@refusals_as_404()
def player(request: HttpRequest, username: str, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a player."""
    wanted = _wanted(request)
    page = player_stats(username, **wanted)
    if table:
        return table_answer(page.username, page.tables, table, kind)
    chosen = next((f"{of}-{wanted[of]}" for of in ("event", "season") if of in wanted), "")
    query = urlencode({name: value for name, value in (("game", wanted.get("game")), ("of", chosen)) if value})
    context = {
        "page": page, "wanted": wanted, "of": chosen, "games": games(), "query": f"?{query}" if query else "",
    }  # fmt: skip
    return render(request, "league/stats/player.html", context)


@require_GET
@refusals_as_404()
def game_page(request: HttpRequest, key: str, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a game."""
    page = game_stats(key)
    if table:
        return table_answer(key, page.tables, table, kind)
    return render(request, "league/stats/game.html", {"page": page, "games": games()})


@require_GET
@refusals_as_404()
def event(request: HttpRequest, event_id: int, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of an event."""
    page = event_stats(event_id)
    if table:
        return table_answer(f"event-{event_id}", page.tables, table, kind)
    return render(request, "league/stats/event.html", {"page": page})


@require_GET
@refusals_as_404()
def season(request: HttpRequest, slug: str, season_id: int, table: str = "", kind: str = "") -> HttpResponse:
    """Show the stats of a season."""
    page = season_stats(slug, season_id)
    if table:
        return table_answer(f"{slug}-season-{season_id}", page.tables, table, kind)
    head = season_head(slug, season_id, reader(request))
    franchised: dict[str, str | int] = {"season_id": season_id, "game": SQUADS}
    new_event = urlencode(franchised if head.franchised else {"league": head.league_id})
    return render(request, "league/stats/season.html", {"page": page, "head": head, "new_event": f"?{new_event}"})


@require_GET
@refusals_as_404()
def against_file(request: HttpRequest, username: str, other: str, kind: str) -> HttpResponse:
    """Return the score of two players over time as a file."""
    one, two = get_two_players(username, other)
    return table_answer(f"{one.username}-{two.username}", [score_over_time(one.pk, two.pk)], "score", kind)


def _wanted(request: HttpRequest) -> dict[str, Any]:
    """Return the filters of the query: `of` is `event-4` or `season-2`, as sent by the page's list."""
    params = request.GET.copy()
    if of := params.get("of"):
        kind, _, number = of.partition("-")
        if kind not in ("event", "season") or not number:
            raise Http404(say("`of` must be event- or season- with a number, such as event-4 or season-2."))
        params[f"{kind}_id"] = number
    return validated(StatsParams, params)
