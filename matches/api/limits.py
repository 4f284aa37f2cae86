"""How often a program may ask: counted in Redis for all web processes, each answer saying what is left.

A minute's count is one number that Redis adds to, so two processes cannot both take the last place. When Redis is away
or full, each process counts for itself.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.conf import settings
from redis import Redis, RedisError
from rest_framework.throttling import BaseThrottle

from engines.words import say
from matches.addresses import network
from matches.refusals import Refused

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)
WINDOW_S = 60
REST_S = 5.0
"""After Redis could not be asked, it is left alone for so long: asking must not slow the site."""
_resting_until = 0.0

COUNTED = "league_zero.counted"
"""In the META of a request that has been counted already: the purses, and what `spend` said."""

Purse = tuple[str, str]
"""What is counted: token, person, address, moves, or moves of one match, and whose."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of the scarcest purse, and in how many seconds all are full again."""

    limit: int
    left: int
    reset_s: int
    over: bool

    def headers(self) -> dict[str, str]:
        told = {
            "RateLimit-Policy": f"{self.limit};w={WINDOW_S}",
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.reset_s),
        }
        return told | ({"Retry-After": str(self.reset_s)} if self.over else {})


class Limits(BaseThrottle):
    """Every door's limits. Moves have a purse of their own, which nothing else empties."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        purses = _purses(request, view)
        counted, told = request.META.get(COUNTED, ([], None))
        left = told if counted == purses else spend(purses)
        if left is not None:
            view.headers.update(left.headers())
            check(left)
        return True


def check(left: Allowance | None) -> None:
    if left is not None and left.over:
        text = say("You ask more often than {limit} times a minute. Wait a moment.", limit=left.limit)
        raise Refused("too-many-requests", text)


def spend(purses: Sequence[Purse]) -> Allowance | None:
    """Count one request in each purse that has a limit; None where none has one."""
    return _spent(purses, _count_for_all)


def spend_here(purses: Sequence[Purse]) -> Allowance | None:
    """Count as `spend`, for this process alone and without asking Redis."""
    return _spent(purses, _here.count)


def _spent(purses: Sequence[Purse], count: Callable[[Sequence[str], int], list[int]]) -> Allowance | None:
    purses = [(kind, whose) for kind, whose in purses if kind in settings.API_LIMITS]
    if not purses:
        return None
    window, into = divmod(int(time.time()), WINDOW_S)
    counts = count([f"{kind}:{whose}" for kind, whose in purses], window)
    limits = [settings.API_LIMITS[kind] for kind, _ in purses]
    limit, spent = min(zip(limits, counts, strict=True), key=lambda pair: pair[0] - pair[1])
    return Allowance(limit, max(0, limit - spent), WINDOW_S - into, spent > limit)


def move_purses(person: object, match: object) -> list[Purse]:
    """What a move is counted in. Of a match each person has a share, so that nobody can use up the other's."""
    return [("moves", str(person)), ("match", f"{match}.{person}")]


def address_purse(meta: dict[str, Any]) -> Purse:
    return "address", network(str(meta.get("REMOTE_ADDR", "")))


def _purses(request: Request, view: APIView) -> list[Purse]:
    if not request.user.is_authenticated:
        return [address_purse(request.META)]
    person = str(request.user.pk)
    if getattr(view, "is_move", False):
        return move_purses(person, view.kwargs.get("match_id"))
    token = [("token", str(request.auth.pk))] if request.auth is not None else []
    return [("person", person), *token]


class _Here:
    """The counts of this process in one minute. With too many purses the minute begins anew, so memory is bounded."""

    MOST = 50_000

    def __init__(self) -> None:
        self._window = 0
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def count(self, keys: Sequence[str], window: int) -> list[int]:
        with self._lock:
            if window != self._window or len(self._counts) >= self.MOST:
                self._window = window
                self._counts.clear()
            self._counts.update(keys)
            return [self._counts[key] for key in keys]


_here = _Here()


def _count_for_all(keys: Sequence[str], window: int) -> list[int]:
    """Count in Redis, or here while it is away or full."""
    global _resting_until
    if time.monotonic() >= _resting_until:
        try:
            return _count([f"league-zero:spent:{key}:{window}" for key in keys])
        except (RedisError, OSError) as error:
            _resting_until = time.monotonic() + REST_S
            logger.warning("requests are counted by each process alone: %s", error)
    return _here.count(keys, window)


def _count(keys: Sequence[str]) -> list[int]:
    with _redis().pipeline(transaction=False) as line:
        for key in keys:
            line.incr(key)
            line.expire(key, 2 * WINDOW_S)
        return [int(answer) for answer in line.execute()[::2]]


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
