"""The ladder as a format without rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.words import marked
from league.formats.ladder.state import (
    Accepted,
    Challenged,
    Declined,
    Joined,
    Ladder,
    Played,
    Settings,
    Step,
    Withdrawn,
    ladder,
)
from league.formats.protocol import Continuous, Pairing, Place
from league.formats.settings import Field, entrants_from, read
from league.formats.tables import Tally


class LadderFormat(Continuous[Settings, Step]):
    """The ladder format: the winner of a challenge takes the higher rank."""

    key = "ladder"
    title = marked("Ladder")
    within = marked("ladder")
    about = marked("Players challenge those above them and take their rank by winning. Runs until you end it.")
    fields = (
        Field("reach", marked("Challenge range (ranks above)"), 3, 1, 100),
        Field(
            "answer_days",
            marked("Response time (days)"),
            3,
            1,
            60,
            help=marked("An unanswered challenge counts as declined."),
        ),
        Field(
            "decline_limit", marked("Declines in a row"), 2, 1, 20, help=marked("How many before the penalty applies.")
        ),
        Field(
            "decline_penalty",
            marked("Penalty"),
            "drop",
            choices=(("drop", marked("lose one rank")), ("forfeit", marked("the challenger takes the rank"))),
        ),
        Field(
            "inactive_days",
            marked("Days without a match before losing a rank"),
            30,
            0,
            365,
            help=marked("0 = no limit."),
        ),
        Field("protection_days", marked("Protection after a challenge (days)"), 2, 0, 60),
        Field("rematch_days", marked("Wait before the same challenge (days)"), 7, 0, 365),
    )
    by_challenge = True
    steps = (Joined, Withdrawn, Challenged, Accepted, Declined, Played)

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, 2000, entrants, marked("A ladder"))
        return settings

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """Return all accepted challenges without a result; `key` is the number of the challenge."""
        now = ladder(settings, log, at)
        tilt = _tilt(now)
        return tuple(
            Pairing(
                (one.challenger, one.challenged)
                if tilt[one.challenger] < tilt[one.challenged]
                else (one.challenged, one.challenger),
                key=str(one.number),
            )
            for one in now.open
            if one.accepted
        )

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Place, ...]:
        """Return the ladder from the top, with the points of all matches."""
        now = ladder(settings, log, at)
        table = {one: Tally() for one in now.order}
        for step in now.results:
            for who, own, other in (
                (step.challenger, step.halves[0], step.halves[1]),
                (step.challenged, step.halves[1], step.halves[0]),
            ):
                if who in table:
                    table[who].halves += own
                    table[who].count(own, other)
        return tuple(table[one].line(rank, one, table[one].halves) for rank, one in enumerate(now.order, 1))

    def joined(self, entrant: int, rating: int, at: datetime) -> Step:
        return Joined(entrant, at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Withdrawn(entrant, at)


def _tilt(now: Ladder) -> Counter[int]:
    """Return first seats minus second seats. The lower of two gets the first seat; if equal, the challenged one."""
    tilt: Counter[int] = Counter()
    for step in now.results:
        if step.first is not None:
            for one in (step.challenger, step.challenged):
                tilt[one] += 1 if one == step.first else -1
    return tilt
