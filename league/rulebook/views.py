"""Pages of the games' rules."""

from csp.decorators import csp_exempt
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from engines.i18n import translate as _
from league.games import find_game, list_games
from league.rulebook.queries import find_goal, find_image, find_rules_page, is_translated, list_reference_tables
from matches.queries.practice import has_practice

IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy for drawings: own styles for dark mode, no scripts and no loading."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the list of games with rules."""
    return render(request, "league/rulebook/index.html", {"games": list_games()})


@require_safe
def game_rules_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of a game."""
    current = find_game(key)
    language = get_language() or "en"
    page = find_rules_page(key, language) if current else None
    if current is None or page is None:
        raise Http404(_("No rules available for this game."))
    # Safe: rendered from our own file, with raw HTML escaped.
    context = {
        "game": current,
        "games": list_games(),
        "page": page,
        "text": mark_safe(page.html),  # noqa: S308
        "tables": list_reference_tables(key),
        "goal": "" if page.html else find_goal(key),
        "practice": has_practice(key),
    }
    context["in_english"] = bool(page.html) and not is_translated(key, language)
    return render(request, "league/rulebook/rules.html", context)


@require_safe
@csp_exempt()  # type: ignore[arg-type]
@cache_control(public=True, max_age=3600)
@conditional_page
def image(request: HttpRequest, name: str) -> HttpResponse:
    """Return a drawing of the rules, only from their folder."""
    content = find_image(name)
    if content is None:
        raise Http404(_("Drawing not found."))
    headers = {"Content-Security-Policy": IMAGE_POLICY}
    return HttpResponse(content, content_type="image/svg+xml", headers=headers)
