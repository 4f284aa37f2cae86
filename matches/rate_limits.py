"""Rate limits of requests, forms, wrong passwords, emails and creations.

A bucket allows a number of uses (`settings.RATE_LIMITS`) within a window that begins with its first use. Redis counts
atomically for all processes. While Redis is down or full, each process counts in its own memory. Owners are stored as
digests, without names or addresses.
"""

import logging
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import methodcaller
from threading import Lock
from time import monotonic
from typing import Any, TypeVar, cast

from django.conf import settings
from django.utils.crypto import salted_hmac
from redis import Redis, RedisError

from engines.i18n import translate_n
from matches.client_ip import rate_limit_network
from matches.errors import ActionError

logger = logging.getLogger(__name__)
T = TypeVar("T")
Bucket = tuple[str, str]
"""(kind in `settings.RATE_LIMITS`, owner whose uses are counted)."""
REDIS_REST_S = 5.0
"""Pause after an error of Redis, so that waiting for it does not slow the site."""
CONSUME = """
local counts = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  if count == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  counts[2 * i - 1], counts[2 * i] = count, redis.call('PTTL', key)
  if count > tonumber(ARGV[2 * i - 1]) then break end
end
return counts
"""
REFUND = "if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end"
_resting_until = 0.0


@dataclass(frozen=True, slots=True)
class RateLimitStatus:
    """The state of a bucket (by its `key` in Redis) after a use."""

    kind: str
    key: str
    limit: int
    window_s: int
    count: int = 0
    reset_s: int = 0
    """Seconds until the window ends and the bucket is full again."""

    @property
    def is_exceeded(self) -> bool:
        return self.count > self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.count)

    def headers(self) -> dict[str, str]:
        headers = {
            "RateLimit-Policy": f"{self.limit};w={self.window_s}",
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset_s),
        }
        return headers | ({"Retry-After": str(self.reset_s)} if self.is_exceeded else {})


def consume(buckets: Sequence[Bucket], *, local: bool = False) -> RateLimitStatus | None:
    """Count one use in each bucket that has a limit, in order, up to the first that is exceeded.

    Return the scarcest of them, None if none has a limit. `local` counts in this process only, without Redis.
    """
    uses = _uses(buckets)
    if not uses:
        return None
    counts = None if local else _try_redis(lambda redis: _consume(redis, uses))
    counted = zip(uses, counts or _memory.consume(uses), strict=False)
    statuses = [replace(use, count=count, reset_s=max(1, math.ceil(left_s))) for use, (count, left_s) in counted]
    return min(statuses, key=lambda status: status.limit - status.count)


def find_exceeded(buckets: Sequence[Bucket]) -> RateLimitStatus | None:
    """Count one use in each bucket, in order, and return the first that is exceeded, or None."""
    status = consume(buckets)
    return status if status is not None and status.is_exceeded else None


def raise_if_exceeded(status: RateLimitStatus | None) -> None:
    """Raise ActionError("too-many-requests") if a limit is exceeded."""
    if status is not None and status.is_exceeded:
        text = translate_n(
            "Too many requests. Try again in {n} second.", "Too many requests. Try again in {n} seconds.", status.reset_s
        )
        raise ActionError("too-many-requests", text)


def refund(bucket: Bucket) -> None:
    """Return one use to the bucket."""
    for use in _uses([bucket]):
        _memory.refund(use)
        _try_redis(methodcaller("eval", REFUND, 1, use.key))


def reset(bucket: Bucket) -> None:
    """Reset the count of a bucket."""
    for use in _uses([bucket]):
        _memory.refund(use, is_whole=True)
        _try_redis(methodcaller("delete", use.key))


def address_bucket(meta: Mapping[str, Any], kind: str = "address") -> Bucket:
    """Return the bucket of the network that a request comes from (see `rate_limit_network`)."""
    return kind, rate_limit_network(str(meta.get("REMOTE_ADDR", "")))


def move_buckets(player: object, match: object) -> list[Bucket]:
    """Return the buckets of a move. Each player has a share per match, so that players cannot use up each other's."""
    return [("moves", str(player)), ("match", f"{match}.{player}")]


def _uses(buckets: Sequence[Bucket]) -> list[RateLimitStatus]:
    """Return the buckets that have a limit, before a use."""
    uses = []
    for kind, owner in buckets:
        if kind in settings.RATE_LIMITS:
            digest = salted_hmac("matches.rate_limits", owner, algorithm="sha256").hexdigest()[:32]
            uses.append(RateLimitStatus(kind, f"league-zero:bucket:{kind}:{digest}", *settings.RATE_LIMITS[kind]))
    return uses


class _Memory:
    """The counts of this process. Each window length has room for a number of buckets; the oldest is evicted."""

    MOST = 50_000

    def __init__(self) -> None:
        self._buckets: defaultdict[int, dict[str, tuple[int, float]]] = defaultdict(dict)
        self._lock = Lock()

    def consume(self, uses: Sequence[RateLimitStatus]) -> list[tuple[int, float]]:
        """Count a use of each bucket up to the first that is exceeded; return their counts and remaining seconds."""
        now, counts = monotonic(), []
        with self._lock:
            for use in uses:
                buckets = self._buckets[use.window_s]
                count, until = buckets.get(use.key, (0, 0.0))
                if until <= now:
                    buckets.pop(use.key, None)
                    if len(buckets) >= self.MOST:
                        del buckets[next(iter(buckets))]
                    count, until = 0, now + use.window_s
                buckets[use.key] = count + 1, until
                counts.append((count + 1, until - now))
                if count + 1 > use.limit:
                    break
        return counts

    def refund(self, use: RateLimitStatus, *, is_whole: bool = False) -> None:
        """Return one use, or all of them."""
        with self._lock:
            count, until = self._buckets[use.window_s].pop(use.key, (0, 0.0))
            if count and not is_whole:
                self._buckets[use.window_s][use.key] = count - 1, until


_memory = _Memory()


def _try_redis(query: Callable[[Redis], T]) -> T | None:
    """Return the result of the query; None while Redis is down or full."""
    global _resting_until
    if monotonic() < _resting_until:
        return None
    try:
        return query(_redis())
    except (RedisError, OSError) as error:
        _resting_until = monotonic() + REDIS_REST_S
        logger.warning("rate limits are counted per process: %s", error)
        return None


def _consume(redis: Redis, uses: Sequence[RateLimitStatus]) -> list[tuple[int, float]]:
    keys = [use.key for use in uses]
    limits = [number for use in uses for number in (use.limit, use.window_s * 1000)]
    reply = cast(list[int], redis.eval(CONSUME, len(keys), *keys, *limits))
    return [(count, left_ms / 1000) for count, left_ms in zip(reply[::2], reply[1::2], strict=True)]


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
