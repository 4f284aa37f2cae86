"""Pages of players, and of two players against each other."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.forms import page_params, refusals_as_404, show_refusal
from league.games import games
from league.people.queries import deleted_player, find_player
from league.player_pages.api import MatchesParams
from league.player_pages.queries import head_to_head, player_page
from league.stats.queries.player_tables import score_over_time
from matches.api.paging import BeforeParams
from matches.moment import now
from matches.queries.history import RESULTS
from matches.refusals import Refused


@require_GET
@refusals_as_404()
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player, or status 410 for a deleted account."""
    wanted = page_params(request, MatchesParams)
    try:
        page = player_page(username, **wanted, at=now())
    except Refused:
        if (gone := deleted_player(username)) is None:
            raise
        return render(request, "league/people/gone.html", {"name": str(gone)}, status=410)
    filters = urlencode({name: wanted[name] for name in ("game", "result") if wanted.get(name)})
    context = {"page": page, "wanted": wanted, "filters": filters, "games": games(), "results": RESULTS}
    return render(request, "league/people/player.html", context)


@require_GET
@refusals_as_404()
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show two players' record against each other."""
    before = page_params(request, BeforeParams).get("before")
    page = head_to_head(username, other, before=before)
    score = score_over_time(page.one.pk, page.other.pk)
    return render(request, "league/people/against.html", {"page": page, "later": before is not None, "score": score})


@require_GET
def compare(request: HttpRequest, username: str) -> HttpResponse:
    """Redirect from the form on a player's page to the comparison."""
    other = " ".join(request.GET.get("with", "").split())
    found = find_player(other) if other.isprintable() else None
    if found is None or found.username.lower() == username.lower():
        text = say("No other player has this name. Check the spelling.")
        show_refusal(request, Refused("unknown-player", text, "with"))
        return redirect("player", username)
    return redirect("against", username, found.username)
