"""Bodies that a web process is reading: how many, how slowly, and how much memory they may hold together."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

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


class Refusal(NamedTuple):
    status: int
    code: str
    text: str


TOO_LARGE = Refusal(413, "too-long", "What you send is too long: 4 MiB are read at most.")
TOO_SLOW = Refusal(408, "too-slow", "The request came too slowly. Send it again.")


REQUESTS = "Too many unfinished requests.", "Too many unfinished requests on this site."
UPLOADS = "Too many uploads at once.", "Too many uploads on this site at once."


class BodyRefused(Exception):
    """A body that is not read on, with the answer to it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class Tally:
    """How much is in use, in all and by address, with what is told to an address that has its part, and to others."""

    def __init__(self, most: int, most_of_address: int, texts: tuple[str, str] = ("", "")) -> None:
        self.most, self.most_of_address, self.texts = most, most_of_address, texts
        self.all = 0
        self.of: Counter[str] = Counter()

    def is_full_for(self, address: str, number: int = 1) -> bool:
        """Return whether an address would have more than its part."""
        return self.of[address] + number > self.most_of_address

    def is_full(self, number: int = 1) -> bool:
        return self.all + number > self.most

    def add(self, address: str, number: int = 1) -> None:
        """Count so much more; less if it is negative."""
        self.all += number
        self.of[address] += number
        if not self.of[address]:
            del self.of[address]

    def take(self, address: str, number: int = 1) -> None:
        """Count so much more. Raises BodyRefused where there is no room for it."""
        if self.is_full_for(address, number):
            raise BodyRefused(Refusal(429, "too-many-requests", f"{self.texts[0]} Try again shortly."))
        if self.is_full(number):
            raise BodyRefused(Refusal(503, "busy", f"{self.texts[1]} Try again shortly."))
        self.add(address, number)


@dataclass
class Bodies:
    """The bodies of one web process, used by its event loop alone: those that are being read, and their bytes."""

    unread: Tally = field(default_factory=lambda: Tally(2000, 100, REQUESTS))
    bytes: Tally = field(default_factory=lambda: Tally(64 << 20, 16 << 20, UPLOADS))


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
            self._bodies.unread.take(self._address)
            self._is_begun = True
        try:
            async with asyncio.timeout(self._seconds_left()):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefused(TOO_SLOW) from None
        self._count(len(message.get("body", b"")))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            self._finish()
        return message

    def release(self) -> None:
        """Give back what this body holds, when its request has been answered."""
        self._finish()
        if self._held:
            self._bodies.bytes.add(self._address, -self._held)
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
            raise BodyRefused(TOO_LARGE)
        more = max(0, self._size - SMALL) - self._held
        if more > 0:
            self._bodies.bytes.take(self._address, more)
            self._held += more

    def _finish(self) -> None:
        self.is_read = True
        if self._is_begun:
            self._is_begun = False
            self._bodies.unread.add(self._address, -1)
