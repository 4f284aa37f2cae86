"""Ping: measured with tokens, kept as a few measurements per seat.

The server issues a token with its own time and reads it when it is returned, so players cannot shorten or invent a
round trip. Delaying a token gains at most a second per move, and in a match no more than the quota of the time control
(`matches.time_control.TimeControl.lag_quota_ms`).
"""

from collections.abc import Mapping, Sequence
from statistics import median_low

from django.core.signing import BadSignature, Signer

from matches.clock import FLAG_LAG_MS

MAX_MEASUREMENTS = 3
"""Measurements kept per seat; the median counts, so that a single outlier does not."""
STALE_MS = 10_000
"""Tokens older than this are ignored."""
_signer = Signer(salt="matches.lag")


def get_ping_ms(lags: Mapping[str, Sequence[int]], seat: int) -> int:
    """Return the ping of a seat in ms, capped at FLAG_LAG_MS; 0 if unknown."""
    measurements = lags.get(str(seat))
    return min(FLAG_LAG_MS, median_low(measurements)) if measurements else 0


def add_measurement(lags: Mapping[str, Sequence[int]], seat: int, ms: int) -> dict[str, list[int]]:
    """Return the measurements with one added for the seat; its oldest is dropped."""
    measurements = {number: list(values) for number, values in lags.items()}
    measurements[str(seat)] = [*measurements.get(str(seat), []), max(0, min(ms, STALE_MS))][-MAX_MEASUREMENTS:]
    return measurements


def create_ping_token(match_id: int, player_id: int, at_ms: int) -> str:
    """Return the token that the player's page must return at once. `at_ms`: ms since 1970."""
    return _signer.sign(f"{match_id}-{player_id}-{at_ms}")


def parse_ping_token(text: str, match_id: int, player_id: int, at_ms: int) -> int | None:
    """Return the round trip in ms of a token returned at `at_ms`; None if it is invalid or too old."""
    try:
        token_match, token_player, sent_ms = map(int, _signer.unsign(text).split("-"))
    except (BadSignature, ValueError):
        return None
    elapsed_ms = at_ms - sent_ms
    return elapsed_ms if (token_match, token_player) == (match_id, player_id) and 0 <= elapsed_ms <= STALE_MS else None
