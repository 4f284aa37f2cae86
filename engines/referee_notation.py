"""Words that every game shares: `resign` and `undo` by a seat, and those with which a referee steps into a match.

`stop` and `continue`; `credit 0,1 60000` (these seats get so many milliseconds more); `rule 1,2` (the match ends with
these ranks by seat); `annul` (it counts for nothing); `reinstate` (the last `annul` or `disqualify` is taken back, if
nothing has been played since); forfeits (`flag 0,1`, `gone 1`); `berserk 0`. What each does to a position stands in
`engines.play`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engines.common import joined
from engines.contract import Seat
from engines.words import Message, join, marked, say, told

LONGEST_REASON = 300
MOST_CREDIT_MS = 24 * 3600 * 1000
RULED = "ruled"
"""The reason of an outcome that a referee has set; its sentence is RULED_TEXT in every game."""
RULED_TEXT = marked("The referee has ruled on the result.")
ENTERED = "entered"
"""The reason of a result that the staff of an event entered: it was played, but not on this site."""
REASONS = {RULED: RULED_TEXT, ENTERED: marked("The result was entered by the event's staff.")}
STOP, ANNUL, ABORT = "stop", "annul", "abort"
_PLAIN = {
    STOP: marked("The referee pauses the match: the clocks stand still."),
    "continue": marked("The referee lets the match go on."),
    ANNUL: marked("The referee annuls the match: it counts for nothing."),
    "reinstate": marked("The referee takes the last ruling back: the match stands as it stood before."),
}
_CREDIT = re.compile(r"credit ([0-9]{1,2}(?:,[0-9]{1,2})*) ([1-9][0-9]{0,8})")
_RULE = re.compile(r"rule ([1-9](?:,[1-9])*)")
_FORFEIT = re.compile(r"(flag|disqualify|no-show|gone) ([0-9]{1,2}(?:,[0-9]{1,2})*)")
_BERSERK = re.compile(r"berserk ([0-9]{1,2})")
_FORFEIT_REASONS = {"resign": "resigned", "flag": "time", "disqualify": "disqualified"}
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


class Ruling(NamedTuple):
    """`numbers` are the seats of a credit, or the ranks by seat of a ruled result; `ms` is the credit's."""

    word: str
    numbers: tuple[int, ...] = ()
    ms: int = 0

    @property
    def text(self) -> str:
        """The canonical notation."""
        numbers = ",".join(map(str, self.numbers))
        return " ".join(filter(None, (self.word, numbers, str(self.ms or ""))))

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        if self.word in _PLAIN:
            return told(_PLAIN[self.word])
        if self.word == "credit":
            return _describe_credit([told(seat_names[seat]) for seat in self.numbers], _format_time(self.ms))
        return _describe_result(self.numbers, [told(name) for name in seat_names])


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
        return _FORFEIT_REASONS.get(self.word, self.word)

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        names = [told(seat_names[seat]) for seat in self.seats]
        sides = dict(zip(("side", "other", "third", "fourth"), names, strict=False))
        if self.word == "resign":
            return say("{side} resigns.", side=names[0])
        if self.word == "flag":
            return told(_OUT_OF_TIME[len(names) - 1], **sides)
        return (
            told(_TWO_SEATS[self.word], **sides) if len(names) == 2 else told(_ONE_SEAT[self.word], side=joined(names))
        )


class Berserk(NamedTuple):
    """A seat that gives up half of its time for an extra point if it wins: the position does not change by it."""

    seat: Seat

    @property
    def text(self) -> str:
        """The canonical notation."""
        return f"berserk {self.seat}"

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        return say("{side} goes berserk: half the time, a point more for a win.", side=told(seat_names[self.seat]))


class Undo(NamedTuple):
    """A seat that takes its last action back."""

    seat: Seat
    text: str = "undo"

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        return say("{side} takes the last action back.", side=told(seat_names[self.seat]))


def read(by: Seat | None, do: str) -> Ruling | None:
    """Return the ruling that a text stands for, or None where it is something else.

    >>> read(None, "credit 0,1 60000"), read(0, "stop")
    (Ruling(word='credit', numbers=(0, 1), ms=60000), None)
    """
    if by is not None:
        return None
    if do in _PLAIN:
        return Ruling(do)
    if (credit := _CREDIT.fullmatch(do)) is not None:
        return Ruling("credit", _seats(credit[1]), int(credit[2]))
    if (rule := _RULE.fullmatch(do)) is not None:
        return Ruling("rule", tuple(int(rank) for rank in rule[1].split(",")))
    return None


def parse_forfeit(by: Seat | None, do: str) -> Forfeit | None:
    """Return the forfeit that a text stands for, or None if it is another notation."""
    if by is not None:
        return Forfeit("resign", (by,)) if len(do) < 40 and do.strip().lower() == "resign" else None
    forfeit = _FORFEIT.fullmatch(do)
    return None if forfeit is None else Forfeit(forfeit[1], _seats(forfeit[2]))


def parse_other(by: Seat | None, do: str) -> Berserk | Undo | None:
    """Return the seat that goes berserk or asks to take its last action back, or None."""
    if by is not None:
        return Undo(by) if len(do) < 40 and do.strip().lower() == "undo" else None
    berserk = _BERSERK.fullmatch(do)
    return None if berserk is None else Berserk(int(berserk[1]))


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(sorted({int(seat) for seat in text.split(",")}))


def takes_reason(by: Seat | None, do: str) -> bool:
    """Return whether the note of an entry is the reason that a referee gave, and not what the rules add."""
    return by is None and (read(by, do) is not None or do.startswith("disqualify "))


def is_reason(note: str) -> bool:
    """Return whether a text can be such a reason: one line of at most LONGEST_REASON characters."""
    return len(note) <= LONGEST_REASON and note == note.strip() and (not note or note.isprintable())


def with_reason(text: Message, note: str) -> Message:
    """Return a line of the log with the reason that was given."""
    return join([text, say("Reason: {reason}", reason=note)]) if note else text


def are_ranks(ranks: Sequence[int]) -> bool:
    """Return whether these are the places of a whole table: shared ones take up as many, or nobody has the first.

    >>> are_ranks((1, 2)), are_ranks((1, 1)), are_ranks((2, 2)), are_ranks((1, 3)), are_ranks((1, 2, 2, 4))
    (True, True, True, False, True)
    """
    if all(rank == len(ranks) for rank in ranks):
        return True
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _describe_credit(names: Sequence[str], time: str) -> Message:
    if len(names) == 2:
        return say("The referee gives {side} and {other} {time} more.", side=names[0], other=names[1], time=time)
    return say("The referee gives {seats} {time} more.", seats=joined(names), time=time)


def _describe_result(ranks: Sequence[int], names: Sequence[str]) -> Message:
    first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
    if not first:
        return say("The referee rules on the result: nobody wins.")
    if len(first) == len(ranks):
        return say("The referee rules on the result: a draw.")
    if len(ranks) == 2:
        return say("The referee rules on the result: {side} wins.", side=first[0])
    places = join([join([names[seat], str(rank)]) for seat, rank in enumerate(ranks)], ", ")
    return say("The referee rules on the result: {places}.", places=places)


def _format_time(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    parts = [f"{minutes} min" if minutes else "", f"{seconds} s" if seconds or not minutes else ""]
    return " ".join(filter(None, parts))
