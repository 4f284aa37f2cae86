"""Locking a match for a player's action: everything that arrived before is adjudicated first, under the same lock."""

from datetime import datetime

from engines import play
from engines.words import say
from matches.actions.judging import adjudicate
from matches.actions.sitting import Sitting
from matches.lifecycle import Message, refusal
from matches.models import Match
from matches.queries.seating import get_match, get_seat
from matches.refusals import Refused, raise_refusal


def lock_match(match_id: int, at: datetime) -> Match:
    """Return the match, adjudicated up to `at` and locked until the transaction ends. Raises Refused("not-found")."""
    adjudicate(match_id=match_id, at=at)  # its lock is kept
    return get_match(match_id, "FOR UPDATE")


def lock_seat(match_id: int, player_id: int, at: datetime) -> tuple[Match, int]:
    """Return the locked match and the player's seat. Codes: not-found, not-your-seat."""
    match = lock_match(match_id, at)
    return match, get_seat(match, player_id)


def lock_for_player(message: Message, *, match_id: int, player_id: int, at: datetime) -> tuple[Sitting, int]:
    """Return the locked match and the player's seat. Raises Refused if the match does not accept the message now."""
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(refusal(message, match.status))
    sitting = Sitting.of(match)
    if sitting.position.held:
        raise Refused("paused", say("The referee has paused the match. Only the referee can resume it."))
    check_no_flag(sitting, at)
    if not play.may_resign(sitting.engine, sitting.position, seat):
        raise Refused("left-already", say("You're no longer playing in this match."))
    return sitting, seat


def check_no_flag(sitting: Sitting, at: datetime) -> None:
    """Raise Refused("time-is-up") if a clock has run out that is not adjudicated yet."""
    if sitting.clock.fallen(at):
        text = say("A player's time has just run out. Try again in a moment.")
        raise Refused("time-is-up", text)


def active_seats(sitting: Sitting) -> frozenset[int]:
    """Return the seats that have not left the match."""
    seats = (seat.number for seat in sitting.seats)
    return frozenset(seat for seat in seats if play.may_resign(sitting.engine, sitting.position, seat))
