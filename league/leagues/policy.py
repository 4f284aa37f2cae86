"""What follows when somebody does not appear: an organiser's policy. Nothing here fetches."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices

from engines.words import say, say_many
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
            return say("Who does not appear is banned {span}.", span=self.span)
        return say_many(
            "Who does not appear once is warned; the next time brings a ban {span}.",
            "Who does not appear up to {n} times is warned; the next time brings a ban {span}.",
            self.warnings, span=self.span,
        )  # fmt: skip

    @property
    def span(self) -> str:
        if self.unit == Unit.DAYS:
            return say_many("for {n} day", "for {n} days", self.length)
        return say_many("until {n} event has begun", "until {n} events have begun", self.length)


def check_policy(policy: Policy) -> Policy:
    """The policy, if it can be one."""
    if policy.warnings is not None and not 0 <= policy.warnings <= MOST_WARNINGS:
        raise Refused(
            "out-of-range",
            say("Give a number of warnings from 0 to {most_warnings}.", most_warnings=MOST_WARNINGS),
            "no_show_warnings",
        )
    if not 1 <= policy.length <= MOST_LENGTH:
        raise Refused(
            "out-of-range",
            say("A ban lasts from 1 to {most_length} days or events.", most_length=MOST_LENGTH),
            "ban_length",
        )
    if policy.unit not in Unit.values:
        raise Refused("unknown-choice", say("Choose one of {values}.", values=", ".join(Unit.values)), "ban_unit")
    return policy
