"""Coming to the table of a match with a message: everything that had arrived is judged first, under the same lock."""

from datetime import datetime

from engines import play
from engines.words import say
from matches.actions.judging import adjudicate
from matches.actions.sitting import Sitting
from matches.hot_path.statements import match_row
from matches.lifecycle import Message, refusal
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused


def come(message: Message, *, match_id: int, player_id: int, at: datetime) -> tuple[Sitting, int]:
    """The match, locked to the end of the transaction, and the player's seat. Refused at the wrong time."""
    adjudicate(match_id=match_id, at=at)  # its lock stays ours
    match = match_row(match_id, "FOR UPDATE")
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seat = seat_of(seating(match), player_id)
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    refused = refusal(message, match.status)
    if refused is not None:
        raise Refused(*refused)
    sitting = Sitting.of(match)
    if sitting.position.held:
        raise Refused("paused", say("The referee has paused the match. Only the referee lets it go on."))
    if sitting.clock.fallen(at):
        raise Refused(
            "time-is-up", say("Somebody's time has just run out and is being judged. Look again in a moment.")
        )
    if not play.may_resign(sitting.engine, sitting.position, seat):
        raise Refused("left-already", say("You have left this match."))
    return sitting, seat


def still_in(sitting: Sitting) -> frozenset[int]:
    """The seats that have not left the match."""
    seats = (seat.number for seat in sitting.seats)
    return frozenset(seat for seat in seats if play.may_resign(sitting.engine, sitting.position, seat))
