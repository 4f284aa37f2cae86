"""Copies of events, and successors of recurring events."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from league.events.actions.event_lifecycle import PLAN_FIELDS, Plan, create_event, lock_event, lock_managed, log_action
from league.events.models import Event, EventStatus
from league.events.stage_plans import StagePlan
from matches.clock import TimeControl

OWN_SETTINGS = ("forbidden", "avoided", "calendar")
"""Stage settings that concern only its own entrants and dates."""
STARTED_STATUSES = (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED)


def get_event_plan(event: Event) -> Plan:
    """Return the plan of an event, including its season."""
    return Plan(
        **{name: getattr(event, name) for name in PLAN_FIELDS if name != "control"},
        control=TimeControl(**event.control),
        season_id=event.season_id,
        starts_at=event.starts_at,
        stages=[StagePlan(stage.format, stage.settings, stage.takes) for stage in event.stages.order_by("number")],
    )


def clear_entrant_settings(stage: StagePlan) -> StagePlan:
    """Return a stage plan without settings that concern entrants or dates."""
    return replace(stage, settings={key: value for key, value in stage.settings.items() if key not in OWN_SETTINGS})


def create_from_event(
    event: Event, by: int, at: datetime, *, limited: bool = True, follows: bool = True, **changes: Any
) -> int:
    """Create an event with the plan of another, changed by `changes`, without season and entrants; return its id.

    With `follows`, the new event becomes the successor of `event`, which can have only one.
    """
    original = get_event_plan(event)
    plan = replace(original, season_id=None, stages=[clear_entrant_settings(stage) for stage in original.stages])
    copy_id = create_event(by=by, plan=replace(plan, **changes), at=at, limited=limited)
    Event.objects.filter(pk=copy_id).update(copied_from=event, repeat_of=event if follows else None)
    return copy_id


@transaction.atomic
def copy_event(*, event_id: int, by: int, at: datetime) -> int:
    """Create a draft with the plan of this event, no entrants, manual start and no recurrence; return its id."""
    event = lock_managed(event_id, by)
    copy_id = create_from_event(event, by, at, follows=False, starts_at=None, repeat_days=0, draft=True)
    log_action(event, by, "event.copied", after={"copy": copy_id}, at=at)
    return copy_id


@transaction.atomic
def open_successor(*, event_id: int, at: datetime) -> int | None:
    """Open the successor of a started recurring event once; return its id, None if it exists already.

    It starts `repeat_days` after this event's planned start; dates already past are skipped.
    """
    event = lock_event(event_id)
    if not event.repeat_days or event.status not in STARTED_STATUSES or Event.objects.filter(repeat_of=event).exists():
        return None
    start = event.starts_at or event.started_at
    assert start is not None
    days = timedelta(days=event.repeat_days)
    starts_at = start + days * max(1, (at - start) // days + 1)
    return create_from_event(event, event.organiser_id, at, limited=False, starts_at=starts_at)
