"""The puzzles that games ship, and their positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from engines import play, registry
from engines.contract import AnyEngine
from engines.i18n import translate as _
from engines.puzzle_files import Puzzle, PuzzleSet, load_puzzles
from engines.puzzles import PuzzlePosition, find_position
from league.games import Game, list_games
from league.puzzles.rules import choose_daily
from matches.engine_limits import EngineFailure, get_engine, limit_call
from matches.errors import ActionError


@dataclass(frozen=True, slots=True)
class OpenedPuzzle:
    """A puzzle with its position. The engine's calls are limited."""

    game: str
    puzzle: Puzzle
    found: PuzzlePosition
    engine: AnyEngine


@cache
def load_set(game: str) -> PuzzleSet:
    """Return the puzzles of a game; an empty set if its package has none."""
    package = registry.find_package(game)
    return PuzzleSet() if package is None or package.puzzles is None else load_puzzles(package.puzzles, game)


def list_puzzle_games() -> Sequence[Game]:
    """Return the games that have puzzles."""
    return [game for game in list_games() if load_set(game.key).puzzles]


def get_puzzle(game: str, puzzle_id: str) -> Puzzle:
    """Return a puzzle. Raises ActionError("not-found")."""
    puzzle = load_set(game).puzzles.get(puzzle_id)
    if puzzle is None:
        raise ActionError("not-found", _("Puzzle not found."))
    return puzzle


def get_daily(game: str, day: date) -> Puzzle:
    """Return the puzzle of a day (UTC), the same for everyone. Raises ActionError("not-found") for a game without puzzles."""
    puzzles = load_set(game).puzzles
    if not puzzles:
        raise ActionError("not-found", _("No puzzles available for this game."))
    return puzzles[choose_daily(list(puzzles), day)]


def choose_daily_game(day: date) -> Game | None:
    """Return the game whose puzzle of the day the home page shows: a different one each day; None without puzzles."""
    games = list_puzzle_games()
    return games[day.toordinal() % len(games)] if games else None


def open_puzzle(game: str, puzzle_id: str) -> OpenedPuzzle:
    """Return a puzzle with its position. Raises ActionError("not-found"), also if the game fails."""
    puzzle = get_puzzle(game, puzzle_id)
    try:
        found = _find_position(game, puzzle_id)
    except EngineFailure:
        raise ActionError("not-found", _("This puzzle is out of order.")) from None
    return OpenedPuzzle(game, puzzle, found, get_engine(game, found.engine.version))


@lru_cache(maxsize=128)
def _find_position(game: str, puzzle_id: str) -> PuzzlePosition:
    puzzles = load_set(game)
    return limit_call(find_position, puzzles.homes[puzzle_id], puzzles.puzzles[puzzle_id])


def advance(opened: OpenedPuzzle, do: str) -> play.Position[object]:
    """Return the position after an action of the puzzle's seat. Raises IllegalAction."""
    return play.advance(opened.engine, opened.found.position, opened.puzzle.seat, do)
