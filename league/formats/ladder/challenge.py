"""Who may challenge whom."""

from __future__ import annotations

from datetime import datetime, timedelta

from engines.words import say, say_many
from league.formats.ladder.state import Ladder


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
        raise NotAllowed(
            "out-of-reach",
            say_many(
                "You can challenge up to {n} place above you.",
                "You can challenge up to {n} places above you.",
                ladder.settings.reach,
            ),
        )
    for other in ladder.open:
        if challenger in (other.challenger, other.challenged):
            raise NotAllowed("busy", say("You have an open challenge already."))
        if challenged in (other.challenger, other.challenged):
            raise NotAllowed("opponent-busy", say("Your opponent has an open challenge already."))
    if ladder.protected_until.get(challenged, at) > at:
        raise NotAllowed("protected", say("Your opponent has just played a challenge and cannot be challenged yet."))
    met = ladder.met_at.get((challenger, challenged))
    if met is not None and met + timedelta(days=ladder.settings.rematch_days) > at:
        raise NotAllowed(
            "too-soon",
            say_many(
                "You can challenge the same opponent again after {n} day.",
                "You can challenge the same opponent again after {n} days.",
                ladder.settings.rematch_days,
            ),
        )


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
