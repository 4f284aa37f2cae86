"""Pairing in arenas and ladders, and writing of their logs. The event must be locked."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Max

from engines.words import Message, say, stored
from league.events.models import Entrant, Event, EventStatus, Pairing, Side, Stage, Step, StepKind
from league.formats.arena.state import Ended, Paired, Stopped
from league.formats.ladder.state import Played
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import CONTINUOUS
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.actions.pairing_generation import write_rounds
from league.standings.steps import AnyStep, Log, data_of, log_of, moment_of
from matches.queries.offers import berserk_of

BOT_THINKS = timedelta(seconds=5)
"""Delay before a challenged bot on a ladder accepts."""


def write_steps(stage: Stage, steps: Sequence[AnyStep], pairing: Sequence[int] = ()) -> None:
    """Append steps; `pairing_ids` has one id per step, if the steps are about pairings."""
    following = _last(stage) + 1
    rows = []
    for number, step in enumerate(steps):
        kind, data = data_of(step, pairing[number] if pairing else None)
        rows.append(Step(stage=stage, number=following + number, kind=kind, data=data, at=step.at))
    Step.objects.bulk_create(rows)


def write_passed(stage: Stage, at: datetime) -> None:
    """Record that the effects of time up to this moment have been applied."""
    Step.objects.create(stage=stage, number=_last(stage) + 1, kind=StepKind.PASSED, at=at)


def log_result(event: Event, pairing: Pairing, sides: Sequence[Side], absent: Collection[int], at: datetime) -> None:
    """Log the result of a pairing once. An arena does not pair `absent` entrants again."""
    stage = pairing.round.stage
    if stage.steps.filter(kind__in=[StepKind.ENDED, StepKind.PLAYED], data__pairing=pairing.pk).exists():
        return
    moment = moment_of(stage, at)
    if not stage.traits.by_challenge:
        write_steps(stage, [_ended(stage, pairing, sides, moment)], [pairing.pk])
        write_steps(stage, [Stopped(one, moment) for one in absent])
        if event.status == EventStatus.RUNNING and event.paused_at is None:
            event.update(next_round_at=at)
        return
    accepted = stage.steps.get(kind=StepKind.ACCEPTED, data__pairing=pairing.pk).data
    one, other = accepted["challenger"], accepted["challenged"]
    made = {side.entrant_id: side.halves or 0 for side in sides}
    first_seat = None if pairing.forfeit else sides[0].entrant_id
    write_steps(stage, [Played(one, other, (made[one], made[other]), moment, first_seat)], [pairing.pk])


def _ended(stage: Stage, pairing: Pairing, sides: Sequence[Side], moment: datetime) -> Ended:
    """Return the result step; sides equal seats here, as the first entrant of an arena's pairing has seat 0."""
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


def open_wave(event: Event, stage: Stage, drawn: Sequence[Drawn], label: Message | None, at: datetime) -> list[Pairing]:
    """Create pairings that start now, and open their matches."""
    row = write_rounds(stage, [drawn])[0]
    row.update(started_at=at, label=stored(label or say("Wave {number}", number=row.number)))
    pairings = list(row.pairings.order_by("board"))
    seated = entrants_by_side(pairings)
    berserk = stage.traits.has_berserk(stage.settings)
    open_due(event, [Due(one, seated[one.pk]) for one in pairings], at, berserk=berserk, tell=False)
    return pairings


def pair_waiting(event: Event, stage: Stage, log: Log, at: datetime) -> int:
    """Pair the free entrants of an arena and return the number of matches."""
    moment = log.moment(at)
    drawn = CONTINUOUS[stage.format].pairings(log.settings, log.steps, moment)
    if drawn:
        pairings = open_wave(event, stage, drawn, None, at)
        steps = [Paired(int(one.key), (one.entrants[0], one.entrants[1]), moment) for one in drawn]
        write_steps(stage, steps, [one.pk for one in pairings])
    return len(drawn)


def plan_pulse(event: Event, stage: Stage, at: datetime, *, paired: bool = False) -> None:
    """Set when the sweep next has to process the stage because time alone changes something.

    An arena is due immediately unless its waiting players have just been `paired`.
    """
    event.update(
        next_round_at=None if event.paused_at or event.status != EventStatus.RUNNING else _next(stage, at, paired)
    )


def _next(stage: Stage, at: datetime, paired: bool) -> datetime | None:
    log = log_of(stage)
    if not stage.traits.by_challenge:
        moment = log.moment(at)
        now = log.arena(moment)
        if not now.on(moment):
            return None
        return now.end if paired else at
    now_ladder = log.ladder(log.known_at)
    bots = set(stage.places.exclude(entrant__player__bot="").values_list("entrant", flat=True))
    answers = [one.at + BOT_THINKS for one in now_ladder.open if not one.accepted and one.challenged in bots]
    change = now_ladder.next_change()
    return min([*answers, *([change] if change else [])], default=None)


def begin_continuous(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> None:
    """Start the log with all entrants. An arena creates its first matches immediately."""
    opening = CONTINUOUS[stage.format].opening(at)
    write_steps(stage, [*opening, *(joined_step(stage, one, at) for one in entrants)])
    if not stage.traits.by_challenge:
        pair_waiting(event, stage, log_of(stage), at)
    plan_pulse(event, stage, at, paired=True)


def joined_step(stage: Stage, entrant: Entrant, at: datetime) -> AnyStep:
    """Return the step that adds an entrant to an arena or ladder."""
    step: AnyStep = CONTINUOUS[stage.format].joined(entrant.pk, round(entrant.rating or 0), at)
    return step
