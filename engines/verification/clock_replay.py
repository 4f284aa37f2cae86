"""Every clock ruling of a record made again from its moments: what each seat had left, whose flag fell, and when.

What the record says is the referee's word: when a message arrived, for how long its line took, when the site was away.
Everything that follows from it is computed here (`clock_model`), and the first difference is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.verification.clock_model import ClockModel, UnknownControl
from engines.words import say

MOVE_LAG_MS, FLAG_LAG_MS = 1_000, 2_000
"""The most that a move is given back of its line's time; the second where it would come too late by that."""
_SAID = re.compile(
    r"(?P<outage>outage) (?P<began>[0-9]{1,15})-(?P<ended>[0-9]{1,15})"
    r"|(?P<vacation>vacation) (?P<away>[0-9]{1,2}) (?P<days>[0-9]{1,3})"
    r"|(?P<credit>credit) (?P<credited>[0-9]{1,2}(?:,[0-9]{1,2})*) (?P<ms>[0-9]{1,9})"
    r"|(?P<berserk>berserk) (?P<halved>[0-9]{1,2})"
    r"|(?P<flag>flag) (?P<fallen>[0-9]{1,2}(?:,[0-9]{1,2})*)"
    r"|(?P<pause>pause|stop)|(?P<resume>resume|continue)|(?P<reinstate>reinstate)"
)


class ClockFault(Exception):
    """What a clock should have shown or done; the message is for people."""


class ClockReplay:
    """Follows a record from its first entry on. `fault` is the line and the text of the first difference found.

    `blind` says why nothing more could be checked from `entries` on; None where everything was.
    """

    def __init__(self, control: Mapping[str, Any], began: int | None, seats: int) -> None:
        self.fault: tuple[int, str] | None = None
        self.blind: str | None = None
        self.entries = self.flags = self.lag = self.waited = 0
        self._held = self._over = False
        try:
            self._clocks = ClockModel(control, seats)
        except UnknownControl as unknown:
            self.fault, self.blind = (1, str(unknown)), str(unknown)
        self._began = began

    def begin(self, acting: frozenset[int]) -> None:
        """The clocks that run before the first entry: none where the referee has to act first."""
        if not acting or self.blind is not None:
            return
        if self._began is None:
            self.blind = say("the record does not say when the first clock began")
        else:
            self._clocks.start(sorted(acting), self._began)

    def follow(self, made: Mapping[str, Any], line: int, *, turned: bool, acting: frozenset[int], over: bool) -> None:
        """Take the next entry. `turned`: another turn is played after it; `acting`: whose clocks run then."""
        if self._over and self.blind is None:
            self.blind = say("the match had ended already: the clocks from there on are the referee's word")
        if self.blind is not None:
            return
        try:
            self._follow(made, turned, acting, over)
        except ClockFault as wrong:
            self.fault, self.blind = (line, str(wrong)), str(wrong)
        self.entries += 1

    def _follow(self, made: Mapping[str, Any], turned: bool, acting: frozenset[int], over: bool) -> None:
        if "at" not in made or "left" not in made:
            raise ClockFault(
                say("the clocks cannot be checked: the entry does not say when it was made and what was left")
            )
        at, by, judged = made["at"], made["by"], made.get("judged", made["at"])
        if judged < at:
            raise ClockFault(say("the clocks after this entry start before it was made"))
        said = _SAID.fullmatch(made["do"]) if by is None else None
        before = self._clocks.left(at)
        if by is not None:
            self._move(by, at, made.get("lag", 0))
        elif said is not None:
            self._say(said, at)
        elif self._clocks.limit is not None and made["do"] == "time":
            self._end_of_limit(at)
        self._compare(made["left"], at, before if said is not None else None)
        if turned:
            self._clocks.settle(at)
        self.waited = max(self.waited, judged - at)
        self._over = over
        if acting and not over and not self._held:  # where nobody acts the clocks wait for the referee's next act
            for seat in self._clocks.running():
                if seat not in acting:
                    self._clocks.stop(seat, at)
            self._clocks.start(sorted(acting), judged)

    def _move(self, by: int, at: int, lag: int) -> None:
        """A move must come before the mover's flag, with what its line is given back, and before everybody else's."""
        clocks = self._clocks
        for seat in clocks.running():
            due = clocks.runs_out(seat)
            if due is not None and at - (lag if seat == by else 0) >= due:
                raise ClockFault(
                    say(
                        "the time of seat {seat} had run out {ms} ms before this entry, but no flag fell",
                        seat=seat,
                        ms=at - due,
                    )
                )
        self._check_lag(by, at, lag)
        self.lag += lag
        clocks.stop(by, at, lag)

    def _check_lag(self, by: int, at: int, lag: int) -> None:
        if not lag:
            return
        seat = self._clocks.seats[by]
        if self._clocks.limit is not None or seat.since is None or lag > max(0, at - seat.since):
            raise ClockFault(
                say("seat {seat} was given {ms} ms back for its line, more than its clock ran", seat=by, ms=lag)
            )
        due = seat.runs_out()
        needed = 0 if due is None else at - due + 1
        if lag > MOVE_LAG_MS and (lag > FLAG_LAG_MS or lag != needed):
            text = say(
                "seat {seat} was given {ms} ms back for its line, more than it needed and may have", seat=by, ms=lag
            )
            raise ClockFault(text)

    def _say(self, said: re.Match[str], at: int) -> None:
        clocks = self._clocks
        match next(name for name in _WORDS if said[name]):
            case "outage":
                clocks.skip(int(said["began"]), int(said["ended"]))
            case "vacation":
                if not clocks.seats[self._seat(said["away"])].leave(int(said["days"]), at):
                    text = say("seat {seat} takes more days of vacation than it has", seat=said["away"])
                    raise ClockFault(text)
            case "credit":
                clocks.credit(map(self._seat, said["credited"].split(",")), int(said["ms"]))
            case "berserk":
                clocks.halve(self._seat(said["halved"]))
            case "flag":
                self._flag([self._seat(text) for text in said["fallen"].split(",")], at)
            case "pause":
                clocks.hold(at)
                self._held = True
            case "resume":
                self._held = False
            case "reinstate":
                self.blind = say("the referee took a ruling back: the clocks from there on are the referee's word")

    def _seat(self, text: str) -> int:
        if int(text) >= len(self._clocks.seats):
            raise ClockFault(say("there is no seat {seat}", seat=text))
        return int(text)

    def _flag(self, seats: list[int], at: int) -> None:
        self.flags += 1
        for seat in seats:
            due = self._clocks.runs_out(seat)
            if due is None:
                raise ClockFault(say("the flag of seat {seat} fell while its clock stood still", seat=seat))
            if due != at:
                if at < due:
                    raise ClockFault(say("the flag of seat {seat} fell {ms} ms too early", seat=seat, ms=due - at))
                raise ClockFault(say("the flag of seat {seat} fell {ms} ms too late", seat=seat, ms=at - due))
        for seat in set(self._clocks.running()) - set(seats):
            due = self._clocks.runs_out(seat)
            if due is not None and due + FLAG_LAG_MS <= at:  # less may have been given back for its line
                text = say("the flag of seat {seat} should have fallen {ms} ms before this one", seat=seat, ms=at - due)
                raise ClockFault(text)

    def _end_of_limit(self, at: int) -> None:
        self.flags += 1
        if self._clocks.ends_at != at:
            text = say("the time of the match was over at {due}, not at {at}", due=self._clocks.ends_at, at=at)
            raise ClockFault(text)

    def _compare(self, told: list[Any], at: int, before: list[int] | None) -> None:
        """`before`: a ruling may be told with the clocks as they were, or as they are by it."""
        found = self._clocks.left(at)
        if told in (found, before):
            return
        if len(told) != len(found):
            raise ClockFault(say("there are {found} clocks, not {wanted}", found=len(told), wanted=len(found)))
        seat = next(number for number, ms in enumerate(found) if told[number] != ms)
        ms, right = told[seat], found[seat]
        raise ClockFault(
            say("seat {seat} is said to have {told} ms left, but it has {found}", seat=seat, told=ms, found=right)
        )


_WORDS = ("outage", "vacation", "credit", "berserk", "flag", "pause", "resume", "reinstate")
