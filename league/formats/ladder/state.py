"""The state of a ladder at a moment, computed from its log and the time passed, and the rules for challenges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engines.common import bounded_steps
from engines.i18n import translate as _, translate_n

MAX_CHANGES = 100_000
"""Upper limit of time-based changes between two steps of the log."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A new entrant joins at the bottom."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant leaves the ladder."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Challenged:
    """An entrant challenges a higher one."""

    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Accepted:
    """A challenge is accepted. Its two entrants identify it while it is open."""

    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Declined:
    """A challenge is declined."""

    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted challenge ended: half points of challenger and challenged; (0, 0) if both were absent.

    `first` is the entrant in the first seat, None for a forfeit.
    """

    challenger: int
    challenged: int
    halves: tuple[int, int]
    at: datetime
    first: int | None = None


Step = Joined | Withdrawn | Challenged | Accepted | Declined | Played


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of a ladder, as the organiser set them."""

    reach: int = 3
    answer_days: int = 3
    decline_limit: int = 2
    decline_penalty: str = "drop"
    inactive_days: int = 30
    protection_days: int = 2
    rematch_days: int = 7


@dataclass(slots=True)
class OpenChallenge:
    """An open challenge. `number` counts the challenges of the ladder from 1."""

    number: int
    challenger: int
    challenged: int
    at: datetime
    accepted: bool = False


@dataclass(slots=True)
class Ladder:
    """The state of a ladder; `order` is from the top.

    A step that no longer fits (its entrant withdrew, or an earlier result changed) moves no entrant, so that an edited
    log still yields a valid ladder.
    """

    settings: Settings
    order: list[int] = field(default_factory=list)
    open: list[OpenChallenge] = field(default_factory=list)
    challenges: int = 0
    declines: Counter[int] = field(default_factory=Counter)
    """Consecutive declines by entrant."""
    active_at: dict[int, datetime] = field(default_factory=dict)
    protected_until: dict[int, datetime] = field(default_factory=dict)
    met_at: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """Time of the last match by (challenger, challenged)."""
    results: list[Played] = field(default_factory=list)

    def at(self, moment: datetime) -> Ladder:
        """Advance to this moment: expired challenges count as declined, and inactive entrants drop one place."""
        for _unused in bounded_steps(MAX_CHANGES, "a ladder"):
            due = self.next_change()
            if due is None or due > moment:
                break
            expired = [challenge for challenge in self.open if not challenge.accepted and self._answer_due(challenge) == due]
            if expired:
                self._decline(expired[0], due)
            else:
                self._drop_idle(due)
        return self

    def next_change(self) -> datetime | None:
        """Return when time alone will next change the ladder."""
        answers = (self._answer_due(challenge) for challenge in self.open if not challenge.accepted)
        return min((*answers, *self._idle_from().values()), default=None)

    def _answer_due(self, challenge: OpenChallenge) -> datetime:
        return challenge.at + timedelta(days=self.settings.answer_days)

    def _idle_from(self) -> dict[int, datetime]:
        """Return, from the top, when each entrant without a challenge became or will become inactive."""
        busy = {player for challenge in self.open for player in (challenge.challenger, challenge.challenged)}
        rest = timedelta(days=self.settings.inactive_days)
        return {entrant: self.active_at[entrant] + rest for entrant in self.order if entrant not in busy} if rest else {}

    def _drop_idle(self, when: datetime) -> None:
        """Move all entrants who become inactive at this moment one place down, below active ones."""
        idle = {entrant for entrant, since in self._idle_from().items() if since <= when}
        for index in range(len(self.order) - 2, -1, -1):
            if self.order[index] in idle and self.order[index + 1] not in idle:
                self.order[index], self.order[index + 1] = self.order[index + 1], self.order[index]
        for entrant in idle:
            self.active_at[entrant] = when

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
                for challenge in self._find_challenges(challenger, challenged):
                    challenge.accepted = True
            case Declined(challenger, challenged):
                for challenge in self._find_challenges(challenger, challenged):
                    self._decline(challenge, step.at)
            case Played():
                self._play(step)

    def _find_challenges(self, challenger: int, challenged: int) -> list[OpenChallenge]:
        return [
            challenge for challenge in self.open if (challenge.challenger, challenge.challenged) == (challenger, challenged)
        ]

    def _challenge(self, challenger: int, challenged: int, at: datetime) -> None:
        if challenger in self.order and challenged in self.order and not self._find_challenges(challenger, challenged):
            self.challenges += 1
            self.open.append(OpenChallenge(self.challenges, challenger, challenged, at))

    def _leave(self, entrant: int, at: datetime) -> None:
        if entrant in self.order:
            self.order.remove(entrant)
            self.declines.pop(entrant, None)
        self._close([challenge for challenge in self.open if entrant in (challenge.challenger, challenge.challenged)], at)

    def _close(self, closed: Sequence[OpenChallenge], at: datetime) -> None:
        """Close these challenges. Time spent waiting for one does not count as inactivity."""
        self.open = [challenge for challenge in self.open if challenge not in closed]
        for challenge in closed:
            for player in (challenge.challenger, challenge.challenged):
                if player in self.active_at:
                    self.active_at[player] = max(self.active_at[player], at)

    def _decline(self, challenge: OpenChallenge, at: datetime) -> None:
        """Apply the penalty at the decline limit: one place down, or (by the other setting) loss by forfeit."""
        self._close([challenge], at)
        self.declines[challenge.challenged] += 1
        if self.declines[challenge.challenged] >= self.settings.decline_limit:
            self.declines[challenge.challenged] = 0
            if self.settings.decline_penalty == "forfeit":
                self._overtake(challenge.challenger, challenge.challenged)
            else:
                place = self.order.index(challenge.challenged)
                self.order[place : place + 2] = reversed(self.order[place : place + 2])

    def _overtake(self, winner: int, loser: int) -> None:
        """Give the winner the loser's place; the loser and all between them move one place down."""
        winner_place, loser_place = self.order.index(winner), self.order.index(loser)
        if winner_place > loser_place:
            self.order.insert(loser_place, self.order.pop(winner_place))

    def _play(self, step: Played) -> None:
        pair = (step.challenger, step.challenged)
        self._close(self._find_challenges(*pair), step.at)
        if not set(pair) <= set(self.order):
            return
        self.results.append(step)
        self.met_at[pair] = step.at
        for entrant in pair:
            self.active_at[entrant] = step.at
        if any(step.halves):
            self.declines.pop(step.challenged, None)
            self.protected_until[step.challenged] = step.at + timedelta(days=self.settings.protection_days)
        if step.halves[0] > step.halves[1]:
            self._overtake(*pair)


def fold_ladder(settings: Settings, log: Sequence[Step], at: datetime) -> Ladder:
    """Return the ladder's state at a moment; later steps of the log are ignored."""
    state = Ladder(settings)
    for step in log:
        if step.at <= at:
            state.take(step)
    return state.at(at)


class NotAllowed(ValueError):
    """Raised for a challenge that breaks the ladder's rules; has a stable code and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def check_challenge(ladder: Ladder, challenger: int, challenged: int, at: datetime) -> None:
    """Raise NotAllowed unless the challenge can be made at this moment."""
    for entrant in (challenger, challenged):
        if entrant not in ladder.order:
            raise NotAllowed("not-on-ladder", _("Both players must be on the ladder."))
    places = ladder.order.index(challenger) - ladder.order.index(challenged)
    if places <= 0:
        raise NotAllowed("not-above", _("You can only challenge players above you."))
    if places > ladder.settings.reach:
        text = translate_n(
            "You can challenge up to {n} rank above you.", "You can challenge up to {n} ranks above you.", ladder.settings.reach
        )
        raise NotAllowed("out-of-reach", text)
    for challenge in ladder.open:
        if challenger in (challenge.challenger, challenge.challenged):
            raise NotAllowed("busy", _("You already have an open challenge."))
        if challenged in (challenge.challenger, challenge.challenged):
            raise NotAllowed("opponent-busy", _("Your opponent already has an open challenge."))
    if ladder.protected_until.get(challenged, at) > at:
        raise NotAllowed("protected", _("Your opponent has just played a challenge. Try again later."))
    met_at = ladder.met_at.get((challenger, challenged))
    if met_at is not None and met_at + timedelta(days=ladder.settings.rematch_days) > at:
        text = translate_n(
            "You can challenge the same opponent again after {n} day.",
            "You can challenge the same opponent again after {n} days.",
            ladder.settings.rematch_days,
        )
        raise NotAllowed("too-soon", text)


def list_challengeable(ladder: Ladder, challenger: int, at: datetime) -> tuple[int, ...]:
    """Return the entrants that this entrant may challenge now, from the top."""
    allowed = []
    for entrant in ladder.order:
        try:
            check_challenge(ladder, challenger, entrant, at)
        except NotAllowed:
            continue
        allowed.append(entrant)
    return tuple(allowed)
