"""Leaderboards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.games import game, games
from league.people.sessions import reader
from league.ratings import elo
from league.ratings.queries import leaderboard


@require_GET
def leaderboard_page(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "league/ratings/leaderboard.html", _context(request, key))


@require_GET
def leaderboard_fragment(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "league/ratings/_leaderboard.html", _context(request, key))


def _context(request: HttpRequest, key: str) -> dict[str, object]:
    found = game(key)
    if found is None:
        raise Http404("There is no such game.")
    return {
        "game": found,
        "games": games(),
        "lines": leaderboard(key),
        "reader": reader(request),
        "provisional_below": elo.PROVISIONAL_BELOW,
    }
