"""What the referee says of the clocks alone. Every game knows these words; no position changes by them.

`outage A-B` (ms since 1970: nobody is charged for that time; the note of its entry is the cause) and `vacation 0 3`
(the clock of seat 0 stands still for three days).
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engines.contract import Seat
from engines.words import Message, join, marked, say, say_many, told

_NUMBER = "(0|[1-9][0-9]{0,14})"
_SAID = re.compile(rf"outage {_NUMBER}-{_NUMBER}|vacation ([0-9]|[1-9][0-9]) ([1-9][0-9]{{0,2}})")
CAUSES = {
    "database": marked("Cause: the database was unavailable."),
    "restart": marked("Cause: the server was restarted."),
    "suspended": marked("Cause: the server was suspended."),
    "overload": marked("Cause: the server was overloaded."),
    "review": marked("Cause: the match was held for review."),
}
"""By the note of an outage, which may be empty: why the server could not judge, as a sentence."""


class TimeWord(NamedTuple):
    """`word` is outage or vacation; the others belong to one of them and are 0 or None elsewhere."""

    word: str
    began: int = 0
    """ms since 1970"""
    ended: int = 0
    seat: Seat | None = None
    days: int = 0

    @property
    def text(self) -> str:
        """The notation."""
        if self.word == "outage":
            return f"outage {self.began}-{self.ended}"
        return f"vacation {self.seat} {self.days}"

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        if self.word == "vacation":
            side = told(seat_names[self.seat or 0])
            return say_many(
                "{side} takes {n} day of vacation.", "{side} takes {n} days of vacation.", self.days, side=side
            )
        seconds = max(1, round((self.ended - self.began) / 1000))
        length = f"{seconds} s" if seconds < 120 else f"{round(seconds / 60)} min"
        return say("The site could not be reached: {length} count for nobody.", length=length)


def read(by: Seat | None, do: str) -> TimeWord | None:
    """The word that the text of an entry is, None for any other."""
    said = _SAID.fullmatch(do) if by is None else None
    if said is None:
        return None
    began, ended, seat, days = said.groups()
    if seat is not None:
        return TimeWord("vacation", seat=int(seat), days=int(days))
    return TimeWord("outage", int(began), int(ended)) if int(began) < int(ended) else None


def outage(began: int, ended: int) -> TimeWord:
    """From and to in ms since 1970."""
    return TimeWord("outage", began, ended)


def takes_cause(by: Seat | None, do: str) -> bool:
    """Return whether the note of an entry is the cause of an outage."""
    word = read(by, do)
    return word is not None and word.word == "outage"


def is_cause(note: str) -> bool:
    """Return whether a note can be the cause of an outage. Records from before there were causes have none."""
    return not note or note in CAUSES


def with_cause(text: Message, note: str) -> Message:
    """Return a line of the log with the cause of the outage that it tells of."""
    return join([text, told(CAUSES[note])]) if note in CAUSES else text


def vacation(seat: Seat, days: int) -> TimeWord:
    return TimeWord("vacation", seat=seat, days=days)
