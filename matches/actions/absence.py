"""Giving up a match for somebody who has left: it is lost as if that player had resigned, or had not come."""

from datetime import datetime

from django.db import transaction

from engines.contract import Outcome
from matches.actions.closing import close
from matches.actions.resigning import resign
from matches.announce import match_changed
from matches.models import Match, Seat, Status
from matches.signals import open_matches_changed


@transaction.atomic
def give_up(*, match_id: int, player_id: int, at: datetime) -> None:
    """Lose the match for this player: by resignation if it is being played, by absence if it has not begun.

    A match that is over, or held by a referee, stays as it is.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    seat = Seat.objects.filter(match=match, player_id=player_id).values_list("number", flat=True).first()
    if seat is None:
        return
    if match.status == Status.OPEN:
        count = match.seats.count()
        close(match, Outcome(tuple(2 if number == seat else 1 for number in range(count)), "no-show"), at=at)
        match.save()
        match_changed(match.pk, match.last_entry)
        open_matches_changed.send(None)
    elif match.status == Status.PLAYING or match.paused_until is not None:
        resign(match_id=match_id, player_id=player_id, received_at=at)
