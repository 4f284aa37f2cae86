"""Limits on the request bodies that a web process is reading: number, pace and total memory."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from matches.client_ip import rate_limit_network

if TYPE_CHECKING:  # The server imports this module before Django is set up.
    from matches.stream.endpoint import Receive, Scope

MAX_BODY_BYTES = 6 << 20
"""The maximum size of a body in bytes: a form with one image of 5 MB (`league/result_reports/images.py`)."""
WINDOW_S = 10.0
MIN_WINDOW_BYTES = 40_000
"""Bytes that must arrive in each window, unless the body ends in it."""
MAX_BODY_S = 120.0
SMALL_BODY_BYTES = 64_000
"""Bodies up to this many bytes do not count towards the memory limits, so that moves never wait for uploads."""


class Refusal(NamedTuple):
    """The response to a refused request: HTTP status, error code and text."""

    status: int
    code: str
    text: str


TOO_LARGE = Refusal(413, "too-long", "The request is too large (limit: 6 MiB).")
TOO_SLOW = Refusal(408, "too-slow", "The request took too long. Send it again.")


REQUEST_TEXTS = "Too many unfinished requests.", "The site has too many unfinished requests."
UPLOAD_TEXTS = "Too many uploads at once.", "The site has too many uploads at once."


class BodyRefused(Exception):
    """A body that exceeds a limit, with the response to send."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class UsageCounter:
    """Counters in total and by address, with their limits and the two messages for exceeding either."""

    def __init__(self, maximum: int, max_per_address: int, texts: tuple[str, str] = ("", "")) -> None:
        self.maximum, self.max_per_address, self.texts = maximum, max_per_address, texts
        self.all = 0
        self.of: Counter[str] = Counter()

    def is_full_for(self, address: str, number: int = 1) -> bool:
        """Return whether adding `number` would exceed the limit of the address."""
        return self.of[address] + number > self.max_per_address

    def is_full(self, number: int = 1) -> bool:
        return self.all + number > self.maximum

    def add(self, address: str, number: int = 1) -> None:
        """Add `number` to the counters; a negative number releases."""
        self.all += number
        self.of[address] += number
        if not self.of[address]:
            del self.of[address]

    def take(self, address: str, number: int = 1) -> None:
        """Add `number` to the counters. Raises BodyRefused if that would exceed a limit."""
        if self.is_full_for(address, number):
            raise BodyRefused(Refusal(429, "too-many-requests", f"{self.texts[0]} Try again shortly."))
        if self.is_full(number):
            raise BodyRefused(Refusal(503, "busy", f"{self.texts[1]} Try again shortly."))
        self.add(address, number)


@dataclass
class OpenBodies:
    """Number and size of the bodies that one web process is reading. Used only by its event loop."""

    unread: UsageCounter = field(default_factory=lambda: UsageCounter(2000, 100, REQUEST_TEXTS))
    bytes: UsageCounter = field(default_factory=lambda: UsageCounter(64 << 20, 16 << 20, UPLOAD_TEXTS))


class LimitedBody:
    """A body that is being read within the limits; `receive` raises BodyRefused if it exceeds one."""

    def __init__(self, bodies: OpenBodies, address: str, receive: Receive) -> None:
        self.is_read = False
        self._bodies, self._address, self._receive = bodies, rate_limit_network(address), receive
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
            async with asyncio.timeout(self._remaining_s()):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefused(TOO_SLOW) from None
        self._add_received(len(message.get("body", b"")))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            self._finish()
        return message

    def release(self) -> None:
        """Remove this body from the counters once its request has been answered."""
        self._finish()
        if self._held:
            self._bodies.bytes.add(self._address, -self._held)
            self._held = 0

    def _remaining_s(self) -> float:
        """Return the seconds left of the current window, starting a new one if the last received enough bytes."""
        now = time.monotonic()
        if self._in_window >= MIN_WINDOW_BYTES:
            self._window_began, self._in_window = now, 0
        return max(0.0, min(self._window_began + WINDOW_S, self._began + MAX_BODY_S) - now)

    def _add_received(self, size: int) -> None:
        self._in_window += size
        self._size += size
        if self._size > MAX_BODY_BYTES:
            raise BodyRefused(TOO_LARGE)
        added = max(0, self._size - SMALL_BODY_BYTES) - self._held
        if added > 0:
            self._bodies.bytes.take(self._address, added)
            self._held += added

    def _finish(self) -> None:
        self.is_read = True
        if self._is_begun:
            self._is_begun = False
            self._bodies.unread.add(self._address, -1)
