"""Pages to learn a game: its tutorial, and its practice ground."""

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework import serializers

from engines import registry
from engines.i18n import translate as _
from league.forms import errors_as_404
from league.games import Game, find_game
from matches.api.validation import InputSerializer, validate_input
from matches.errors import ActionError
from matches.queries.practice import MAX_LENGTH, MAX_MOVES, has_practice, parse_units, render_practice
from matches.queries.tutorials import render_tutorial

OWN, DUMMY = "PU-B3 DE-D6 TW-B4", "TO-C4 SP-D7"
ROWS = 6


class PracticeQuery(InputSerializer):
    """A practice position, and the moves from it, separated by `;`."""

    own = serializers.CharField(max_length=60, default=OWN)
    dummy = serializers.CharField(max_length=60, default=DUMMY)
    moves = serializers.CharField(max_length=MAX_LENGTH + MAX_MOVES, default="", allow_blank=True)


@require_safe
@errors_as_404()
def tutorial(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tutorial of a game."""
    game = _get_game(key)
    shown = render_tutorial(key)
    if shown is None:
        raise Http404(_("No tutorial available for this game."))
    context = {"game": game, "tutorial": shown, "practice": has_practice(key)}
    return render(request, "league/rulebook/tutorial.html", context)


@require_safe
@errors_as_404()
def practice(request: HttpRequest, key: str) -> HttpResponse:
    """Show the practice ground of a game, with the position of the query."""
    game, engine = _get_game(key, with_practice=True), cast("Any", registry.get(key))
    try:
        query = validate_input(PracticeQuery, request.GET)
        board, problem = render_practice(key, query["own"], query["dummy"], ()), ""
    except ActionError as error:
        query = {"own": OWN, "dummy": DUMMY}
        board, problem = render_practice(key, OWN, DUMMY, ()), error.text
    context = {
        "game": game, "own": query["own"], "dummy": query["dummy"], "board": board, "problem": problem,
        "functions": engine.practice_units, "places": engine.practice_places,
        "units": {side: [*parse_units(query[side]), *[("", "")] * ROWS][:ROWS] for side in ("own", "dummy")},
    }  # fmt: skip
    return render(request, "league/rulebook/practice.html", context, status=422 if problem else 200)


@require_safe
def practice_board(request: HttpRequest, key: str) -> HttpResponse:
    """Return the board after moves on the practice ground as JSON; status 422 and a reason for a refused move."""
    _get_game(key, with_practice=True)
    try:
        query = validate_input(PracticeQuery, request.GET)
        moves = [move.strip() for move in query["moves"].split(";") if move.strip()]
        return JsonResponse(render_practice(key, query["own"], query["dummy"], moves))
    except ActionError as error:
        refusal: dict[str, Any] = {"code": error.code, "text": error.text}
        return JsonResponse(refusal, status=422)


def _get_game(key: str, *, with_practice: bool = False) -> Game:
    game = find_game(key)
    if game is None or (with_practice and not has_practice(key)):
        raise Http404(_("Game not found."))
    return game
