"""Pages of puzzles."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines.i18n import translate as _
from league.forms import errors_as_404
from league.games import Game, find_game
from league.people.sessions import find_viewer
from league.puzzles.queries.boards import render_puzzle_board
from league.puzzles.queries.explanations import describe_last
from league.puzzles.queries.progress import find_attempt, find_next, get_progress, is_rated_player, list_game_puzzles
from league.puzzles.queries.puzzle_sets import choose_daily_game, get_daily, load_set, open_puzzle
from matches.server_time import now


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the games with puzzles, the puzzles of the day, and the viewer's ratings and streaks."""
    viewer, today = find_viewer(request), now().date()
    rows, days = list_game_puzzles(viewer, today)
    game = choose_daily_game(today)
    context = {"rows": rows, "days": days, "daily": game, "today": today, "is_rated": is_rated_player(viewer)}
    return render(request, "league/puzzles/index.html", context)


@require_safe
@never_cache
def puzzle_of_the_day(request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day (UTC) of the day's game; to the list if no game has puzzles."""
    today = now().date()
    game = choose_daily_game(today)
    return redirect("puzzle", game.key, get_daily(game.key, today).id) if game else redirect("puzzles")


@require_safe
@never_cache
def next_puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to a puzzle that the viewer has not tried, or to the list if there is none left."""
    game = _get_game(key)
    puzzle_id = find_next(find_viewer(request), game.key)
    return redirect("puzzle", game.key, puzzle_id) if puzzle_id else redirect("puzzles")


@require_safe
@never_cache
@errors_as_404()
def todays_puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to the game's puzzle of the day (UTC)."""
    game = _get_game(key)
    return redirect("puzzle", game.key, get_daily(game.key, now().date()).id)


@require_safe
@errors_as_404()
def puzzle_page(request: HttpRequest, key: str, puzzle: str) -> HttpResponse:
    """Show a puzzle."""
    game, viewer, today = _get_game(key), find_viewer(request), now().date()
    opened = open_puzzle(key, puzzle)
    is_rated = is_rated_player(viewer)
    context = {
        "game": game,
        "puzzle_id": puzzle,
        "side": _(opened.engine.seat_names[opened.puzzle.seat]),
        "last": describe_last(opened),
        "board": render_puzzle_board(opened),
        "is_daily": get_daily(key, today).id == puzzle,
        "is_rated": is_rated,
        "attempt": find_attempt(viewer.pk, key, puzzle) if viewer is not None and is_rated else None,
        "own": get_progress(viewer.pk, today).find(key) if viewer is not None and is_rated else None,
    }
    return render(request, "league/puzzles/puzzle.html", context)


def _get_game(key: str) -> Game:
    game = find_game(key)
    if game is None or not load_set(key).puzzles:
        raise Http404(_("No puzzles available for this game."))
    return game
