"""Pages of players, and of two players against each other."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.forms import errors_as_404, parse_page_params, show_error
from league.people.queries import find_deleted_player, find_player
from league.people.sessions import find_viewer
from league.player_pages.api import MatchesParams
from league.player_pages.profiles import compare_players, get_profile
from league.player_pages.queries import get_head_to_head, get_player_page
from league.stats.queries.player import list_player_games
from league.stats.queries.player_tables import score_table
from matches.api.pagination import BeforeParams
from matches.errors import ActionError
from matches.queries.history import RESULTS
from matches.server_time import now


@require_GET
@errors_as_404()
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player, or status 410 for a deleted account."""
    params = parse_page_params(request, MatchesParams)
    try:
        page = get_player_page(username, **params, at=now())
    except ActionError:
        if (deleted := find_deleted_player(username)) is None:
            raise
        return render(request, "league/people/gone.html", {"name": str(deleted)}, status=410)
    filters = urlencode({name: params[name] for name in ("game", "result") if params.get(name)})
    is_filtered = any(value is not None for value in params.values())
    context = {
        "page": page, "wanted": params, "filters": filters, "games": list_player_games(page.player_id), "results": RESULTS,
        "profile": get_profile(page, find_viewer(request), is_filtered=is_filtered, at=now()),
    }  # fmt: skip
    return render(request, "league/people/player.html", context)


@require_GET
@errors_as_404()
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show two players' record against each other."""
    before = parse_page_params(request, BeforeParams).get("before")
    page = get_head_to_head(username, other, before=before)
    score = score_table(page.one.pk, page.other.pk)
    context = {
        "page": page, "later": before is not None, "score": score,
        "sides": compare_players(page.one.pk, page.other.pk, at=now()),
    }  # fmt: skip
    return render(request, "league/people/against.html", context)


@require_GET
def compare(request: HttpRequest, username: str) -> HttpResponse:
    """Redirect from the form on a player's page to the comparison."""
    other = " ".join(request.GET.get("with", "").split())
    opponent = find_player(other) if other.isprintable() else None
    if opponent is None or opponent.username.lower() == username.lower():
        message = _("No other player has this name. Check the spelling.")
        show_error(request, ActionError("unknown-player", message, "with"))
        return redirect("player", username)
    return redirect("against", username, opponent.username)
