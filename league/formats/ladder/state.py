"""A ladder at a moment: its log of steps folded, what time itself did in between, and who may challenge whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engines.common import steps
from engines.words import say, say_many

MOST_CHANGES = 100_000
"""More than time does to a ladder between two steps of its log."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A newcomer, at the bottom."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Withdrawn:
    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Challenged:
    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Accepted:
    """The one who was challenged accepts; a challenge is known by its two entrants while it is open."""

    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Declined:
    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """How an accepted challenge ended: half points of the challenger and the challenged; (0, 0) if neither came.

    `first` is who had the first seat, None for a forfeit."""

    challenger: int
    challenged: int
    halves: tuple[int, int]
    at: datetime
    first: int | None = None


Step = Joined | Withdrawn | Challenged | Accepted | Declined | Played


@dataclass(frozen=True, slots=True)
class Settings:
    reach: int = 3
    answer_days: int = 3
    decline_limit: int = 2
    decline_penalty: str = "drop"
    inactive_days: int = 30
    protection_days: int = 2
    rematch_days: int = 7


@dataclass(slots=True)
class Open:
    """A challenge that is not over. `number` counts the challenges of the ladder from 1."""

    number: int
    challenger: int
    challenged: int
    at: datetime
    accepted: bool = False


@dataclass(slots=True)
class Ladder:
    """`order` is from the top. A step that no longer fits (a result before it was changed, somebody withdrew) moves
    nobody, so that a changed log is always a ladder."""

    settings: Settings
    order: list[int] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    challenges: int = 0
    declines: Counter[int] = field(default_factory=Counter)
    """In a row, by entrant."""
    active_at: dict[int, datetime] = field(default_factory=dict)
    protected_until: dict[int, datetime] = field(default_factory=dict)
    met_at: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """(challenger, challenged): their last match."""
    results: list[Played] = field(default_factory=list)

    def at(self, moment: datetime) -> Ladder:
        """Let time pass: challenges without an answer in time count as declined, the inactive drop a place."""
        for _ in steps(MOST_CHANGES, "a ladder"):
            due = self.next_change()
            if due is None or due > moment:
                break
            late = [one for one in self.open if not one.accepted and self._answer_due(one) == due]
            if late:
                self._decline(late[0], due)
            else:
                self._drop_idle(due)
        return self

    def next_change(self) -> datetime | None:
        """When, if nothing is done, time itself will next change the ladder."""
        answers = (self._answer_due(one) for one in self.open if not one.accepted)
        return min((*answers, *self._idle_from().values()), default=None)

    def _answer_due(self, one: Open) -> datetime:
        return one.at + timedelta(days=self.settings.answer_days)

    def _idle_from(self) -> dict[int, datetime]:
        """By entrant without a challenge, from the top: since when it is too long idle, or will be."""
        busy = {who for one in self.open for who in (one.challenger, one.challenged)}
        rest = timedelta(days=self.settings.inactive_days)
        return {one: self.active_at[one] + rest for one in self.order if one not in busy} if rest else {}

    def _drop_idle(self, when: datetime) -> None:
        """All who are too long idle at this very moment drop below those who are not, by one place."""
        idle = {one for one, since in self._idle_from().items() if since <= when}
        for at in range(len(self.order) - 2, -1, -1):
            if self.order[at] in idle and self.order[at + 1] not in idle:
                self.order[at], self.order[at + 1] = self.order[at + 1], self.order[at]
        for one in idle:
            self.active_at[one] = when

    def take(self, step: Step) -> None:
        self.at(step.at)
        match step:
            case Joined(entrant):
                if entrant not in self.order:
                    self.order.append(entrant)
                    self.active_at[entrant] = step.at
            case Withdrawn(entrant):
                self._leave(entrant, step.at)
            case Challenged(challenger, challenged):
                self._challenge(challenger, challenged, step.at)
            case Accepted(challenger, challenged):
                for one in self._between(challenger, challenged):
                    one.accepted = True
            case Declined(challenger, challenged):
                for one in self._between(challenger, challenged):
                    self._decline(one, step.at)
            case Played():
                self._play(step)

    def _between(self, challenger: int, challenged: int) -> list[Open]:
        return [one for one in self.open if (one.challenger, one.challenged) == (challenger, challenged)]

    def _challenge(self, challenger: int, challenged: int, at: datetime) -> None:
        if challenger in self.order and challenged in self.order and not self._between(challenger, challenged):
            self.challenges += 1
            self.open.append(Open(self.challenges, challenger, challenged, at))

    def _leave(self, entrant: int, at: datetime) -> None:
        if entrant in self.order:
            self.order.remove(entrant)
            self.declines.pop(entrant, None)
        self._close([one for one in self.open if entrant in (one.challenger, one.challenged)], at)

    def _close(self, over: Sequence[Open], at: datetime) -> None:
        """End challenges. Who waited for one was not idle meanwhile."""
        self.open = [one for one in self.open if one not in over]
        for one in over:
            for who in (one.challenger, one.challenged):
                if who in self.active_at:
                    self.active_at[who] = max(self.active_at[who], at)

    def _decline(self, one: Open, at: datetime) -> None:
        """At the limit who declines loses a place, or (by the other rule) the match that it would not play."""
        self._close([one], at)
        self.declines[one.challenged] += 1
        if self.declines[one.challenged] >= self.settings.decline_limit:
            self.declines[one.challenged] = 0
            if self.settings.decline_penalty == "forfeit":
                self._overtake(one.challenger, one.challenged)
            else:
                place = self.order.index(one.challenged)
                self.order[place : place + 2] = reversed(self.order[place : place + 2])

    def _overtake(self, winner: int, loser: int) -> None:
        """The winner takes the loser's place; the loser and all between them go down by one."""
        here, there = self.order.index(winner), self.order.index(loser)
        if here > there:
            self.order.insert(there, self.order.pop(here))

    def _play(self, step: Played) -> None:
        pair = (step.challenger, step.challenged)
        self._close(self._between(*pair), step.at)
        if not set(pair) <= set(self.order):
            return
        self.results.append(step)
        self.met_at[pair] = step.at
        for one in pair:
            self.active_at[one] = step.at
        if any(step.halves):
            self.declines.pop(step.challenged, None)
            self.protected_until[step.challenged] = step.at + timedelta(days=self.settings.protection_days)
        if step.halves[0] > step.halves[1]:
            self._overtake(*pair)


def ladder(settings: Settings, log: Sequence[Step], at: datetime) -> Ladder:
    """The ladder at this moment; later steps of the log are left out."""
    made = Ladder(settings)
    for step in log:
        if step.at <= at:
            made.take(step)
    return made.at(at)


class NotAllowed(ValueError):
    """A challenge that the ladder's rules do not allow: a stable code and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def check_challenge(ladder: Ladder, challenger: int, challenged: int, at: datetime) -> None:
    """NotAllowed unless this challenge can be made on a ladder as it stands at that moment."""
    for one in (challenger, challenged):
        if one not in ladder.order:
            raise NotAllowed("not-on-ladder", say("Both must be on the ladder."))
    places = ladder.order.index(challenger) - ladder.order.index(challenged)
    if places <= 0:
        raise NotAllowed("not-above", say("You can only challenge somebody who stands above you."))
    if places > ladder.settings.reach:
        text = say_many(
            "You can challenge up to {n} place above you.",
            "You can challenge up to {n} places above you.",
            ladder.settings.reach,
        )
        raise NotAllowed("out-of-reach", text)
    for other in ladder.open:
        if challenger in (other.challenger, other.challenged):
            raise NotAllowed("busy", say("You have an open challenge already."))
        if challenged in (other.challenger, other.challenged):
            raise NotAllowed("opponent-busy", say("Your opponent has an open challenge already."))
    if ladder.protected_until.get(challenged, at) > at:
        raise NotAllowed("protected", say("Your opponent has just played a challenge and cannot be challenged yet."))
    met = ladder.met_at.get((challenger, challenged))
    if met is not None and met + timedelta(days=ladder.settings.rematch_days) > at:
        text = say_many(
            "You can challenge the same opponent again after {n} day.",
            "You can challenge the same opponent again after {n} days.",
            ladder.settings.rematch_days,
        )
        raise NotAllowed("too-soon", text)


def within_reach(ladder: Ladder, challenger: int, at: datetime) -> tuple[int, ...]:
    """Whom this entrant may challenge now, from the top."""
    allowed = []
    for one in ladder.order:
        try:
            check_challenge(ladder, challenger, one, at)
        except NotAllowed:
            continue
        allowed.append(one)
    return tuple(allowed)
