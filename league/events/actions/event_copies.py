"""Events made from events: a copy for its organiser to change, and the next one of those that recur."""

from dataclasses import replace
from datetime import datetime, timedelta

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


@transaction.atomic
def copy_event(*, event_id: int, by: int, at: datetime) -> int:
    """A draft with every decision of this event and no entrants, to start by hand, that does not recur; its id."""
    event = managed(event_id, by)
    before = plan_of(event)
    stages = [without_entrants(one) for one in before.stages]
    plan = replace(before, season_id=None, stages=stages, starts_at=None, repeat_days=0, draft=True)
    made = create_event(by=by, plan=plan, at=at)
    Event.objects.filter(pk=made).update(copied_from=event)
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
    starts_at = next_start(event, at)
    before = plan_of(event)
    stages = [without_entrants(one) for one in before.stages]
    plan = replace(before, season_id=None, stages=stages, starts_at=starts_at)
    made = create_event(by=event.organiser_id, plan=plan, at=at, limited=False)
    Event.objects.filter(pk=made).update(copied_from=event, repeat_of=event)
    return made


def next_start(event: Event, at: datetime) -> datetime:
    """The first of its days after `at`."""
    start = event.starts_at or event.started_at
    assert start is not None
    days = timedelta(days=event.repeat_days)
    return start + days * max(1, (at - start) // days + 1)
