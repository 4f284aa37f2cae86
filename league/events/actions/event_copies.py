"""Events made from events: a copy for its organiser to change, and the next one of those that recur."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from league.events.actions.event_lifecycle import DECIDED, Plan, create_event, locked, managed, note
from league.events.models import Event, EventStatus
from league.events.stage_plans import StagePlan
from matches.clock import Control

OWN = ("forbidden", "avoided", "calendar")
"""Settings of a stage that are about its own entrants and days."""
RECURRING = (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED)


def plan_of(event: Event) -> Plan:
    """Everything that was decided about an event. Another event made of it belongs to no season by itself."""
    return Plan(
        **{name: getattr(event, name) for name in DECIDED if name != "control"},
        control=Control(**event.control),
        season_id=event.season_id,
        starts_at=event.starts_at,
        stages=[StagePlan(one.format, one.settings, one.takes) for one in event.stages.order_by("number")],
    )


def without_entrants(stage: StagePlan) -> StagePlan:
    """A stage as another event can have it: without what is about entrants or days of this one."""
    return replace(stage, settings={key: value for key, value in stage.settings.items() if key not in OWN})


def make_after(
    event: Event, by: int, at: datetime, *, limited: bool = True, follows: bool = True, **changes: Any
) -> int:
    """Make an event with the decisions of another but for `changes`, of no season and without entrants; return its id.

    If it `follows`, it is the next one of the other.
    """
    before = plan_of(event)
    plan = replace(before, season_id=None, stages=[without_entrants(one) for one in before.stages])
    made = create_event(by=by, plan=replace(plan, **changes), at=at, limited=limited)
    Event.objects.filter(pk=made).update(copied_from=event, repeat_of=event if follows else None)
    return made


@transaction.atomic
def copy_event(*, event_id: int, by: int, at: datetime) -> int:
    """A draft with every decision of this event and no entrants, to start by hand, that does not recur; its id."""
    event = managed(event_id, by)
    made = make_after(event, by, at, follows=False, starts_at=None, repeat_days=0, draft=True)
    note(event, by, "event.copied", after={"copy": made}, at=at)
    return made


@transaction.atomic
def open_next(*, event_id: int, at: datetime) -> int | None:
    """Open the next of a recurring event that has started, once; return its id, None if that has been done.

    It starts so many days after this one was to; days that have gone by meanwhile are passed over.
    """
    event = locked(event_id)
    if not event.repeat_days or event.status not in RECURRING or Event.objects.filter(repeat_of=event).exists():
        return None
    start = event.starts_at or event.started_at
    assert start is not None
    days = timedelta(days=event.repeat_days)
    starts_at = start + days * max(1, (at - start) // days + 1)
    return make_after(event, event.organiser_id, at, limited=False, starts_at=starts_at)
