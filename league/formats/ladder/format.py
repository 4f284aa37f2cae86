"""The ladder as a format without rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.i18n import mark
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
    fold_ladder,
)
from league.formats.protocol import Continuous, Pairing, TableRow
from league.formats.settings import Field, check_entrant_count, parse_settings
from league.formats.tables import Tally


class LadderFormat(Continuous[Settings, Step]):
    """The ladder format: the winner of a challenge takes the higher rank."""

    key = "ladder"
    title = mark("Ladder")
    within = mark("ladder")
    about = mark("Players challenge those above them and take their rank by winning. Runs until you end it.")
    fields = (
        Field("reach", mark("Challenge range (ranks above)"), 3, 1, 100),
        Field("answer_days", mark("Response time (days)"), 3, 1, 60, help=mark("An unanswered challenge counts as declined.")),
        Field("decline_limit", mark("Declines in a row"), 2, 1, 20, help=mark("How many before the penalty applies.")),
        Field(
            "decline_penalty",
            mark("Penalty"),
            "drop",
            choices=(("drop", mark("lose one rank")), ("forfeit", mark("the challenger takes the rank"))),
        ),
        Field("inactive_days", mark("Days without a match before losing a rank"), 30, 0, 365, help=mark("0 = no limit.")),
        Field("protection_days", mark("Protection after a challenge (days)"), 2, 0, 60),
        Field("rematch_days", mark("Wait before the same challenge (days)"), 7, 0, 365),
    )
    by_challenge = True
    steps = (Joined, Withdrawn, Challenged, Accepted, Declined, Played)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, 2000, entrants, mark("A ladder"))
        return settings

    def fold(self, settings: Settings, log: Sequence[Step], at: datetime) -> Ladder:
        return fold_ladder(settings, log, at)

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """Return all accepted challenges without a result; `key` is the number of the challenge."""
        state = fold_ladder(settings, log, at)
        tilts = _compute_tilts(state)
        return tuple(
            Pairing(
                (challenge.challenger, challenge.challenged)
                if tilts[challenge.challenger] < tilts[challenge.challenged]
                else (challenge.challenged, challenge.challenger),
                key=str(challenge.number),
            )
            for challenge in state.open
            if challenge.accepted
        )

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[TableRow, ...]:
        """Return the ladder from the top, with the points of all matches."""
        state = fold_ladder(settings, log, at)
        table = {entrant: Tally() for entrant in state.order}
        for step in state.results:
            for player, points, other in (
                (step.challenger, step.halves[0], step.halves[1]),
                (step.challenged, step.halves[1], step.halves[0]),
            ):
                if player in table:
                    table[player].halves += points
                    table[player].count(points, other)
        return tuple(table[entrant].line(rank, entrant, table[entrant].halves) for rank, entrant in enumerate(state.order, 1))

    def joined(self, entrant: int, rating: int, at: datetime, *, is_house_bot: bool = False) -> Step:
        return Joined(entrant, at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Withdrawn(entrant, at)


def _compute_tilts(state: Ladder) -> Counter[int]:
    """Return first seats minus second seats. The lower of two gets the first seat; if equal, the challenged one."""
    tilts: Counter[int] = Counter()
    for step in state.results:
        if step.first is not None:
            for entrant in (step.challenger, step.challenged):
                tilts[entrant] += 1 if entrant == step.first else -1
    return tilts
