"""Withdrawals from a running event."""

from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import get_entrant, lock_event, log_action
from league.events.models import (
    BEFORE_START,
    Entrant,
    EntrantStatus,
    Event,
    EventStatus,
    Pairing,
    SeriesMatch,
    Stage,
    StageEntrant,
)
from league.events.queries import is_manager
from league.match_times.queries import waiting_for_time
from league.pairings.actions.brackets import reconcile_bracket
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.actions.pairing_generation import delete_unpublished_rounds, regenerate_rounds
from league.pairings.actions.progression import advance_event
from league.registration.actions.continuous_entries import log_withdrawal
from league.registration.actions.entries import leave_event
from league.teams.actions.changes import mark_team_withdrawn
from matches.actions.endings import forfeit
from matches.errors import ActionError


@transaction.atomic
def withdraw(*, event_id: int, entrant_id: int, by: int, at: datetime, why: str = "") -> None:
    """Withdraw an entrant from a running event, by themselves or by the organiser.

    A running match is lost and one not begun is forfeited; later pairings follow the format's rule.
    """
    event = lock_event(event_id)
    entrant = get_entrant(event, entrant_id)
    if by != entrant.player_id and not is_manager(event, by):
        raise ActionError("not-allowed", _("Only the organiser or the player can do this."))
    if event.boards_of_id is not None:
        raise ActionError("boards", _("Players stay on the roster of their team. Ask your captain not to name you."))
    if event.status in BEFORE_START:
        leave_event(event_id=event_id, player_id=entrant.player_id, at=at)
        return
    if event.status != EventStatus.RUNNING or entrant.status != EntrantStatus.ENTERED:
        raise ActionError("not-running", _("Only entrants of a running event can withdraw."))
    log_action(event, by, "entrant.withdrawn", {"player": entrant.player.log_name}, None, why, at=at)
    entrant.update(status=EntrantStatus.WITHDRAWN, withdrawn_at=at)
    for stage in event.stages.filter(started_at__isnull=False, finished_at=None):
        _withdraw_from_stage(event, stage, entrant, at)
    _open_held_matches(event, entrant, at)
    unplayed = SeriesMatch.objects.filter(pairing__sides__entrant=entrant, counted_at=None)
    for match_id in unplayed.values_list("match", flat=True):
        forfeit(match_id=match_id, player_id=entrant.player_id, at=at)
    mark_team_withdrawn(entrant)
    advance_event(event, at)


def _open_held_matches(event: Event, entrant: Entrant, at: datetime) -> None:
    """Open the matches that wait for their agreed time, so that the entrant can forfeit them."""
    rows = Pairing.objects.filter(waiting_for_time(), round__event=event, sides__entrant=entrant, counted_at=None, series=None)
    pairings = list(rows.select_related("round__stage"))
    seated = list_entrants_by_side(pairings)
    create_due_matches(event, [DueMatch(pairing, seated[pairing.pk]) for pairing in pairings], at, notify=False)


def _withdraw_from_stage(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    dates = delete_unpublished_rounds(stage)
    paired = stage.rounds.count()
    StageEntrant.objects.filter(stage=stage, entrant=entrant, left=None).update(left=paired)
    if stage.traits.is_bracket:
        reconcile_bracket(event, stage, at)
    elif stage.traits.continuous:
        log_withdrawal(event, stage, entrant, at)
    else:
        regenerate_rounds(stage, dates)
