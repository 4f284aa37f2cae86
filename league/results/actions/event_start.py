"""The start of an event."""

from datetime import datetime

from django.db import transaction

from engines.words import join, say, stored
from league.events.actions.event_lifecycle import announce, locked, managed, note
from league.events.actions.franchise_entry import check_start
from league.events.models import BEFORE_START, EntrantStatus, Event, EventStatus
from league.events.stage_plans import StagePlan, check_stages
from league.pairings.actions.progression import begin_stage, go_on
from league.registration.actions.entries import drop_absent
from league.registration.actions.seeding import seed
from league.registration.actions.waiting_list import seat_who_is_there
from matches.refusals import Refused


@transaction.atomic
def start_event(*, event_id: int, by: int, at: datetime) -> None:
    """Seed the entrants and begin the first stage. Pending requests and the waiting list are dropped."""
    event = managed(event_id, by)
    entrants = _start(event, at)
    note(event, by, "event.started", after={"entrants": entrants}, at=at)


@transaction.atomic
def start_due_event(*, event_id: int, at: datetime) -> bool:
    """Start an event that is due; with too few entrants, it waits for its organiser instead."""
    event = locked(event_id)
    if event.status not in BEFORE_START[1:] or event.starts_at is None or event.starts_at > at:
        return False
    try:
        with transaction.atomic():
            _start(event, at)
    except Refused as refusal:
        trouble = stored(say("The event couldn't start: {why}", why=refusal.text))
        Event.objects.filter(pk=event_id).update(starts_at=None, trouble=trouble)
        announce(event_id)
        return False
    return True


def _start(event: Event, at: datetime) -> int:
    """Start the locked event and return the number of entrants."""
    if event.status not in BEFORE_START:
        raise Refused("already-started", say("This event has already started."))
    drop_absent(event, at)
    seat_who_is_there(event, at)
    there = list(event.entrants.select_related("player").order_by("joined_at", "pk"))
    entered = [one for one in there if one.status == EntrantStatus.ENTERED]
    if len(entered) < 2:
        raise Refused(
            "too-few", join([say("An event needs at least two entrants."), say("Add a bot if no other players join.")])
        )
    if len(entered) < len(there):
        event.entrants.exclude(status=EntrantStatus.ENTERED).delete()
    stages = list(event.stages.all())
    plans = [StagePlan(one.format, one.settings, one.takes) for one in stages]
    check_stages(plans, len(entered), event.tie_breaks)
    check_start(event, [one.player_id for one in entered])
    entrants = seed(event, entered)
    event.update(status=EventStatus.RUNNING, started_at=at, trouble="")
    if not begin_stage(event, stages[0], entrants, at):
        go_on(event, at)
    announce(event.pk)
    return len(entrants)
