"""Going berserk in a match, and the end of the offer."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.referee_notation import Berserk
from engines.words import say
from matches.actions.judging import adjudicate
from matches.actions.sitting import Sitting
from matches.hot_path.statements import match_row
from matches.models import Match
from matches.queries.berserk import why_not
from matches.queries.position import clock_of
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused


@transaction.atomic
def go_berserk(*, match_id: int, player_id: int, at: datetime) -> None:
    """Halve the time of the player's seat for the whole match, before its first move; the log tells everybody.

    What had arrived by then is judged first, under the same lock: a first move that came before makes this too late.
    """
    adjudicate(match_id=match_id, at=at)  # its lock stays ours to the end of the transaction
    match = match_row(match_id, "FOR UPDATE")
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seat = seat_of(seating(match), player_id)
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    refusal = why_not(match, clock_of(match) if match.clock else None, seat, at)
    if refusal is not None:
        raise Refused(*refusal)
    sitting = Sitting.of(match)
    sitting.clock = sitting.clock.halve(seat)
    sitting.enter(None, Berserk(seat).text, at=at, resume_at=at)
    sitting.write(at)


def end_offer(*, match_ids: Iterable[int]) -> None:
    """Nobody goes berserk in these matches any more. Who has done so already plays on with half of the time."""
    Match.objects.filter(pk__in=list(match_ids), berserk=True).update(berserk=False)
