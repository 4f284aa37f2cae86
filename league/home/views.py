"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from league.games import list_games
from league.home.queries import get_public_content, get_viewer_content
from league.lobby.forms import QuickPlayForm
from league.notifications.inbox import build_bell
from league.people.sessions import find_viewer
from matches.page_cache import render_fragment
from matches.server_time import now


@require_GET
def home_page(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    all_games = list_games()
    cards = render_fragment(
        "league/home/_games.html", (), lambda: {"forms": [QuickPlayForm(game) for game in all_games]}, topics=[]
    )
    viewer = find_viewer(request)
    content = get_viewer_content(viewer, now())
    context = {"games": all_games, "cards": cards, "now": _render_activity(), "own": content}
    if viewer:
        context["bell"] = build_bell(viewer, content["unread"])
    return render(request, "league/home/home.html", context)


@require_GET
def home_fragment(request: HttpRequest) -> HttpResponse:
    """Show the live part of the home page, for htmx."""
    return render(
        request, "league/home/_live.html", {"now": _render_activity(), "own": get_viewer_content(find_viewer(request), now())}
    )


def _render_activity() -> SafeString:
    """Return the current activity on the site, cached for all viewers."""
    return render_fragment("league/home/_now.html", (), lambda: {"home": get_public_content()}, topics=["home", "lobby"])
