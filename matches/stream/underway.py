"""Moves that this web process has received and not stored yet, told to whoever might let a flag fall meanwhile.

However long they queue here, a flag waits for them (`matches.announce.underway`): no player is charged for our queue.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from typing import Any

from django.db import close_old_connections
from redis import RedisError
from redis.asyncio import Redis

from matches.announce import UNDERWAY, UNDERWAY_MS
from matches.authentication import find_player_id
from matches.models import Seat
from matches.remembered import Remembered

logger = logging.getLogger(__name__)
REST_S = 0.25
"""After Redis could not be told, so that requests do not pile up behind its time-out."""
SEATED_S = 60.0
"""For so long it is remembered that a session or token has a seat at a match."""
MOST_ASKED = 200
"""Requests that may wait to be asked for their seat; further ones hold no flag back."""
MOVES = re.compile(r"(?:/api/v1)?/matches/([0-9]{1,18})/(?:submissions|resign|plain)/")


def has_seat(cookies: str, authorization: str, match_id: int) -> bool:
    """Return whether these headers name a player who has a seat at the match. Raises Refused for a bad token."""
    player_id = find_player_id(cookies, authorization, endpoint="api-submissions", method="POST")
    return player_id is not None and Seat.objects.filter(match=match_id, player=player_id, bot="").exists()


Sender = tuple[str, str, int]
"""The Cookie and the Authorization header of a request, and its match."""


def _sender(scope: MutableMapping[str, Any], match_id: int) -> Sender | None:
    """Return what says who sends a request; None where nothing does."""
    told = {b"cookie": "", b"authorization": ""}
    for name, value in scope["headers"]:
        if name in told:
            told[name] = f"{told[name]}; {value.decode('latin-1')}" if told[name] else value.decode("latin-1")
    cookies, authorization = told[b"cookie"], told[b"authorization"]
    return (cookies, authorization, match_id) if cookies or authorization else None


@dataclass
class Move:
    """A request that may carry a move, by the key of its match in Redis and a name of its own."""

    key: str
    name: str
    is_open: bool = True
    is_marked: bool = False


class Underway:
    """Lives in the event loop of one web process. Requests do not wait for Redis.

    Only requests of a player who has a seat at the match hold its flags back. `has_seat` is asked in a thread of its
    own; what it affirms is remembered for a while.
    """

    def __init__(self, url: str, has_seat: Callable[[str, str, int], bool] = has_seat) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
        self._has_seat = has_seat
        self._in_turn = asyncio.Lock()
        self._resting_until = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._process, self._numbers = secrets.token_hex(4), count()
        self._pool = ThreadPoolExecutor(1, "underway")
        self._asking = 0
        self._seated = Remembered[bytes, float]()

    @contextmanager
    def taking(self, scope: MutableMapping[str, Any]) -> Iterator[None]:
        """While a request that may carry a move is answered. Enter it in the same breath in which it is dated."""
        found = MOVES.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        sender = _sender(scope, int(found[1])) if found is not None else None
        if sender is None:
            yield
            return
        move = Move(f"{UNDERWAY}{sender[2]}", f"{self._process}.{next(self._numbers)}")
        key = blake2b(repr(sender).encode()).digest()
        if self._seated.get(key, 0) > time.monotonic():
            self._spawn(self._mark(move))
        elif self._asking < MOST_ASKED:
            self._asking += 1
            self._spawn(self._find(sender, key, move))
        try:
            yield
        finally:
            move.is_open = False
            if move.is_marked:
                self._spawn(self._unmark(move))

    async def _find(self, sender: Sender, key: bytes, move: Move) -> None:
        """Mark the move as soon as it is known that its sender has a seat."""
        try:
            if await asyncio.get_running_loop().run_in_executor(self._pool, self._look, sender):
                self._seated[key] = time.monotonic() + SEATED_S
                if move.is_open:
                    await self._mark(move)
        except Exception as error:  # the request itself is refused for it, or answered
            logger.debug("the sender of a move is not known: %s", error)
        finally:
            self._asking -= 1

    def _look(self, sender: Sender) -> bool:
        close_old_connections()
        return self._has_seat(*sender)

    async def _mark(self, move: Move) -> None:
        move.is_marked = True
        await self._send(self._commands().hset(move.key, move.name, "1").pexpire(move.key, UNDERWAY_MS))

    async def _unmark(self, move: Move) -> None:
        await self._send(self._commands().hdel(move.key, move.name))

    def _commands(self) -> Any:
        return self._redis.pipeline(transaction=False)

    async def _send(self, commands: Any) -> None:
        """Run commands one after the other, so that no mark is taken away before it is set."""
        async with self._in_turn:
            if time.monotonic() < self._resting_until:
                return
            try:
                await commands.execute()
            except (RedisError, OSError) as error:
                self._resting_until = time.monotonic() + REST_S
                logger.debug("nobody hears of moves that are under way: %s", error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
