"""Bodies that a web process is reading: how many, how slowly, and how much memory they may hold together."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from matches.addresses import network

if TYPE_CHECKING:  # a server reads this before there is a Django
    from matches.stream.door import Receive, Scope

LARGEST_BODY = 4 << 20
"""Bytes of one body; far more than any form or action needs."""
WINDOW_S = 10.0
LEAST_IN_WINDOW = 40_000
"""Bytes that must arrive in each window, unless the body ends in it."""
LONGEST_S = 120.0
SMALL = 64_000
"""Bytes of a body that are not counted below: a move never waits for the uploads of others."""


class BodyRefused(Exception):
    """A body that is not read on, with the answer to it."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code, self.text = status, code, text


@dataclass
class Bodies:
    """The bodies of one web process, used by its event loop alone."""

    most_bytes: int = 64 << 20
    most_bytes_of_address: int = 16 << 20
    most_unread: int = 2000
    most_unread_of_address: int = 100
    bytes: int = 0
    unread: int = 0
    bytes_of: Counter[str] = field(default_factory=Counter)
    unread_of: Counter[str] = field(default_factory=Counter)

    def begin(self, address: str) -> None:
        """Raise BodyRefused if too many bodies are being read already."""
        if self.unread_of[address] >= self.most_unread_of_address:
            raise BodyRefused(429, "too-many-requests", "Too many unfinished requests. Try again shortly.")
        if self.unread >= self.most_unread:
            raise BodyRefused(503, "busy", "Too many unfinished requests on this site. Try again shortly.")
        self.unread += 1
        self.unread_of[address] += 1

    def end(self, address: str) -> None:
        self.unread -= 1
        self._take(self.unread_of, address, 1)

    def hold(self, address: str, size: int) -> None:
        """Raise BodyRefused if this is more than bodies may hold."""
        if self.bytes_of[address] + size > self.most_bytes_of_address:
            raise BodyRefused(429, "too-many-requests", "Too many uploads at once. Try again shortly.")
        if self.bytes + size > self.most_bytes:
            raise BodyRefused(503, "busy", "Too many uploads on this site at once. Try again shortly.")
        self.bytes += size
        self.bytes_of[address] += size

    def release(self, address: str, size: int) -> None:
        self.bytes -= size
        self._take(self.bytes_of, address, size)

    @staticmethod
    def _take(counter: Counter[str], address: str, number: int) -> None:
        counter[address] -= number
        if not counter[address]:
            del counter[address]


class TimedBody:
    """One body as it is read. `receive` raises BodyRefused where it breaks a limit."""

    def __init__(self, bodies: Bodies, address: str, receive: Receive) -> None:
        self.is_read = False
        self._bodies, self._address, self._receive = bodies, network(address), receive
        self._is_begun = False
        self._size = self._held = self._in_window = 0
        self._began = self._window_began = time.monotonic()

    async def receive(self) -> Scope:
        if self.is_read:
            return await self._receive()
        if not self._is_begun:
            self._bodies.begin(self._address)
            self._is_begun = True
        try:
            async with asyncio.timeout(self._seconds_left()):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefused(408, "too-slow", "The request came too slowly. Send it again.") from None
        self._count(len(message.get("body", b"")))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            self._finish()
        return message

    def release(self) -> None:
        """Give back what this body holds, when its request has been answered."""
        self._finish()
        if self._held:
            self._bodies.release(self._address, self._held)
            self._held = 0

    def _seconds_left(self) -> float:
        """Return the seconds until the next bytes must be there; begin a new window if the last one brought enough."""
        now = time.monotonic()
        if self._in_window >= LEAST_IN_WINDOW:
            self._window_began, self._in_window = now, 0
        return max(0.0, min(self._window_began + WINDOW_S, self._began + LONGEST_S) - now)

    def _count(self, size: int) -> None:
        self._in_window += size
        self._size += size
        if self._size > LARGEST_BODY:
            raise BodyRefused(413, "too-long", "What you send is too long: 4 MiB are read at most.")
        more = max(0, self._size - SMALL) - self._held
        if more > 0:
            self._bodies.hold(self._address, more)
            self._held += more

    def _finish(self) -> None:
        self.is_read = True
        if self._is_begun:
            self._is_begun = False
            self._bodies.end(self._address)
