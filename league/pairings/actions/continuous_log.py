"""Adding to the log of an arena or a ladder. The event must be locked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Max

from league.events.models import Event, EventStatus, Pairing, Side, Stage, Step, StepKind
from league.events.rules.steps import AnyStep, data_of
from league.formats.arena.state import Ended, Stopped
from league.formats.ladder.state import Played
from league.standings.queries.steps import moment_of
from matches.queries.berserk import berserk_of


def write_steps(stage: Stage, steps: Sequence[AnyStep], pairing: Sequence[int] = ()) -> None:
    """Add steps; `pairing` are the ids of the pairings that they are about, one each, where they are about pairings."""
    following = _last(stage) + 1
    rows = []
    for number, step in enumerate(steps):
        kind, data = data_of(step, pairing[number] if pairing else None)
        rows.append(Step(stage=stage, number=following + number, kind=kind, data=data, at=step.at))
    Step.objects.bulk_create(rows)


def write_passed(stage: Stage, at: datetime) -> None:
    """Note that time has had its effect up to this moment."""
    Step.objects.create(stage=stage, number=_last(stage) + 1, kind=StepKind.PASSED, at=at)


def log_result(event: Event, pairing: Pairing, sides: Sequence[Side], absent: Collection[int], at: datetime) -> None:
    """Log how a pairing ended, once. Who did not come to it (`absent`, entrants) is not paired again by an arena."""
    stage = pairing.round.stage
    if stage.steps.filter(kind__in=[StepKind.ENDED, StepKind.PLAYED], data__pairing=pairing.pk).exists():
        return
    moment = moment_of(stage, at)
    if not stage.traits.by_challenge:
        write_steps(stage, [_ended(stage, pairing, sides, moment)], [pairing.pk])
        write_steps(stage, [Stopped(one, moment) for one in absent])
        if event.status == EventStatus.RUNNING and event.paused_at is None:
            event.next_round_at = at
            event.save(update_fields=["next_round_at"])
        return
    accepted = stage.steps.get(kind=StepKind.ACCEPTED, data__pairing=pairing.pk).data
    one, other = accepted["challenger"], accepted["challenged"]
    made = {side.entrant_id: side.halves or 0 for side in sides}
    first_seat = None if pairing.forfeit else sides[0].entrant_id
    write_steps(stage, [Played(one, other, (made[one], made[other]), moment, first_seat)], [pairing.pk])


def _ended(stage: Stage, pairing: Pairing, sides: Sequence[Side], moment: datetime) -> Ended:
    """Sides are seats here: the first entrant of an arena's pairing has seat 0."""
    first, second = (side.halves or 0 for side in sides)
    step = Ended(int(pairing.key), (first, second), moment)
    match_id = (
        pairing.series.values_list("match", flat=True).first() if stage.traits.has_berserk(stage.settings) else None
    )
    gone = None if match_id is None else berserk_of(match_id)
    if gone is None:
        return step
    return replace(step, berserk=(gone.seats[0], gone.seats[1]), moves=(gone.moves[0], gone.moves[1]))


def _last(stage: Stage) -> int:
    return stage.steps.aggregate(last=Max("number"))["last"] or 0
