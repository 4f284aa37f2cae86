"""Rules of the games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from league.games import game, games
from league.rulebook.queries import rules_html


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "league/rulebook/index.html", {"games": games()})


@require_GET
def rules(request: HttpRequest, key: str) -> HttpResponse:
    found = game(key)
    html = rules_html(key) if found else None
    if found is None or html is None:
        raise Http404("There are no rules of this game here.")
    # Safe: made from our own file, with raw HTML switched off.
    context = {"game": found, "games": games(), "text": mark_safe(html)}  # noqa: S308
    return render(request, "league/rulebook/rules.html", context)
