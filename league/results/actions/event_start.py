"""The start of an event."""

from datetime import datetime

from django.db import transaction

from engines.i18n import join, to_stored, translate as _
from league.events.actions.event_lifecycle import announce, lock_event, lock_managed, log_action
from league.events.actions.franchise_entry import check_season_start
from league.events.models import BEFORE_START, EntrantStatus, Event, EventStatus
from league.events.stage_plans import StagePlan, check_stages
from league.pairings.actions.progression import advance_event, start_stage
from league.registration.actions.entries import remove_absent_entrants
from league.registration.actions.seeding import assign_seeds
from league.registration.actions.waiting_list import enter_checked_in_players
from league.teams.actions.rosters import ensure_teams
from matches.errors import ActionError


@transaction.atomic
def start_event(*, event_id: int, by: int, at: datetime) -> None:
    """Seed the entrants and begin the first stage. Pending requests and the waiting list are dropped."""
    event = lock_managed(event_id, by)
    entrants = _start(event, at)
    log_action(event, by, "event.started", after={"entrants": entrants}, at=at)


@transaction.atomic
def start_due_event(*, event_id: int, at: datetime) -> bool:
    """Start an event that is due; with too few entrants, it waits for its organiser instead."""
    event = lock_event(event_id)
    if event.status not in BEFORE_START[1:] or event.starts_at is None or event.starts_at > at:
        return False
    try:
        with transaction.atomic():
            _start(event, at)
    except ActionError as refusal:
        problem = to_stored(_("The event couldn't start: {why}", why=refusal.text))
        Event.objects.filter(pk=event_id).update(starts_at=None, problem=problem)
        announce(event_id)
        return False
    return True


def _start(event: Event, at: datetime) -> int:
    """Start the locked event and return the number of entrants."""
    if event.status not in BEFORE_START:
        raise ActionError("already-started", _("This event has already started."))
    remove_absent_entrants(event, at)
    enter_checked_in_players(event, at)
    rows = list(event.entrants.select_related("player").order_by("joined_at", "pk"))
    entered = [row for row in rows if row.status == EntrantStatus.ENTERED]
    if len(entered) < 2:
        advice = _("Add players by name.") if event.is_reported else _("Add a bot if no other players join.")
        raise ActionError("too-few", join([_("An event needs at least two entrants."), advice]))
    if len(entered) < len(rows):
        event.entrants.exclude(status=EntrantStatus.ENTERED).delete()
    stages = list(event.stages.all())
    plans = [StagePlan(row.format, row.settings, row.takes) for row in stages]
    check_stages(plans, len(entered), event.tie_breaks, teams=event.teams is not None)
    ensure_teams(event, at)
    check_season_start(event, [row.player_id for row in entered])
    entrants = assign_seeds(event, entered)
    event.update(status=EventStatus.RUNNING, started_at=at, problem="")
    if not start_stage(event, stages[0], entrants, at):
        advance_event(event, at)
    announce(event.pk)
    return len(entrants)
