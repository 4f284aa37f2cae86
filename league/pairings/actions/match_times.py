"""The time at which a single pairing is played, and the opening of its match."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event, lock_managed, log_action
from league.events.models import BEFORE_START, Event, EventStatus, Pairing, PairingKind
from league.match_times.actions.deadlines import hold_for_times, set_agreed_time
from league.match_times.models import TimeAgreement
from league.pairings.actions.brackets import open_bracket_matches
from league.pairings.actions.match_creation import DueMatch, create_due_matches, get_no_show_limit, list_entrants_by_side
from matches.actions.start import move_open_match
from matches.errors import ActionError
from matches.models import Match, Status

LATEST = timedelta(days=366)


@transaction.atomic
def set_match_time(*, event_id: int, pairing_id: int, starts_at: datetime | None, by: int, at: datetime) -> None:
    """Set when a pairing without a result is played; None: with its round. Its no-show limit counts from then."""
    event = lock_managed(event_id, by, boards=True)
    rows = Pairing.objects.select_related("round__stage").filter(pk=pairing_id, round__event=event)
    pairing = rows.select_for_update(of=("self",)).first()
    if pairing is None or pairing.kind != PairingKind.GAME:
        raise ActionError("not-found", _("Pairing not found in this event."), "pairing_id")
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise ActionError("event-over", _("This event is over."))
    if pairing.counted_at is not None:
        raise ActionError("has-result", _("This pairing already has a result."), "pairing_id")
    if pairing.round.stage.traits.continuous:
        raise ActionError(
            "not-possible", _("Matches of this format start at once. They can't have a time of their own."), "pairing_id"
        )
    if starts_at is not None and not at < starts_at <= at + LATEST:
        raise ActionError("out-of-range", _("Choose a time within the next year."), "starts_at")
    matches = Match.objects.select_for_update(no_key=True).filter(series_match__pairing=pairing)
    begun = (Status.PLAYING, Status.PAUSED, Status.REVIEW)
    if matches.filter(status__in=begun).exists():
        raise ActionError("already-started", _("This match has already started. Its time can't be changed."), "pairing_id")
    before, after = (
        {"pairing": str(pairing), "round": pairing.round.number, "starts_at": moment.isoformat() if moment else None}
        for moment in (pairing.starts_at, starts_at)
    )
    if before == after:
        return
    set_agreed_time(event, pairing, starts_at, at)
    log_action(event, by, "pairing.timed", before, after, at=at)
    for match in matches.filter(status=Status.OPEN):
        move_open_match(match, get_no_show_limit(event, pairing, at))
    announce(event_id)


@transaction.atomic
def open_timed_match(*, pairing_id: int, at: datetime) -> bool:
    """Open the match of a pairing whose agreed time has come; return whether that happened. Safe to repeat."""
    found = Pairing.objects.filter(pk=pairing_id).values_list("round__event", flat=True).first()
    event = lock_event(found or 0)
    agreement = TimeAgreement.objects.select_for_update().filter(pairing=pairing_id, opens_at__lte=at).first()
    rows = Pairing.objects.select_related("round__stage").filter(pk=pairing_id, counted_at=None, series=None)
    pairing = rows.select_for_update(of=("self",)).first()
    if agreement is None or pairing is None or event.status != EventStatus.RUNNING or event.paused_at:
        return False
    agreement.update(opens_at=None, due_at=None, proposer=None, slots=[])
    open_pairing(event, pairing, at)
    announce(event.pk)
    return True


def open_pairing(event: Event, pairing: Pairing, at: datetime) -> None:
    """Open the first match of a locked pairing without one, or begin the agreement on its time."""
    stage = pairing.round.stage
    if stage.traits.is_bracket:
        open_bracket_matches(event, stage, [pairing], at)
        return
    seated = list_entrants_by_side([pairing])[pairing.pk]
    if pairing.pk not in hold_for_times(event, [(pairing, seated)], at):
        create_due_matches(event, [DueMatch(pairing, seated)], at)
