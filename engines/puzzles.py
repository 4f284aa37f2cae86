"""The positions of puzzles: their matches, played again up to the puzzle (`engines.puzzle_files`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from engines import bots, play, record, record_packing
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.data_files import BadData, check_that
from engines.puzzle_files import Puzzle, PuzzleMatch, PuzzleSet


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """The position of a puzzle, by the engine of the rules that the match was played by.

    `before` and `last` are the position before the last entry and the entry itself: who acted, and what.
    """

    engine: AnyEngine
    seats: int
    position: play.Position[Any]
    legal: tuple[str, ...]
    before: play.Position[Any] | None
    last: tuple[Seat | None, str] | None


@lru_cache(maxsize=64)
def _unpack(packed: str) -> record.Record:
    return record.parse_record(record_packing.unpack(packed))


def find_position(match: PuzzleMatch, puzzle: Puzzle) -> PuzzlePosition:
    """Return the position of a puzzle of this match. Raises BadData if the match does not lead to it."""
    return _find_positions(match, [puzzle])[puzzle.id]


def list_faults(puzzles: PuzzleSet, game: str) -> Iterator[str]:
    """Yield what is wrong with puzzles when their matches are played again."""
    for match in puzzles.matches:
        try:
            positions = _find_positions(match, match.puzzles)
        except BadData as error:
            yield str(error)
            continue
        for puzzle in match.puzzles:
            found = positions[puzzle.id]
            if found.engine.key != game:
                yield f"puzzle {puzzle.id}: its match is of {found.engine.key}"
            for wrong in puzzle.wrong:
                if wrong.do == puzzle.answer or wrong.do not in found.legal:
                    yield f"puzzle {puzzle.id}: {wrong.do} is no wrong legal action"
            if unexplained := set(found.legal) - {puzzle.answer} - {wrong.do for wrong in puzzle.wrong}:
                yield f"puzzle {puzzle.id}: wrong: lacks {min(unexplained)}"


def _find_positions(match: PuzzleMatch, puzzles: Sequence[Puzzle]) -> dict[str, PuzzlePosition]:
    """Return the positions of puzzles by id, after playing the match once. Raises BadData."""
    wanted = {puzzle.entry for puzzle in puzzles}
    last = max(wanted, default=0)
    try:
        parsed = _unpack(match.record)
        positions: dict[int, play.Position[Any]] = {}
        for entry, position in enumerate(islice(parsed.positions(), last + 1)):
            if entry in wanted or entry + 1 in wanted:
                positions[entry] = position
    except (record.BadRecord, IllegalAction) as error:
        raise BadData(f"puzzle {puzzles[0].id}: {error}") from None
    return {puzzle.id: _build_position(parsed, positions, puzzle) for puzzle in puzzles}


def _build_position(parsed: record.Record, positions: Mapping[int, play.Position[Any]], puzzle: Puzzle) -> PuzzlePosition:
    check_that(puzzle.entry in positions, f"puzzle {puzzle.id}: the match has fewer entries")
    position = positions[puzzle.entry]
    check_that(position.outcome is None, f"puzzle {puzzle.id}: the match is over")
    check_that(puzzle.seat in play.to_act(parsed.engine, position), f"puzzle {puzzle.id}: the seat is not to act")
    legal = bots.list_legal_actions(parsed.engine, position.state, puzzle.seat)
    check_that(legal is not None and puzzle.answer in legal, f"puzzle {puzzle.id}: the answer is not legal")
    entry = parsed.entries[puzzle.entry - 1] if puzzle.entry else None
    return PuzzlePosition(
        engine=parsed.engine,
        seats=parsed.seats,
        position=position,
        legal=tuple(legal or ()),
        before=positions[puzzle.entry - 1] if entry else None,
        last=(entry["by"], entry["do"]) if entry else None,
    )
