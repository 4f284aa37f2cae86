"""Pages of the games' rules."""

from csp.decorators import csp_exempt
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from engines.words import say
from league.games import game, games
from league.rulebook.queries import is_translated, picture, rules_page
from matches.queries.lessons import steps

DRAWINGS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy for drawings: own styles for dark mode, no scripts and no loading."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the list of games with rules."""
    return render(request, "league/rulebook/index.html", {"games": games()})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of a game."""
    found = game(key)
    language = get_language() or "en"
    page = rules_page(key, language) if found else None
    if found is None or page is None:
        raise Http404(say("No rules available for this game."))
    # Safe: rendered from our own file, with raw HTML escaped.
    context = {"game": found, "games": games(), "page": page, "text": mark_safe(page.html), "lesson": steps(key)}  # noqa: S308
    context["in_english"] = not is_translated(key, language)
    return render(request, "league/rulebook/rules.html", context)


@require_safe
@csp_exempt()  # type: ignore[arg-type]
@cache_control(public=True, max_age=3600)
@conditional_page
def image(request: HttpRequest, name: str) -> HttpResponse:
    """Return a drawing of the rules, only from their folder."""
    drawn = picture(name)
    if drawn is None:
        raise Http404(say("Drawing not found."))
    headers = {"Content-Security-Policy": DRAWINGS_POLICY}
    return HttpResponse(drawn, content_type="image/svg+xml", headers=headers)
