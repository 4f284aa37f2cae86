"""Sending what waits at a watcher, and a beat where nothing does.

One timer of the stream looks after both: a task and a timer for each message, as `asyncio.wait_for` makes them, cost
more than sending it.
"""

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from matches.stream.watcher import NOTHING_READ, Watcher

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
HEARTBEAT_S = 15.0
STUCK_S = 10.0
LOOK_S = 5.0
RETRY = b"retry: 1000\n\n"
BEGUN = f"retry: 1000\nid: {NOTHING_READ}\n\n".encode()
"""On a stream that has read no match: who loses it before anything is said still comes back as one who was here."""
BEAT = b"event: beat\ndata: {}\n\n"
CROWD = 100
"""Watchers of one topic; whoever comes after them gets it unpacked."""
PACKS = re.compile(r"(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.IGNORECASE)


class Packing:
    """A stream as gzip: a message takes a sixth of its bytes, for about 10 us and, with this window, 30 kB a stream.

    Each message is whole for its reader at once. What is in it are its reader's own boards and the names of what has
    changed: nothing that opens a door, and of others' choice no more than their moves.
    """

    HEADERS = ((b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding"))

    def __init__(self) -> None:
        self._pack = zlib.compressobj(6, zlib.DEFLATED, 16 + 12, 5)

    def packed(self, message: bytes) -> bytes:
        return self._pack.compress(message) + self._pack.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._pack.flush()


class Plain:
    """A stream for who has not asked for gzip."""

    HEADERS = ((b"vary", b"Accept-Encoding"),)

    def packed(self, message: bytes) -> bytes:
        return message

    def end(self) -> bytes:
        return b""


def packing(accepted: str, crowd: int = 0) -> Packing | Plain:
    """How a stream is sent to who accepts these encodings and is one of so many: a crowd waits less for plain bytes."""
    return Packing() if crowd < CROWD and PACKS.search(accepted) else Plain()


class Writer:
    """Of one stream, in the event loop that it is made in."""

    def __init__(self, watcher: Watcher, send: Send, pack: Packing | Plain) -> None:
        self.watcher, self.send, self.pack = watcher, send, pack
        self.loop = asyncio.get_running_loop()
        self.since = self.loop.time()
        """When the last message was begun to be sent."""
        self.sending = False
        self.timer: asyncio.TimerHandle | None = None
        self.task = asyncio.create_task(self._run())
        """Ends when the watcher is cut off, or cancelled when a message has been on its way for STUCK_S."""

    async def _run(self) -> None:
        self._look()
        try:
            await self._say(RETRY if self.watcher.cursors else BEGUN)
            while (message := await self.watcher.queue.get()) is not None:
                await self._say(message)
            await self.send({"type": "http.response.body", "body": self.pack.end(), "more_body": False})
        finally:
            if self.timer is not None:
                self.timer.cancel()

    async def _say(self, message: bytes) -> None:
        self.since, self.sending = self.loop.time(), True
        await self.send({"type": "http.response.body", "body": self.pack.packed(message), "more_body": True})
        self.sending = False

    def _look(self) -> None:
        now = self.loop.time()
        if self.sending and now >= self.since + STUCK_S:
            self.task.cancel()
            return
        if not self.sending and now >= self.since + HEARTBEAT_S and self.watcher.queue.empty():
            self.watcher.queue.put_nowait(BEAT)
        due = self.since + (STUCK_S if self.sending else HEARTBEAT_S)
        self.timer = self.loop.call_at(max(now + 0.1, min(due, now + LOOK_S)), self._look)
