"""The time at which a single pairing is played."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_managed, log_action
from league.events.models import BEFORE_START, EventStatus, Pairing, PairingKind
from league.pairings.actions.match_creation import get_no_show_limit
from matches.actions.start import move_open_match
from matches.errors import ActionError
from matches.models import Match, Status

LATEST = timedelta(days=366)


@transaction.atomic
def set_match_time(*, event_id: int, pairing_id: int, starts_at: datetime | None, by: int, at: datetime) -> None:
    """Set when a pairing without a result is played; None: with its round. Its no-show limit counts from then."""
    event = lock_managed(event_id, by)
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
    matches = Match.objects.select_for_update().filter(series_match__pairing=pairing)
    begun = (Status.PLAYING, Status.PAUSED, Status.REVIEW)
    if matches.filter(status__in=begun).exists():
        raise ActionError("already-started", _("This match has already started. Its time can't be changed."), "pairing_id")
    before, after = (
        {"pairing": str(pairing), "round": pairing.round.number, "starts_at": moment.isoformat() if moment else None}
        for moment in (pairing.starts_at, starts_at)
    )
    if before == after:
        return
    pairing.update(starts_at=starts_at)
    log_action(event, by, "pairing.timed", before, after, at=at)
    for match in matches.filter(status=Status.OPEN):
        move_open_match(match, get_no_show_limit(event, pairing, at))
    announce(event_id)
