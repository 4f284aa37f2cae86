"""The words that every game shares: by seats `resign` and `undo`, all others by the referee.

Interventions: `stop` and `continue`; `credit 0,1 60000` (these seats get that many ms more); `rule 1,2` (the match ends
with these ranks by seat); `annul` (it does not count); `reinstate` (undo the last `annul` or `disqualify`, if nothing
has been played since); `disqualify 0`.

Losses and agreements: `flag 0,1`, `no-show 0`, `gone 1`, `berserk 0`; `offer-draw 0`, `agree-draw 1`, `decline-draw 1`
and `withdraw-draw 0` (likewise for `takeback`, `pause` and `resume`), which only inform; `draw` and `gone-draw 1`
(drawn because seat 1 was away) end the match, `takeback 0` goes back to before seat 0's last action; `pause`, `resume`,
`abort 0`.

Clocks only: `outage A-B` (ms since 1970: nobody is charged for that time; the note of its entry is the cause) and
`vacation 0 3` (the clock of seat 0 stops for three days).

`engines.play` applies them to positions.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.common import join_with_and
from engines.contract import Seat
from engines.i18n import Message, join, mark, translate as _, translate_n

MAX_REASON_LENGTH = 300
MAX_CREDIT_MS = 24 * 3600 * 1000
RULED = "ruled"
"""The reason code of an outcome that a referee has set; its sentence is RULED_TEXT in every game."""
RULED_TEXT = mark("The referee set the result.")
ENTERED = "entered"
"""The reason code of a result that staff entered for a match played elsewhere."""
REASONS: Mapping[str, str] = {
    "agreed": mark("The players agreed to a draw."),
    "gone": mark("One side was disconnected for too long."),
    "gone-draw": mark("One side was disconnected for too long, and the other claimed a draw."),
    RULED: RULED_TEXT,
    ENTERED: mark("The result was reported, not refereed here."),
}
"""Sentences for reason codes that are not of a game's own rules."""
STOP, ANNUL, ABORT = "stop", "annul", "abort"
RULINGS = frozenset((STOP, "continue", "credit", "rule", ANNUL, "reinstate"))
FORFEITS = {"resign": "resigned", "flag": "time", "disqualify": "disqualified", "no-show": "no-show", "gone": "gone"}
"""Words by which seats lose at once, with the reason code for `Engine.forfeit`."""
CAUSES = {
    "database": mark("Cause: the database was unavailable."),
    "restart": mark("Cause: the server was restarted."),
    "suspended": mark("Cause: the server was suspended."),
    "overload": mark("Cause: the server was overloaded."),
    "review": mark("Cause: the match was under review."),
}
"""Why the server could not adjudicate, as sentences by the note of an `outage`, which may be empty."""
_PLAIN = {
    STOP: mark("The referee pauses the match. Clocks are stopped."),
    "continue": mark("The referee resumes the match."),
    ANNUL: mark("The referee annuls the match. It doesn't count."),
    "reinstate": mark("The referee reverses the last ruling: the match is reinstated."),
}
_ONE_SEAT = {
    "resign": mark("{side} resigns."),
    "undo": mark("{side} undoes the last action."),
    "berserk": mark("{side} goes berserk: half the time, one extra point for a win."),
    "disqualify": mark("{side}: disqualified by the referee."),
    "no-show": mark("{side} didn't show up."),
    "gone": mark("{side}: disconnected for too long."),
    "offer-draw": mark("{side} offers a draw."),
    "offer-takeback": mark("{side} requests a takeback."),
    "offer-pause": mark("{side} requests a pause."),
    "offer-resume": mark("{side} wants to resume."),
    "agree-draw": mark("{side} accepts the draw."),
    "agree-takeback": mark("{side} accepts the takeback."),
    "agree-pause": mark("{side} accepts the pause."),
    "agree-resume": mark("{side} agrees to resume."),
    "decline-draw": mark("{side} declines the draw."),
    "decline-takeback": mark("{side} declines the takeback."),
    "decline-pause": mark("{side} declines the pause."),
    "decline-resume": mark("{side} doesn't want to resume yet."),
    "withdraw-draw": mark("{side} cancels the draw offer."),
    "withdraw-takeback": mark("{side} cancels the takeback request."),
    "withdraw-pause": mark("{side} cancels the pause request."),
    "withdraw-resume": mark("{side} cancels the request to resume."),
    "draw": mark("The match is drawn by agreement."),
    "pause": mark("The match is paused by agreement. Clocks are stopped."),
    "resume": mark("The match resumes."),
    "takeback": mark("Takeback: {side}'s last move and everything after it are undone."),
    "gone-draw": mark("{side} was disconnected for too long; the match is drawn."),
    ABORT: mark("{side} aborts the match."),
}
_TWO_SEATS = {
    "disqualify": mark("{side} and {other}: disqualified by the referee."),
    "no-show": mark("{side} and {other} didn't show up."),
    "gone": mark("{side} and {other}: disconnected for too long."),
}
_OUT_OF_TIME = (
    mark("{side} ran out of time."),
    mark("{side} and {other} ran out of time."),
    mark("{side}, {other} and {third} ran out of time."),
    mark("{side}, {other}, {third} and {fourth} ran out of time."),
)
_SEATS = "[0-9]{1,2}(?:,[0-9]{1,2})*"
_TIME_MS = "0|[1-9][0-9]{0,14}"
_WORD_PATTERN = re.compile(
    "(stop|continue|annul|reinstate|draw|pause|resume)"
    rf"|(flag|disqualify|no-show|gone) ({_SEATS})"
    "|((?:offer|agree|decline|withdraw)-(?:draw|takeback|pause|resume)|takeback|gone-draw|abort|berserk) ([0-9]{1,2})"
    rf"|(credit) ({_SEATS}) ([1-9][0-9]{{0,8}})"
    "|(rule) ([1-9](?:,[1-9])*)"
    rf"|(outage) ({_TIME_MS})-({_TIME_MS})"
    "|(vacation) ([0-9]|[1-9][0-9]) ([1-9][0-9]{0,2})"
)


class Word(NamedTuple):
    """A word with its arguments.

    `numbers` are seats, the ranks by seat of a `rule`, or the beginning and end of an `outage` (ms since 1970).
    `amount` is the ms of a `credit`, or the days of a `vacation`.
    """

    name: str
    numbers: tuple[int, ...] = ()
    amount: int = 0

    @property
    def text(self) -> str:
        """Return the canonical notation."""
        if self.name in ("resign", "undo"):
            return self.name
        numbers = ("-" if self.name == "outage" else ",").join(map(str, self.numbers))
        return " ".join(filter(None, (self.name, numbers, str(self.amount or ""))))

    @property
    def takes_reason(self) -> bool:
        """Return whether the note of its entry is the reason given by a referee."""
        return self.name in RULINGS or self.name == "disqualify"

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        if self.name in _PLAIN:
            return _(_PLAIN[self.name])
        if self.name == "rule":
            return _describe_result(self.numbers, [_(name) for name in seat_names])
        if self.name == "outage":
            seconds = max(1, round((self.numbers[1] - self.numbers[0]) / 1000))
            length = f"{seconds} s" if seconds < 120 else f"{round(seconds / 60)} min"
            return _("The match was interrupted for {length}. This time doesn't count on any clock.", length=length)
        return self._describe_seats([_(seat_names[seat]) for seat in self.numbers])

    def _describe_seats(self, names: Sequence[Message]) -> Message:
        sides = dict(zip(("side", "other", "third", "fourth"), names, strict=False))
        match self.name:
            case "credit" if len(names) == 2:
                return _("The referee adds {time} for {side} and {other}.", **sides, time=_format_time(self.amount))
            case "credit":
                seats, time = join_with_and(names), _format_time(self.amount)
                return _("The referee adds {time} for {seats}.", seats=seats, time=time)
            case "vacation":
                return translate_n(
                    "{side} takes {n} day of vacation.", "{side} takes {n} days of vacation.", self.amount, **sides
                )
            case "flag":
                return _(_OUT_OF_TIME[len(names) - 1], **sides)
            case "disqualify" | "no-show" | "gone" if len(names) == 2:
                return _(_TWO_SEATS[self.name], **sides)
            case "disqualify" | "no-show" | "gone":
                return _(_ONE_SEAT[self.name], side=join_with_and(names))
        return _(_ONE_SEAT[self.name], side=names[0] if names else "")


def parse_word(by: Seat | None, do: str) -> Word | None:
    """Return the word of a text, or None if it is in a game's own notation.

    >>> parse_word(None, "credit 0,1 60000"), parse_word(0, "Resign"), parse_word(0, "stop")
    (Word(name='credit', numbers=(0, 1), amount=60000), Word(name='resign', numbers=(0,), amount=0), None)
    """
    if by is not None:
        name = do.strip().lower() if len(do) < 40 else ""
        return Word(name, (by,)) if name in ("resign", "undo") else None
    if (match := _WORD_PATTERN.fullmatch(do)) is None:
        return None
    name, *parts = filter(None, match.groups())
    if name == "outage":
        began, ended = map(int, parts)
        return Word(name, (began, ended)) if began < ended else None
    numbers = [int(number) for number in parts[0].split(",")] if parts else []
    if name != "rule":
        numbers = sorted(set(numbers))
    return Word(name, tuple(numbers), int(parts[1]) if parts[1:] else 0)


def is_reason(note: str) -> bool:
    """Return whether a text is a valid reason of a ruling: one line of at most MAX_REASON_LENGTH characters."""
    return len(note) <= MAX_REASON_LENGTH and note == note.strip() and (not note or note.isprintable())


def are_ranks(ranks: Sequence[int]) -> bool:
    """Return whether these are valid ranks of all seats: ties skip the following ranks, or nobody has rank 1.

    >>> are_ranks((1, 2)), are_ranks((1, 1)), are_ranks((2, 2)), are_ranks((1, 3)), are_ranks((1, 2, 2, 4))
    (True, True, True, False, True)
    """
    if all(rank == len(ranks) for rank in ranks):
        return True
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _describe_result(ranks: Sequence[int], names: Sequence[str]) -> Message:
    first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
    if not first:
        return _("The referee sets the result: no winner.")
    if len(first) == len(ranks):
        return _("The referee sets the result: draw.")
    if len(ranks) == 2:
        return _("The referee sets the result: {side} wins.", side=first[0])
    places = join([join([names[seat], str(rank)]) for seat, rank in enumerate(ranks)], ", ")
    return _("The referee sets the result: {places}.", places=places)


def _format_time(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    parts = [f"{minutes} min" if minutes else "", f"{seconds} s" if seconds or not minutes else ""]
    return " ".join(filter(None, parts))
