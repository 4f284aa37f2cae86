"""Sending what waits at a watcher, and a beat where nothing does."""

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from matches.stream.watcher import NOTHING_READ, Watcher

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
HEARTBEAT_S = 15.0
STUCK_S = 10.0
RETRY = b"retry: 1000\n\n"
BEGUN = f"retry: 1000\nid: {NOTHING_READ}\n\n".encode()
"""On a stream that has read no match: who loses it before anything is said still comes back as one who was here."""
BEAT = b"event: beat\ndata: {}\n\n"
CROWD = 100
"""Watchers of one topic; whoever comes after them gets it unpacked."""
PACKS = re.compile(r"(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.IGNORECASE)


class Plain:
    """A stream for who has not asked for gzip."""

    HEADERS = [(b"vary", b"Accept-Encoding")]

    def packed(self, message: bytes) -> bytes:
        return message

    def end(self) -> bytes:
        return b""


class Packing(Plain):
    """A stream as gzip: a message takes a sixth of its bytes, for about 10 us and, with this window, 30 kB a stream.

    Each message is whole for its reader at once. What is in it are its reader's own boards and the names of what has
    changed: nothing that opens a door, and of others' choice no more than their moves.
    """

    HEADERS = [(b"content-encoding", b"gzip"), *Plain.HEADERS]

    def __init__(self) -> None:
        self._pack = zlib.compressobj(6, zlib.DEFLATED, 16 + 12, 5)

    def packed(self, message: bytes) -> bytes:
        return self._pack.compress(message) + self._pack.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._pack.flush()


def packing(accepted: str, crowd: int = 0) -> Plain:
    """How a stream is sent to who accepts these encodings and is one of so many: a crowd waits less for plain bytes."""
    return Packing() if crowd < CROWD and PACKS.search(accepted) else Plain()


async def write(watcher: Watcher, send: Send, pack: Plain) -> None:
    """Send what waits until the watcher is cut off. Raises TimeoutError if a message is on its way for STUCK_S."""

    async def say(body: bytes, *, more: bool = True) -> None:
        async with asyncio.timeout(STUCK_S):
            await send({"type": "http.response.body", "body": body, "more_body": more})

    message: bytes | None = RETRY if watcher.cursors else BEGUN
    while message is not None:
        await say(pack.packed(message))
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                message = await watcher.queue.get()
        except TimeoutError:
            message = BEAT
    await say(pack.end(), more=False)
