"""Copies of events, and successors of recurring events."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from league.events.actions.event_lifecycle import DECIDED, Plan, create_event, locked, managed, note
from league.events.models import Event, EventStatus
from league.events.stage_plans import StagePlan
from matches.clock import Control

OWN = ("forbidden", "avoided", "calendar")
"""Stage settings that concern only its own entrants and dates."""
RECURRING = (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED)


def plan_of(event: Event) -> Plan:
    """Return the plan of an event, including its season."""
    return Plan(
        **{name: getattr(event, name) for name in DECIDED if name != "control"},
        control=Control(**event.control),
        season_id=event.season_id,
        starts_at=event.starts_at,
        stages=[StagePlan(one.format, one.settings, one.takes) for one in event.stages.order_by("number")],
    )


def without_entrants(stage: StagePlan) -> StagePlan:
    """Return a stage plan without settings that concern entrants or dates."""
    return replace(stage, settings={key: value for key, value in stage.settings.items() if key not in OWN})


def make_after(
    event: Event, by: int, at: datetime, *, limited: bool = True, follows: bool = True, **changes: Any
) -> int:
    """Create an event with the plan of another, changed by `changes`, without season and entrants; return its id.

    If it `follows`, it is the successor of the other event.
    """
    before = plan_of(event)
    plan = replace(before, season_id=None, stages=[without_entrants(one) for one in before.stages])
    made = create_event(by=by, plan=replace(plan, **changes), at=at, limited=limited)
    Event.objects.filter(pk=made).update(copied_from=event, repeat_of=event if follows else None)
    return made


@transaction.atomic
def copy_event(*, event_id: int, by: int, at: datetime) -> int:
    """Create a draft with the plan of this event, no entrants, manual start and no recurrence; return its id."""
    event = managed(event_id, by)
    made = make_after(event, by, at, follows=False, starts_at=None, repeat_days=0, draft=True)
    note(event, by, "event.copied", after={"copy": made}, at=at)
    return made


@transaction.atomic
def open_next(*, event_id: int, at: datetime) -> int | None:
    """Open the successor of a started recurring event once; return its id, None if it exists already.

    It starts `repeat_days` after this event's planned start; dates already past are skipped.
    """
    event = locked(event_id)
    if not event.repeat_days or event.status not in RECURRING or Event.objects.filter(repeat_of=event).exists():
        return None
    start = event.starts_at or event.started_at
    assert start is not None
    days = timedelta(days=event.repeat_days)
    starts_at = start + days * max(1, (at - start) // days + 1)
    return make_after(event, event.organiser_id, at, limited=False, starts_at=starts_at)
