"""Moves that this web process has received but not stored yet, recorded in Redis so that flags wait for them.

However long a move is queued here, its flag waits (`matches.pubsub.has_moves_in_flight`): no player is charged for our queue.
"""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from typing import Any

from django.db import close_old_connections
from redis import RedisError
from redis.asyncio import Redis

from matches.authentication import find_player_id
from matches.bounded_cache import BoundedCache
from matches.models import Seat
from matches.pubsub import IN_FLIGHT_KEY, IN_FLIGHT_MS

logger = logging.getLogger(__name__)
FLUSH_S = 0.01
"""Interval of updates to Redis. Moves handled faster are never recorded, because a flag waits longer (FLAG_DELAY)."""
RETRY_S = 0.25
"""Pause after an error of Redis, so that requests do not pile up behind its timeout."""
SEAT_CACHE_S = 60.0
"""How long it is remembered that a session or token has a seat at a match."""
MAX_LOOKUPS = 200
"""Maximum number of requests whose seat is being looked up; further ones delay no flag."""
MOVE_PATH = re.compile(r"(?:/api/v1)?/matches/([0-9]{1,18})/(?:submissions|resign|plain)/")


def has_seat(cookies: str, authorization: str, match_id: int) -> bool:
    """Return whether these headers name a player with a seat at the match. Raises ActionError for an invalid token."""
    close_old_connections()
    player_id = find_player_id(cookies, authorization, endpoint="api-submissions", method="POST")
    return player_id is not None and Seat.objects.filter(match=match_id, player=player_id, bot="").exists()


Sender = tuple[str, str, int]
"""The Cookie and Authorization headers of a request, and its match."""


def _find_sender(scope: MutableMapping[str, Any], match_id: int) -> Sender | None:
    """Return the sender of a request; None without credentials."""
    cookies, authorization = (
        "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == header)
        for header in (b"cookie", b"authorization")
    )
    return (cookies, authorization, match_id) if cookies or authorization else None


@dataclass
class Move:
    """A request that may carry a move: the Redis key of its match, a unique name, and whether Redis has a mark of it."""

    key: str
    name: str
    is_open: bool = True
    is_marked: bool = False


class InFlightMoves:
    """The received moves of one web process. Used only in its event loop; requests do not wait for Redis.

    Only requests of players with a seat at the match delay its flags. `has_seat` runs in a thread of its own; positive
    results are remembered for a while.
    """

    def __init__(self, url: str, has_seat: Callable[[str, str, int], bool] = has_seat) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
        self._has_seat = has_seat
        self._resting_until = 0.0
        self._pending: list[Move] = []
        """Moves that have begun, and recorded ones that have ended, since the last update of Redis."""
        self._flushing: asyncio.Task[None] | None = None
        self._process, self._numbers = secrets.token_hex(4), count()
        self._pool = ThreadPoolExecutor(1, "underway")
        self._lookups: set[asyncio.Task[None]] = set()
        self._seated_until = BoundedCache[bytes, float]()

    @contextmanager
    def track(self, scope: MutableMapping[str, Any]) -> Iterator[None]:
        """Record a request that may carry a move while it is handled. Enter it when the arrival time is taken."""
        match = MOVE_PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        sender = _find_sender(scope, int(match[1])) if match is not None else None
        if sender is None:
            yield
            return
        move = Move(f"{IN_FLIGHT_KEY}{sender[2]}", f"{self._process}.{next(self._numbers)}")
        key = blake2b(repr(sender).encode()).digest()
        if self._seated_until.get(key, 0) > time.monotonic():
            self._record(move)
        elif len(self._lookups) < MAX_LOOKUPS:
            task = asyncio.get_running_loop().create_task(self._record_if_seated(sender, key, move))
            self._lookups.add(task)
            task.add_done_callback(self._lookups.discard)
        try:
            yield
        finally:
            move.is_open = False
            if move.is_marked:
                self._record(move)

    async def _record_if_seated(self, sender: Sender, key: bytes, move: Move) -> None:
        """Record the move as soon as its sender is known to have a seat."""
        try:
            if await asyncio.get_running_loop().run_in_executor(self._pool, self._has_seat, *sender):
                self._seated_until[key] = time.monotonic() + SEAT_CACHE_S
                self._record(move)
        except Exception as error:  # The request itself is refused or handled regardless.
            logger.debug("the sender of a move is not known: %s", error)

    def _record(self, move: Move) -> None:
        self._pending.append(move)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        """Send all starts and ends to Redis. An end is only sent after its start."""
        while self._pending:
            await asyncio.sleep(FLUSH_S)
            pending, self._pending = self._pending, []
            if time.monotonic() < self._resting_until:
                continue
            commands: Any = self._redis.pipeline(transaction=False)
            for move in pending:
                if move.is_open:
                    move.is_marked = True
                    commands.hset(move.key, move.name, "1").pexpire(move.key, IN_FLIGHT_MS)
                elif move.is_marked:
                    commands.hdel(move.key, move.name)
            try:
                await commands.execute()
            except (RedisError, OSError) as error:
                self._resting_until = time.monotonic() + RETRY_S
                logger.debug("announcing moves in flight failed: %s", error)
