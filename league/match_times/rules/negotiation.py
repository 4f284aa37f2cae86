"""How two players agree on a time: proposals, answers, changes and deadlines, as an immutable value.

Sides are 0 and 1. The first time comes from one side's acceptance of the other's proposal, from the event's policy, or
from an organiser. After that a change needs both sides in the same way; until they agree, the known time holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _
from league.events.silence_policy import SilencePolicy
from matches.errors import ActionError

MAX_SLOTS = 3
"""Most times in a proposal."""
MIN_NOTICE = timedelta(minutes=30)
"""The least time from a proposal to its slots."""
REMINDER = timedelta(hours=1)
"""How long before their match the players are reminded of it."""
MAX_STEPS = 50
"""Most proposals and refusals of a pairing."""


class TimeStatus(models.TextChoices):
    """What is known about the time of a pairing."""

    WAITING = "waiting", gettext_lazy("Not agreed yet")
    REFEREE = "referee", gettext_lazy("Needs an organiser")
    """Nobody answered in time; an organiser sets the time or rules, unless the players agree first."""
    AGREED = "agreed", gettext_lazy("Agreed")
    DEFAULT = "default", gettext_lazy("Set automatically")
    """Set by the event's policy."""
    ORGANISER = "organiser", gettext_lazy("Set by an organiser")


@dataclass(frozen=True, slots=True)
class Terms:
    """The event's settings for silence: hours until the reminder, and again until the policy applies."""

    hours: int
    policy: str


@dataclass(frozen=True, slots=True)
class Negotiation:
    """The state of an agreement. `time` is the known time of the match; `proposer` and `slots` are an open proposal."""

    opened_at: datetime
    closes_at: datetime
    default_at: datetime
    since: datetime
    status: str = TimeStatus.WAITING
    time: datetime | None = None
    proposer: int | None = None
    slots: tuple[datetime, ...] = ()
    reminded: bool = False
    revision: int = 0

    @property
    def notice(self) -> timedelta:
        """Return how long before the default slot the policy applies at the latest."""
        return min(timedelta(days=1), (self.closes_at - self.opened_at) / 4)

    def list_silent_sides(self) -> tuple[int, ...]:
        """Return the sides whose turn it is to propose or to answer."""
        if self.proposer is not None:
            return (1 - self.proposer,)
        return (0, 1) if self.time is None else ()

    def reminder_at(self, terms: Terms) -> datetime:
        """Return when the silent sides are reminded."""
        return self.since + (self.policy_at(terms) - self.since) / 2

    def policy_at(self, terms: Terms) -> datetime:
        """Return when the event's policy applies if nobody takes a step until then."""
        latest = self.default_at - self.notice
        return min(self.since + 2 * timedelta(hours=terms.hours), max(latest, self.opened_at))

    def find_due(self, terms: Terms) -> datetime | None:
        """Return when the next reminder or the policy is due, None if nothing is."""
        if self.time is not None:
            return None if self.reminded else max(self.since, self.time - REMINDER)
        if self.status == TimeStatus.REFEREE:
            return None
        return self.policy_at(terms) if self.reminded else self.reminder_at(terms)

    def propose(self, side: int, slots: Sequence[datetime], at: datetime) -> "Negotiation":
        """Return the state after a proposal, which replaces an open one. A slot that both have proposed is agreed at once."""
        self._check_step(at)
        chosen = tuple(dict.fromkeys(slots))
        if not 1 <= len(chosen) <= MAX_SLOTS:
            raise ActionError("bad-slots", _("Choose one to {most} times.", most=MAX_SLOTS), "slots")
        if any(not at + MIN_NOTICE <= slot <= self.closes_at for slot in chosen):
            text = _(
                "Choose times at least {least} minutes from now and within the play window.", least=MIN_NOTICE.seconds // 60
            )
            raise ActionError("out-of-range", text, "slots")
        if self.time in chosen:
            raise ActionError("same-time", _("Your match is already at this time. Choose another one."), "slots")
        if self.proposer == 1 - side and (common := next((slot for slot in self.slots if slot in chosen), None)):
            return self._set(TimeStatus.AGREED, common, at)
        return self._step(at, proposer=side, slots=chosen)

    def accept(self, side: int, slot: datetime, at: datetime) -> "Negotiation":
        """Return the state after this side has accepted a time that the other one has proposed."""
        self._check_step(at)
        if self.proposer is None or slot not in self.slots:
            raise ActionError("answered", _("This time is no longer proposed. Reload the page."), "slot")
        if self.proposer == side:
            raise ActionError("own-proposal", _("This is your own proposal. Wait for your opponent's answer."), "slot")
        if slot <= at:
            raise ActionError("in-the-past", _("This time has passed. Propose another one."), "slot")
        return self._set(TimeStatus.AGREED, slot, at)

    def decline(self, side: int, at: datetime) -> "Negotiation":
        """Return the state after the open proposal was declined, or withdrawn by the side that made it."""
        self._check_step(at)
        if self.proposer is None:
            raise ActionError("answered", _("There is no open proposal. Reload the page."))
        return self._step(at, proposer=None, slots=())

    def set_time(self, time: datetime | None, at: datetime) -> "Negotiation":
        """Return the state after an organiser has set the time, or removed it so that the players agree on another one."""
        if time is None:
            return replace(self._set(TimeStatus.WAITING, None, at), time=None)
        return self._set(TimeStatus.ORGANISER, time, at)

    def set_default(self, at: datetime) -> "Negotiation":
        """Return the state with the default slot as its time."""
        return self._set(TimeStatus.DEFAULT, self.default_at, at)

    def apply_deadline(self, terms: Terms, slots: Sequence[datetime], at: datetime) -> "Negotiation":
        """Return the state after everything that is due: a reminder, or the policy with the first of these common slots.

        Each state has at most one thing due; call it again for the next one. Returns the same object if nothing is due.
        """
        due = self.find_due(terms)
        if due is None or due > at:
            return self
        if self.time is not None or not self.reminded:
            return replace(self, reminded=True)
        if terms.policy == SilencePolicy.REFEREE:
            return replace(self, status=TimeStatus.REFEREE, revision=self.revision + 1)
        return self._set(TimeStatus.DEFAULT, self._choose_slot(slots, at), at)

    def _choose_slot(self, slots: Sequence[datetime], at: datetime) -> datetime:
        """Return a proposed slot that suits both, the best common one, or the default slot; after that, a time soon."""
        earliest = at + min(self.notice, max(timedelta(), self.default_at - at))
        suitable = [slot for slot in slots if slot >= earliest]
        proposed = [slot for slot in self.slots if slot in suitable]
        return next(iter([*proposed, *suitable]), self.default_at if self.default_at > at else at + self.notice)

    def _check_step(self, at: datetime) -> None:
        if self.time is not None and self.time <= at:
            raise ActionError("already-started", _("The time of this match has come. Ask an organiser to change it."))
        if self.revision >= MAX_STEPS:
            raise ActionError("limit-reached", _("There were too many proposals. Ask an organiser to set the time."))

    def _step(self, at: datetime, *, proposer: int | None, slots: tuple[datetime, ...]) -> "Negotiation":
        timed = self.time is not None
        return replace(
            self, proposer=proposer, slots=slots, since=self.since if timed else at, revision=self.revision + 1,
            reminded=self.reminded and timed,
        )  # fmt: skip

    def _set(self, status: str, time: datetime | None, at: datetime) -> "Negotiation":
        return replace(
            self, status=status, time=time, proposer=None, slots=(), since=at, reminded=False, revision=self.revision + 1
        )
