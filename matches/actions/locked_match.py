"""Locking a match for a player's action: everything that arrived before is adjudicated first, under the same lock."""

from datetime import datetime

from engines import play
from engines.i18n import translate as _
from matches.actions.adjudication import adjudicate
from matches.actions.match_session import MatchSession
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Match
from matches.queries.seats import get_match, get_seat


def lock_match(match_id: int, at: datetime) -> Match:
    """Return the match, adjudicated up to `at` and locked until the transaction ends. Raises ActionError("not-found")."""
    adjudicate(match_id=match_id, at=at)  # its lock is kept
    return get_match(match_id, "FOR NO KEY UPDATE")


def lock_seat(match_id: int, player_id: int, at: datetime) -> tuple[Match, int]:
    """Return the locked match and the player's seat. Raises ActionError: not-found, not-your-seat."""
    match = lock_match(match_id, at)
    return match, get_seat(match, player_id)


def lock_for_player(action: MatchAction, *, match_id: int, player_id: int, at: datetime) -> tuple[MatchSession, int]:
    """Return the locked match and the player's seat. Raises ActionError if the match does not accept the message now."""
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(find_refusal(action, match.status))
    session = MatchSession.of(match)
    if session.position.held:
        raise ActionError("paused", _("The referee has paused the match. Only the referee can resume it."))
    check_no_flag(session, at)
    if not play.can_resign(session.engine, session.position, seat):
        raise ActionError("left-already", _("You're no longer playing in this match."))
    return session, seat


def check_no_flag(session: MatchSession, at: datetime) -> None:
    """Raise ActionError("time-is-up") if a clock has run out that is not adjudicated yet."""
    if session.clock.fallen(at):
        text = _("A player's time has just run out. Try again in a moment.")
        raise ActionError("time-is-up", text)


def active_seats(session: MatchSession) -> frozenset[int]:
    """Return the seats that have not left the match."""
    seats = (seat.number for seat in session.seats)
    return frozenset(seat for seat in seats if play.can_resign(session.engine, session.position, seat))
