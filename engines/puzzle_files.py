"""Puzzles of a game: positions of finished matches in which one action is clearly the best for the seat to act.

A file of puzzles is JSON Lines. A line `{"record": ...}` holds a packed record (`engines.record_packing`); the lines after
it, up to the next record, are puzzles from that match (see `Puzzle`). A position is never stored: it is the match replayed
up to an entry, so that whoever doubts a puzzle can play it again.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from engines.contract import Seat
from engines.data_files import BadData, check_that

MAX_BYTES = 2_000_000
MAX_PUZZLES = 2000
MAX_WRONG = 60
MAX_ACTION = 300
MAX_ENTRIES, MAX_SEATS = 100_000, 99
MIN_RATING, MAX_RATING = 400, 2800
_ID = re.compile(r"[a-z0-9]{8,24}")


@dataclass(frozen=True, slots=True)
class WrongAction:
    """A wrong action: what the position is worth after it, and the opponent's best answer, "" if none follows."""

    do: str
    value: float
    reply: str = ""
    by: Seat = 0  # who answers


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. `entry` is the number of entries of the match before it; values are shares of a win, from 0 to 1.

    `value` is what the position is worth after `answer`, `second` after the next best action.
    """

    id: str
    entry: int
    seat: Seat
    answer: str
    value: float
    second: float
    rating: int
    wrong: tuple[WrongAction, ...] = ()

    def find_wrong(self, do: str) -> WrongAction | None:
        """Return what is known of a wrong action."""
        return next((wrong for wrong in self.wrong if wrong.do == do), None)


@dataclass(frozen=True, slots=True)
class PuzzleMatch:
    """A finished match, as a packed record, and the puzzles from it."""

    record: str
    puzzles: tuple[Puzzle, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """The puzzles of a game."""

    matches: tuple[PuzzleMatch, ...] = ()
    puzzles: Mapping[str, Puzzle] = field(default_factory=dict)  # by id, in the order of the file
    homes: Mapping[str, PuzzleMatch] = field(default_factory=dict)
    """By id of a puzzle: its match."""


def load_puzzles(file: Path, game: str) -> PuzzleSet:
    """Return the puzzles of a file. Raises BadData, which names line and reason."""
    source = f"{game}/{file.name}"
    check_that(file.stat().st_size <= MAX_BYTES, f"{source}: must have at most {MAX_BYTES} bytes")
    return parse_puzzles(file.read_text("utf-8"), source)


def parse_puzzles(text: str, source: str) -> PuzzleSet:
    """Return the puzzles of a file's contents. Raises BadData."""
    matches: list[tuple[str, list[Puzzle]]] = []
    known: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{source}:{number}"
        row = _parse_object(line, where)
        if set(row) == {"record"}:
            check_that(isinstance(row["record"], str), f"{where}: record: must be a text")
            matches.append((row["record"], []))
            continue
        check_that(bool(matches), f"{where}: the first line must be a record")
        puzzle = _parse_puzzle(row, where)
        check_that(puzzle.id not in known, f"{where}: id: another puzzle has it")
        known[puzzle.id] = puzzle
        matches[-1][1].append(puzzle)
    check_that(len(known) <= MAX_PUZZLES, f"{source}: must have at most {MAX_PUZZLES} puzzles")
    built = tuple(PuzzleMatch(text, tuple(puzzles)) for text, puzzles in matches)
    return PuzzleSet(built, known, {puzzle.id: match for match in built for puzzle in match.puzzles})


def format_puzzles(matches: Sequence[PuzzleMatch]) -> str:
    """Return the contents of a file of puzzles."""
    rows: list[Mapping[str, Any]] = []
    for match in matches:
        rows += [{"record": match.record}, *(format_puzzle(puzzle) for puzzle in match.puzzles)]
    return "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)


def format_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle."""
    row = asdict(puzzle)
    row["wrong"] = [
        {name: value for name, value in wrong.items() if name in ("do", "value") or wrong["reply"]} for wrong in row["wrong"]
    ]
    return row


def _parse_object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise BadData(f"{where}: invalid JSON") from None
    check_that(isinstance(row, dict), f"{where}: must be an object")
    return dict(row)


def _parse_puzzle(row: Mapping[str, Any], where: str) -> Puzzle:
    fields = Puzzle.__dataclass_fields__
    if unknown := sorted(set(row) - set(fields)):
        raise BadData(f"{where}: {unknown[0]}: unknown field")
    if missing := [name for name in fields if name not in row]:
        raise BadData(f"{where}: {missing[0]}: missing key")
    check_that(isinstance(row["id"], str) and _ID.fullmatch(row["id"]), f"{where}: id: must be 8 to 24 letters and digits")
    check_that(_is_int(row["entry"], 0, MAX_ENTRIES), f"{where}: entry: must be a number of entries")
    check_that(_is_int(row["seat"], 0, MAX_SEATS), f"{where}: seat: must be a seat")
    check_that(_is_int(row["rating"], MIN_RATING, MAX_RATING), f"{where}: rating: must be {MIN_RATING} to {MAX_RATING}")
    _check_action(row["answer"], f"{where}: answer")
    check_that(_is_share(row["value"]) and _is_share(row["second"]), f"{where}: value, second: must be from 0 to 1")
    wrong = row["wrong"]
    check_that(isinstance(wrong, list) and len(wrong) <= MAX_WRONG, f"{where}: wrong: must be a list of at most {MAX_WRONG}")
    return Puzzle(**{**row, "wrong": tuple(_parse_wrong(item, f"{where}: wrong") for item in wrong)})


def _parse_wrong(row: Any, where: str) -> WrongAction:
    check_that(isinstance(row, dict) and {"do", "value"} <= set(row), f"{where}: must have do and value")
    check_that(set(row) <= set(WrongAction.__dataclass_fields__), f"{where}: unknown field")
    _check_action(row["do"], f"{where}: do")
    check_that(_is_share(row["value"]), f"{where}: value: must be from 0 to 1")
    if "reply" in row:
        _check_action(row["reply"], f"{where}: reply")
        check_that(_is_int(row.get("by"), 0, MAX_SEATS), f"{where}: by: must be a seat")
    return WrongAction(**row)


def _check_action(text: Any, where: str) -> None:
    check_that(isinstance(text, str) and 0 < len(text) <= MAX_ACTION, f"{where}: must be 1 to {MAX_ACTION} characters")


def _is_int(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and 0 <= value <= 1
