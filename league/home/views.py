"""The home page."""

from collections.abc import Sequence
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from league.games import Game, list_games
from league.header.context import build_context
from league.home.queries import get_public_content, get_viewer_content
from league.lobby.forms import QuickPlayForm
from league.lobby.queue_state import Queue, list_game_queues
from league.people.sessions import find_viewer
from matches.page_cache import render_fragment
from matches.server_time import now


@require_GET
def home_page(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    all_games = list_games()
    cards = render_fragment("league/home/_games.html", (), lambda: {"games": _list_cards(all_games)}, topics=[])
    context = {"games": all_games, "cards": cards, **_build_live_context(request)}
    return render(request, "league/home/home.html", context)


@require_GET
def home_fragment(request: HttpRequest) -> HttpResponse:
    """Show the live parts of the home page, for htmx."""
    return render(request, "league/home/_live.html", _build_live_context(request))


def _list_cards(games: Sequence[Game]) -> list[tuple[QuickPlayForm, str, list[Queue]]]:
    """Return for each game its form, the static path of its picture, and the queues of quick pairing."""
    return [(QuickPlayForm(game), _find_picture(game.key), list_game_queues(game)) for game in games]


def _find_picture(key: str) -> str:
    name = f"site/games/{key}.svg"
    return name if finders.find(name) else "site/any-game.svg"


def _build_live_context(request: HttpRequest) -> dict[str, Any]:
    viewer = find_viewer(request)
    if viewer is None:
        return {"now": _render_activity(), "own": {}}
    own = get_viewer_content(viewer, now())
    return {"now": _render_activity(), "own": own, **build_context(viewer, own["header"], request.path)}


def _render_activity() -> SafeString:
    """Return the current activity on the site, cached for all viewers."""
    return render_fragment("league/home/_now.html", (), lambda: {"home": get_public_content()}, topics=["home", "lobby"])
