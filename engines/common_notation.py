"""Notation that every game shares: forfeits (`resign`, `flag 0,1`, `gone 1`), `undo` and `berserk 0`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engines.common import joined
from engines.contract import Seat
from engines.words import Message, marked, say, told

_REASONS = {"flag": "time", "disqualify": "disqualified", "no-show": "no-show", "gone": "gone"}
_ONE_SEAT = {
    "disqualify": marked("{side}: disqualified by the referee."),
    "no-show": marked("{side}: did not come to the match."),
    "gone": marked("{side}: away for too long."),
}
_TWO_SEATS = {
    "disqualify": marked("{side} and {other}: disqualified by the referee."),
    "no-show": marked("{side} and {other}: did not come to the match."),
    "gone": marked("{side} and {other}: away for too long."),
}
_OUT_OF_TIME = (
    marked("{side}'s time has run out."),
    marked("{side}'s and {other}'s time has run out."),
    marked("{side}'s and {other}'s and {third}'s time has run out."),
    marked("{side}'s and {other}'s and {third}'s and {fourth}'s time has run out."),
)
_BERSERK = re.compile(r"berserk ([0-9]{1,2})")
_FORFEIT = re.compile(r"(flag|disqualify|no-show|gone) ([0-9]{1,2}(?:,[0-9]{1,2})*)")


class Forfeit(NamedTuple):
    """Seats that lose at once. `word` is resign, flag, disqualify, no-show or gone."""

    word: str
    seats: tuple[Seat, ...]

    @property
    def text(self) -> str:
        """The canonical notation."""
        return "resign" if self.word == "resign" else f"{self.word} {','.join(map(str, self.seats))}"

    @property
    def reason(self) -> str:
        """The reason code, as `Engine.forfeit` takes it."""
        return "resigned" if self.word == "resign" else _REASONS[self.word]


def parse_forfeit(by: Seat | None, do: str) -> Forfeit | None:
    """Return the forfeit that a text stands for, or None if it is another notation."""
    if by is not None:
        return Forfeit("resign", (by,)) if len(do) < 40 and do.strip().lower() == "resign" else None
    match = _FORFEIT.fullmatch(do)
    if match is None:
        return None
    return Forfeit(match[1], tuple(sorted({int(seat) for seat in match[2].split(",")})))


def describe_forfeit(forfeit: Forfeit, seat_names: Sequence[str]) -> Message:
    """Return the log line of a forfeit."""
    names = [told(seat_names[seat]) for seat in forfeit.seats]
    if forfeit.word == "resign":
        return say("{side} resigns.", side=names[0])
    if forfeit.word == "flag":
        return told(
            _OUT_OF_TIME[len(names) - 1], **dict(zip(("side", "other", "third", "fourth"), names, strict=False))
        )
    if len(names) == 2:
        return told(_TWO_SEATS[forfeit.word], side=names[0], other=names[1])
    return told(_ONE_SEAT[forfeit.word], side=joined(names))


def format_berserk(seat: Seat) -> str:
    """Return the referee's notation for a seat that gives up half of its time for an extra point if it wins."""
    return f"berserk {seat}"


def parse_berserk(by: Seat | None, do: str) -> Seat | None:
    """Return the seat that goes berserk, or None. It concerns clock and event; the position does not change."""
    match = _BERSERK.fullmatch(do) if by is None else None
    return None if match is None else int(match[1])


def describe_berserk(seat: Seat, seat_names: Sequence[str]) -> Message:
    """Return the log line of a seat that goes berserk."""
    return say("{side} goes berserk: half the time, a point more for a win.", side=told(seat_names[seat]))


def is_undo(by: Seat | None, do: str) -> bool:
    """Return whether a seat asks to take its last action back."""
    return by is not None and len(do) < 40 and do.strip().lower() == "undo"
