"""The choice of the puzzles that a game ships, from all that were mined."""

from collections.abc import Iterable, Iterator, Sequence

from engines.contract import AnyEngine
from engines.puzzle_files import Puzzle, PuzzleMatch
from engines.puzzle_mining.candidates import hash_position
from engines.puzzles import find_position

_BAND = 100
"""Width of the bands of ratings, from which puzzles are taken in turn."""


def select(engine: AnyEngine, matches: Sequence[PuzzleMatch], count: int) -> list[PuzzleMatch]:
    """Return matches with at most `count` of their puzzles: of all ratings alike, the clearest ones, no position twice."""
    taken = {puzzle.id for _, puzzle in _take(_drop_repeated(engine, matches), count)}
    kept = (PuzzleMatch(match.record, tuple(puzzle for puzzle in match.puzzles if puzzle.id in taken)) for match in matches)
    return [match for match in kept if match.puzzles]


def _drop_repeated(engine: AnyEngine, matches: Iterable[PuzzleMatch]) -> Iterator[Puzzle]:
    seen = set()
    for match in matches:
        for puzzle in match.puzzles:
            key = hash_position(engine, find_position(match, puzzle).position, puzzle.seat)
            if key not in seen:
                seen.add(key)
                yield puzzle


def _take(puzzles: Iterable[Puzzle], count: int) -> list[tuple[int, Puzzle]]:
    """Return puzzles from the bands in turn, each time the clearest one left."""
    bands: dict[int, list[Puzzle]] = {}
    for puzzle in puzzles:
        bands.setdefault(puzzle.rating // _BAND, []).append(puzzle)
    rounds = [
        (place, puzzle)
        for band in bands.values()
        for place, puzzle in enumerate(sorted(band, key=lambda puzzle: (puzzle.second - puzzle.value, puzzle.id)))
    ]
    return sorted(rounds, key=lambda item: (item[0], item[1].id))[:count]
