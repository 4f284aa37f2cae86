"""API views of puzzles."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from engines.puzzle_files import MAX_ACTION
from league.games import get_game
from league.people.sessions import find_viewer
from league.puzzles import actions
from league.puzzles.actions import RatingChange, Verdict
from league.puzzles.queries.boards import render_puzzle_board, render_solved_board
from league.puzzles.queries.explanations import describe_last
from league.puzzles.queries.progress import Days, GamePuzzles, find_next, get_rating, list_game_puzzles
from league.puzzles.queries.puzzle_sets import OpenedPuzzle, get_daily, open_puzzle
from matches.api.dataclass_schemas import get_serializer_class, inline_serializer, list_serializer, to_primitive
from matches.api.validation import CharField, InputSerializer, validate_input
from matches.errors import ActionError
from matches.server_time import now


class PuzzleMoveSerializer(InputSerializer):
    """An attempt."""

    move = CharField(max_length=MAX_ACTION, help_text="The move in the game's notation.")


PUZZLES = inline_serializer(
    "Puzzles",
    games=list_serializer(GamePuzzles),
    days=get_serializer_class(Days)(help_text="Your streak of days (UTC) with a solved puzzle of the day."),
)
PUZZLE = inline_serializer(
    "Puzzle",
    id=serializers.CharField(help_text="Id of the puzzle."),
    game=serializers.CharField(help_text="Key of the game."),
    version=serializers.IntegerField(help_text="Version of the game's rules."),
    seat=serializers.IntegerField(help_text="Seat that you play."),
    side=serializers.CharField(help_text="Name of the side, in your language."),
    last=serializers.CharField(help_text="What happened last, in your language; empty at the start of a match."),
    view=serializers.JSONField(help_text="What the seat sees, as in a match of this game."),
    legal=serializers.ListField(child=serializers.CharField(), help_text="The legal moves."),
)
VERDICT = inline_serializer(
    "PuzzleVerdict",
    is_right=serializers.BooleanField(help_text="Whether the move is the answer."),
    text=serializers.CharField(help_text="Why it is right or wrong, in your language."),
    answer=serializers.CharField(allow_null=True, help_text="The answer; null until you have found it or had it shown."),
    board=serializers.JSONField(allow_null=True, help_text="The board after the answer, as in a match; null before."),
    puzzle_rating=serializers.IntegerField(help_text="Rating of the puzzle."),
    change=get_serializer_class(RatingChange)(
        allow_null=True, help_text="Your rating before and after; null if the attempt was not rated."
    ),
    days=serializers.IntegerField(allow_null=True, help_text="Your streak of days, if this attempt counted for it."),
)
HINT = inline_serializer("PuzzleHint", text=serializers.CharField(help_text="How the answer begins, in your language."))


class PuzzlesView(APIView):
    """The puzzles of all games."""

    @extend_schema(responses=PUZZLES)
    def get(self, request: Request) -> Response:
        """Return for each game with puzzles their number, the puzzle of the day (UTC), and your rating and streaks."""
        rows, days = list_game_puzzles(find_viewer(request._request), now().date())
        return Response({"games": [to_primitive(row) for row in rows], "days": to_primitive(days)})


class TodayView(APIView):
    """The puzzle of the day."""

    @extend_schema(responses=PUZZLE)
    def get(self, request: Request, key: str) -> Response:
        """Return the game's puzzle of the day (UTC), the same for everyone."""
        return Response(_render_puzzle(key, get_daily(get_game(key).key, now().date()).id))


class NextView(APIView):
    """The next puzzle."""

    @extend_schema(responses=PUZZLE)
    def get(self, request: Request, key: str) -> Response:
        """Return a puzzle near your rating that you have not tried yet; without an account, any one."""
        puzzle_id = find_next(find_viewer(request._request), get_game(key).key)
        if puzzle_id is None:
            raise ActionError("not-found", _("No puzzles left. You have tried all of this game."))
        return Response(_render_puzzle(key, puzzle_id))


class PuzzleView(APIView):
    """One puzzle."""

    @extend_schema(responses=PUZZLE)
    def get(self, request: Request, key: str, puzzle: str) -> Response:
        """Return a puzzle."""
        return Response(_render_puzzle(key, puzzle))


class AttemptsView(APIView):
    """Attempts at a puzzle."""

    @extend_schema(request=PuzzleMoveSerializer, responses=VERDICT)
    def post(self, request: Request, key: str, puzzle: str) -> Response:
        """Attempt a puzzle. Your first attempt is rated if you have an account; later ones don't count."""
        data, player = validate_input(PuzzleMoveSerializer, request.data), find_viewer(request._request)
        opened, verdict = actions.attempt_puzzle(player=player, game=key, puzzle_id=puzzle, do=data["move"], at=now())
        return Response(_render_verdict(opened, verdict, is_open=verdict.is_right))


class HintView(APIView):
    """Hints."""

    @extend_schema(request=None, responses=HINT)
    def post(self, request: Request, key: str, puzzle: str) -> Response:
        """Take a hint. If you have not attempted the puzzle yet, it is not rated any more."""
        player = find_viewer(request._request)
        beginning = actions.take_hint(player=player, game=key, puzzle_id=puzzle, at=now())
        return Response({"text": _("The notation of the move begins with {beginning}.", beginning=beginning)})


class SolutionView(APIView):
    """Solutions."""

    @extend_schema(request=None, responses=VERDICT)
    def post(self, request: Request, key: str, puzzle: str) -> Response:
        """Show the solution. If you have not attempted the puzzle yet, this is rated as a wrong attempt."""
        player = find_viewer(request._request)
        opened, verdict = actions.show_solution(player=player, game=key, puzzle_id=puzzle, at=now())
        return Response(_render_verdict(opened, verdict, is_open=True))


def _render_puzzle(game: str, puzzle_id: str) -> dict[str, Any]:
    opened = open_puzzle(game, puzzle_id)
    board = render_puzzle_board(opened)
    return {
        "id": puzzle_id,
        "game": game,
        "version": opened.found.engine.version,
        "seat": opened.puzzle.seat,
        "side": _(opened.engine.seat_names[opened.puzzle.seat]),
        "last": describe_last(opened),
        "view": board["view"],
        "legal": board["legal"],
    }


def _render_verdict(opened: OpenedPuzzle, verdict: Verdict, *, is_open: bool) -> dict[str, Any]:
    return {
        "is_right": verdict.is_right,
        "text": verdict.text,
        "answer": opened.puzzle.answer if is_open else None,
        "board": render_solved_board(opened) if is_open else None,
        "puzzle_rating": get_rating(opened.game, opened.puzzle.id),
        "change": to_primitive(verdict.change),
        "days": verdict.days,
    }
