"""Seats with their players and client seeds. They do not change in play, so they are cached for a while."""

import time
from functools import lru_cache

from engines.contract import Json
from engines.i18n import translate as _
from matches.errors import ActionError
from matches.hot_path.statements import find_match
from matches.models import Match, Seat, Status

CACHE_S = 60
"""A player's new name shows after this many seconds at the latest."""


Seats = tuple[Seat, ...]


def get_seats(match: Match) -> Seats:
    """Return the seats of a match in order."""
    if match.status == Status.OPEN:
        return read_seats(match.pk)
    return _get_cached_seats(match.pk, int(time.monotonic()) // CACHE_S)


def get_match(match_id: int, lock: str = "") -> Match:
    """Return the match, locked as `find_match` locks it. Raises ActionError("not-found")."""
    match = find_match(match_id, lock)
    if match is None:
        raise ActionError("not-found", _("Match not found."))
    return match


def get_seat(match: Match, player_id: int) -> int:
    """Return the number of the player's seat. Raises ActionError("not-your-seat")."""
    seat = find_seat(get_seats(match), player_id)
    if seat is None:
        raise ActionError("not-your-seat", _("You don't have a seat in this match."))
    return seat


def read_seats(match_id: int) -> Seats:
    """Return the seats as stored now, with their players."""
    return tuple(Seat.objects.filter(match=match_id).select_related("player").order_by("number"))


def find_seat(seats: Seats, player_id: int | None) -> int | None:
    """Return the number of the player's seat, None for everybody else."""
    return next((s.number for s in seats if player_id is not None and s.player_id == player_id), None)


def get_randomness(match_id: int) -> dict[str, Json]:
    """Return the public part of a match's randomness: `commitment`, `nonces` and which seats have `given` one.

    `nonces` is None until the match has started, so that the last player cannot choose one knowing all others. `draws`
    is set only in a duplicate, whose draws use no nonces.
    """
    match = get_match(match_id)
    nonces = [seat.nonce for seat in read_seats(match_id)]
    is_public = match.started_at is not None and match.status != Status.OPEN
    return {
        "commitment": match.commitment, "nonces": [*nonces] if is_public else None, "given": [*map(bool, nonces)],
        "draws": match.duplicate_name,
    }  # fmt: skip


@lru_cache(maxsize=4096)
def _get_cached_seats(match_id: int, _period: int) -> Seats:
    return read_seats(match_id)
