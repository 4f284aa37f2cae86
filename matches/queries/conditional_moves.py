"""A player's own conditional moves."""

from matches.conditional_moves import Lines
from matches.models import ConditionalMoves
from matches.queries.seats import get_match, get_seat


def get_conditional_moves(match_id: int, player_id: int) -> Lines:
    """Return the lines of the player's seat. Raises ActionError: not-found, not-your-seat."""
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    row = ConditionalMoves.objects.filter(seat__match=match, seat__number=seat).first()
    return row.lines if row else []
