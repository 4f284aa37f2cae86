"""The match page: one board for players, spectators and, after the end, replays."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engines.words import say
from matches.queries.board import board


@require_GET
def match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    shown = board(match_id, request.user.pk)
    if shown is None:
        raise Http404(say("There is no such match."))
    return render(request, "matches/match.html", {"board": shown, "delay": _text(shown["delay_ms"] // 1000)})


def _text(seconds: int) -> str:
    """
    >>> _text(90), _text(600)
    ('90 s', '10 min')
    """
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"
