"""What the sweep does for a running arena or ladder, when its time has come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from league.events.actions.event_lifecycle import announce, locked
from league.events.models import Event, EventStatus, Stage
from league.formats.registry import keys_with
from league.pairings.actions.continuous_log import write_passed
from league.pairings.actions.continuous_pairing import pair_waiting, plan_pulse
from league.pairings.actions.progression import go_on
from league.registration.actions.ladder_challenges import accept_as_bot
from league.standings.queries.steps import log_of


@transaction.atomic
def pulse(*, event_id: int, at: datetime) -> bool:
    """Pair who waits in an arena, or end it; let time have its effect on a ladder, and its bots answer.

    False where nothing was due: the lock makes every match once, however many sweep at the same moment.
    """
    event = locked(event_id)
    stage = event.stages.filter(started_at__isnull=False, finished_at=None, format__in=keys_with("continuous")).first()
    due = event.next_round_at is not None and event.next_round_at <= at
    if event.status != EventStatus.RUNNING or event.paused_at or stage is None or not due:
        return False
    if stage.traits.by_challenge:
        _pulse_ladder(event, stage, at)
    else:
        _pulse_arena(event, stage, at)
    announce(event_id)
    return True


def _pulse_arena(event: Event, stage: Stage, at: datetime) -> None:
    log = log_of(stage)
    if log.is_over(log.moment(at)):
        go_on(event, at)
        return
    pair_waiting(event, stage, log, at)
    plan_pulse(event, stage, at, paired=True)


def _pulse_ladder(event: Event, stage: Stage, at: datetime) -> None:
    log = log_of(stage)
    change = log.ladder(log.known_at).next_change()
    if change is not None and change <= at:
        write_passed(stage, log.moment(at))
    accept_as_bot(event, stage, at)
    plan_pulse(event, stage, at)
