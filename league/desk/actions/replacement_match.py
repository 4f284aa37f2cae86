"""A new match in the place of one that was annulled."""

from __future__ import annotations

from datetime import datetime

from engines.words import say
from league.events.models import EventStatus, SeriesMatch
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.ratings.models import RatedMatch
from matches.actions.ruling import checked_reason
from matches.announce import changed
from matches.models import Match, Status
from matches.refusals import Refused


def play_again(*, match_id: int, why: str, at: datetime) -> int:
    """Open a new match between the same players on the same sides, for an annulled one of an event; return its id.

    Call it in a transaction that holds the event's lock. The annulled match then belongs to the event no more.
    """
    checked_reason(why)
    match = Match.objects.select_for_update().get(pk=match_id)
    rows = SeriesMatch.objects.select_related("pairing__round__event")
    row = rows.filter(match=match_id, counted_at=None, pairing__counted_at=None).first()
    if row is None:
        raise Refused("not-possible", say("Only a match of an event whose pairing is open can be played again."))
    if match.status != Status.VOID:
        raise Refused("not-annulled", say("Annul the match first."))
    pairing, event = row.pairing, row.pairing.round.event
    if event.status != EventStatus.RUNNING:
        raise Refused("not-running", say("The event is not running."))
    entrants = entrants_by_side([pairing])[pairing.pk]
    RatedMatch.objects.filter(match=match_id, counted_at=None).delete()
    row.delete()
    opened = open_due(event, [Due(pairing, entrants, row.number, row.first)], at)
    if not opened:
        raise Refused("not-possible", say("A franchise of this pairing has not enough Gamers for another match."))
    changed("desk")
    return opened[0]
