"""How long a line takes there and back: what measurements of it come to, and the token that measures it.

The server hands out a token with its own time and reads it when it comes back, so nobody can shorten or invent a round
trip. A player who holds a token back on purpose gains at most a second per move, and no more in a match than the quota
of the time control (`matches.time_control.Control.lag_quota_ms`).
"""

from collections.abc import Mapping, Sequence
from statistics import median_low

from django.core.signing import BadSignature, Signer

from matches.clock import FLAG_LAG_MS

KEPT = 3
"""Measurements of a seat that are kept; the one in the middle counts, so that one hiccup does not."""
STALE_MS = 10_000
"""A token that is older measures no line."""
_signer = Signer(salt="matches.lag")


def lag_of(lags: Mapping[str, Sequence[int]], seat: int) -> int:
    """The round trip of a seat's line in ms, 0 where nobody has measured it; at most what may be given back."""
    measured = lags.get(str(seat))
    return min(FLAG_LAG_MS, median_low(measured)) if measured else 0


def with_measurement(lags: Mapping[str, Sequence[int]], seat: int, ms: int) -> dict[str, list[int]]:
    """The measurements with one more; the oldest of the seat goes."""
    kept = {number: list(measured) for number, measured in lags.items()}
    kept[str(seat)] = [*kept.get(str(seat), []), max(0, min(ms, STALE_MS))][-KEPT:]
    return kept


def token(match_id: int, player_id: int, at_ms: int) -> str:
    """What a player's page is to send back at once. `at_ms`: ms since 1970."""
    return _signer.sign(f"{match_id}-{player_id}-{at_ms}")


def measured(text: str, match_id: int, player_id: int, at_ms: int) -> int | None:
    """The round trip in ms that a token shows which comes back at `at_ms`; None for one that is not ours or too old."""
    try:
        match, player, sent = map(int, _signer.unsign(text).split("-"))
    except (BadSignature, ValueError):
        return None
    took = at_ms - sent
    return took if (match, player) == (match_id, player_id) and 0 <= took <= STALE_MS else None
