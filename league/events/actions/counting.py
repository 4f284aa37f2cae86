"""From the end of a match to the standings: each match counts once."""

from datetime import datetime, timedelta

from django.db import transaction

from league.events.actions.organising import announce, locked
from league.events.models import Event, EventStatus, Pairing
from league.events.rules.standings import halves
from matches.queries.results import result


@transaction.atomic
def count_pairing(*, match_id: int, at: datetime) -> bool:
    """Enter a closed match into its event; whether this call did it. Run it as often as you like, from anywhere."""
    event_id = Pairing.objects.filter(match=match_id).values_list("round__event", flat=True).first()
    ended = result(match_id)
    if event_id is None or ended is None:
        return False
    event = locked(event_id)
    home, away = halves(ended.ranks)
    fresh = Pairing.objects.filter(match=match_id, counted_at=None)
    if not fresh.update(home_halves=home, away_halves=away, reason=ended.reason, counted_at=at):
        return False
    _advance(event, at)
    announce(event_id)
    return True


@transaction.atomic
def advance(*, event_id: int, at: datetime) -> None:
    """Finish the round whose matches have all been counted, and the event after its last. Safe to run at any time."""
    _advance(locked(event_id), at)


def _advance(event: Event, at: datetime) -> None:
    current = event.rounds.filter(started_at__isnull=False, finished_at=None).order_by("number").first()
    if event.status != EventStatus.RUNNING or current is None:
        return
    if current.pairings.filter(counted_at=None).exists():
        return
    current.finished_at = at
    current.save(update_fields=["finished_at"])
    if not event.rounds.filter(started_at=None).exists():
        event.status, event.finished_at = EventStatus.FINISHED, at
    elif event.auto_advance:
        event.next_round_at = at + timedelta(seconds=event.round_gap_s)
    event.save(update_fields=["status", "finished_at", "next_round_at"])
    announce(event.pk)
