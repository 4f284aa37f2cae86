"""Publishing a round: its pairings stand, and its matches open."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from engines.words import say
from league.events.actions.event_lifecycle import announce
from league.events.actions.notifications import tell_round
from league.events.models import Event, EventStatus, PairingKind, Round
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from matches.refusals import Refused


def publish(event: Event, row: Round, at: datetime) -> bool:
    """Publish a round of the locked event; say whether a match was opened. Its byes and forfeits are counted by it."""
    check_running(event)
    if event.paused_at:
        raise Refused("paused", say("The event is paused. Resume it first."))
    if event.rounds.filter(number__lt=row.number, finished_at=None).exists():
        raise Refused("round-running", say("The round before it has not finished."))
    row.started_at = at
    row.save(update_fields=["started_at"])
    event.next_round_at, event.trouble = None, ""
    event.save(update_fields=["next_round_at", "trouble"])
    row.pairings.exclude(kind=PairingKind.GAME).update(counted_at=at, reason=F("kind"))
    row.pairings.filter(forfeit=True).update(counted_at=at, reason="withdrawn")
    pairings = list(row.pairings.filter(counted_at=None))
    seated = entrants_by_side(pairings)
    open_due(event, [Due(one, seated[one.pk]) for one in pairings], {row.pk: row}, at)
    tell_round(event, row, at)
    announce(event.pk)
    return bool(pairings)


def check_running(event: Event) -> None:
    if event.status != EventStatus.RUNNING:
        raise Refused("not-running", say("This event is not running."))
