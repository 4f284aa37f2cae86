"""What follows when somebody does not appear: an organiser's policy. Nothing here fetches."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices

from matches.refusals import Refused

LENGTH = 30
MOST_WARNINGS, MOST_LENGTH = 20, 730


class Unit(TextChoices):
    DAYS = "days"
    EVENTS = "events"


@dataclass(frozen=True, slots=True)
class Policy:
    """So many no-shows only warn; the next one bans for `length` days, or until so many events have begun.

    `warnings` None: there is no policy.
    """

    warnings: int | None = None
    length: int = LENGTH
    unit: str = Unit.DAYS

    @property
    def text(self) -> str:
        """In a sentence, empty where there is no policy.

        >>> Policy(0, 1, "events").text
        'Who does not appear is banned until 1 event has begun.'
        """
        if self.warnings is None:
            return ""
        if not self.warnings:
            return f"Who does not appear is banned {self.span}."
        times = "once is warned" if self.warnings == 1 else f"up to {self.warnings} times is warned"
        return f"Who does not appear {times}; the next time brings a ban {self.span}."

    @property
    def span(self) -> str:
        plural = "" if self.length == 1 else "s"
        if self.unit == Unit.DAYS:
            return f"for {self.length} day{plural}"
        return f"until {self.length} event{plural} {'have' if plural else 'has'} begun"


def check_policy(policy: Policy) -> Policy:
    """The policy, if it can be one."""
    if policy.warnings is not None and not 0 <= policy.warnings <= MOST_WARNINGS:
        raise Refused("out-of-range", f"Give a number of warnings from 0 to {MOST_WARNINGS}.", "no_show_warnings")
    if not 1 <= policy.length <= MOST_LENGTH:
        raise Refused("out-of-range", f"A ban lasts from 1 to {MOST_LENGTH} days or events.", "ban_length")
    if policy.unit not in Unit.values:
        raise Refused("unknown-choice", f"Choose one of {', '.join(Unit.values)}.", "ban_unit")
    return policy
