"""Moves that this web process has received and not stored yet, told to whoever might let a flag fall meanwhile.

However long they queue here, a flag waits for them (`matches.announce.underway`): nobody is charged for our queue.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from itertools import count
from typing import Any

from redis import RedisError
from redis.asyncio import Redis

from matches.announce import UNDERWAY, UNDERWAY_MS
from matches.broker import packed

logger = logging.getLogger(__name__)
MOVES = re.compile(r"(?:/api/v1)?/matches/([0-9]{1,18})/(?:submissions|resign|plain)/")


class Underway:
    """Lives in the event loop of one web process. A broker that is away is not waited for."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Any = None
        self._in_turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._process, self._numbers = secrets.token_hex(4), count()

    @contextmanager
    def taking(self, scope: MutableMapping[str, Any]) -> Iterator[None]:
        """While a request that may carry a move is answered. Enter it in the same breath in which it is dated."""
        found = MOVES.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            yield
            return
        key, name = f"{UNDERWAY}{int(found[1])}", f"{self._process}.{next(self._numbers)}"
        self._say(("HSET", key, name, 1), ("PEXPIRE", key, UNDERWAY_MS))
        try:
            yield
        finally:
            self._say(("HDEL", key, name))

    def _say(self, *words: tuple[str | int, ...]) -> None:
        task = asyncio.get_running_loop().create_task(self._send(b"".join(map(packed, words))))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, words: bytes) -> None:
        """In the order in which it is said. Answers are not asked for, so nothing has to be read."""
        async with self._in_turn:
            try:
                if self._line is None or not self._line.is_connected:
                    await self._connect()
                await self._line.send_packed_command(words, check_health=False)
            except (RedisError, OSError) as error:
                logger.debug("nobody hears of moves that are under way: %s", error)
                if self._line is not None:
                    await self._line.disconnect(nowait=True)

    async def _connect(self) -> None:
        pool: Any = Redis.from_url(self._url, socket_connect_timeout=1, socket_timeout=1).connection_pool
        self._line = pool.make_connection()
        await self._line.connect()
        await self._line.send_command("CLIENT", "REPLY", "OFF")
