"""Duplicates: two matches with the same seed and the seats swapped. Neither tells anything while the other is open."""

from datetime import datetime

from django.db.models import Q

from matches.hot_path.statements import find_match
from matches.models import Match, Status
from matches.queries.seats import find_seat, get_seats
from matches.queries.spectator_delay import visible_match

ENDED = (Status.CLOSED, Status.VOID)


def revealed_q(prefix: str = "") -> Q:
    """Return the condition for closed matches whose secrets no running twin still needs. `prefix` is as in `public_end_q`."""
    return Q(**{f"{prefix}twin": None}) | Q(**{f"{prefix}twin__status__in": ENDED})


def is_sealed(match: Match, player_id: int | None, at: datetime) -> bool:
    """Return whether the secrets of an ended match stay secret for this reader: for all they may know, its twin isn't over.

    Its seed gives the draws of the twin and opens the twin's sealed actions.
    """
    if match.twin_id is None or (twin := find_match(match.twin_id)) is None:
        return False
    seated = find_seat(get_seats(twin), player_id) is not None
    return (twin if seated else visible_match(twin, at)[0]).status not in ENDED
