"""Ping: measured with tokens, kept as a few measurements per seat.

The server issues a token with its own time and reads it when it is returned, so players cannot shorten or invent a
round trip. Delaying a token gains at most a second per move, and in a match no more than the quota of the time control
(`matches.time_control.Control.lag_quota_ms`).
"""

from collections.abc import Mapping, Sequence
from statistics import median_low

from django.core.signing import BadSignature, Signer

from matches.clock import FLAG_LAG_MS

KEPT = 3
"""Measurements kept per seat; the median counts, so that a single outlier does not."""
STALE_MS = 10_000
"""Tokens older than this are ignored."""
_signer = Signer(salt="matches.lag")


def lag_of(lags: Mapping[str, Sequence[int]], seat: int) -> int:
    """Return the ping of a seat in ms, capped at FLAG_LAG_MS; 0 if unknown."""
    measured = lags.get(str(seat))
    return min(FLAG_LAG_MS, median_low(measured)) if measured else 0


def with_measurement(lags: Mapping[str, Sequence[int]], seat: int, ms: int) -> dict[str, list[int]]:
    """Return the measurements with one added for the seat; its oldest is dropped."""
    kept = {number: list(measured) for number, measured in lags.items()}
    kept[str(seat)] = [*kept.get(str(seat), []), max(0, min(ms, STALE_MS))][-KEPT:]
    return kept


def token(match_id: int, player_id: int, at_ms: int) -> str:
    """Return the token that the player's page must return at once. `at_ms`: ms since 1970."""
    return _signer.sign(f"{match_id}-{player_id}-{at_ms}")


def measured(text: str, match_id: int, player_id: int, at_ms: int) -> int | None:
    """Return the round trip in ms of a token returned at `at_ms`; None if it is invalid or too old."""
    try:
        match, player, sent = map(int, _signer.unsign(text).split("-"))
    except (BadSignature, ValueError):
        return None
    took = at_ms - sent
    return took if (match, player) == (match_id, player_id) and 0 <= took <= STALE_MS else None
