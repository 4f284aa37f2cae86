"""The words with which a person as referee steps into a match, in every game alike; `by` is always None.

`stop` and `continue`; `credit 0,1 60000` (these seats get so many milliseconds more); `rule 1,2` (the match ends with
these ranks by seat); `annul` (it counts for nothing); `reinstate` (the last `annul` or `disqualify` is taken back, if
nothing has been played since). What each does to a position stands in `engines.play`.
"""

from __future__ import annotations

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
ENTERED_TEXT = marked("The result was entered by the event's staff.")
REASONS = {RULED: RULED_TEXT, ENTERED: ENTERED_TEXT}
STOP, ANNUL, ABORT = "stop", "annul", "abort"
_PLAIN = (STOP, "continue", ANNUL, "reinstate")
_CREDIT = re.compile(r"credit ([0-9]{1,2}(?:,[0-9]{1,2})*) ([1-9][0-9]{0,8})")
_RULE = re.compile(r"rule ([1-9](?:,[1-9])*)")


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


def read(by: Seat | None, do: str) -> Ruling | None:
    """The ruling that a text stands for, or None where it is something else.

    >>> read(None, "credit 0,1 60000"), read(0, "stop")
    (Ruling(word='credit', numbers=(0, 1), ms=60000), None)
    """
    if by is not None:
        return None
    if do in _PLAIN:
        return Ruling(do)
    if (credit := _CREDIT.fullmatch(do)) is not None:
        return Ruling("credit", tuple(sorted({int(seat) for seat in credit[1].split(",")})), int(credit[2]))
    if (rule := _RULE.fullmatch(do)) is not None:
        return Ruling("rule", tuple(int(rank) for rank in rule[1].split(",")))
    return None


def takes_reason(by: Seat | None, do: str) -> bool:
    """Return whether the note of an entry is the reason that a referee gave, and not what the rules add."""
    return by is None and (read(by, do) is not None or do.startswith("disqualify "))


def is_reason(note: str) -> bool:
    """Return whether a text can be such a reason: one line of at most LONGEST_REASON characters."""
    return len(note) <= LONGEST_REASON and note == note.strip() and (not note or note.isprintable())


def are_ranks(ranks: Sequence[int]) -> bool:
    """Return whether these are the places of a whole table: shared ones take up as many, or nobody has the first.

    >>> are_ranks((1, 2)), are_ranks((1, 1)), are_ranks((2, 2)), are_ranks((1, 3)), are_ranks((1, 2, 2, 4))
    (True, True, True, False, True)
    """
    if all(rank == len(ranks) for rank in ranks):
        return True
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def words(ruling: Ruling, names: Sequence[str]) -> Message:
    """The ruling as a sentence; `names` are those of the seats."""
    match ruling.word:
        case "stop":
            return say("The referee pauses the match: the clocks stand still.")
        case "continue":
            return say("The referee lets the match go on.")
        case "annul":
            return say("The referee annuls the match: it counts for nothing.")
        case "reinstate":
            return say("The referee takes the last ruling back: the match stands as it stood before.")
        case "credit":
            return _credited([told(names[seat]) for seat in ruling.numbers], _time(ruling.ms))
    return _ruled(ruling.numbers, [told(name) for name in names])


def with_reason(text: Message, note: str) -> Message:
    """A line of the log with the reason that was given."""
    return join([text, say("Reason: {reason}", reason=note)]) if note else text


def _credited(names: Sequence[str], time: str) -> Message:
    if len(names) == 2:
        return say("The referee gives {side} and {other} {time} more.", side=names[0], other=names[1], time=time)
    return say("The referee gives {seats} {time} more.", seats=joined(names), time=time)


def _ruled(ranks: Sequence[int], names: Sequence[str]) -> Message:
    first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
    if not first:
        return say("The referee rules on the result: nobody wins.")
    if len(first) == len(ranks):
        return say("The referee rules on the result: a draw.")
    if len(ranks) == 2:
        return say("The referee rules on the result: {side} wins.", side=first[0])
    places = join([join([names[seat], str(rank)]) for seat, rank in enumerate(ranks)], ", ")
    return say("The referee rules on the result: {places}.", places=places)


def _time(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    parts = [f"{minutes} min" if minutes else "", f"{seconds} s" if seconds or not minutes else ""]
    return " ".join(filter(None, parts))
