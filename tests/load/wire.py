"""Streams as a load driver wants them: what comes is timed and counted first, and only read by those who play."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
import zlib
from typing import Any

from tests.load.http import Person
from tests.stream_changes import changed

ENTRY = re.compile(rb'"entry":(\d+)')
HOST = "127.0.0.1"


class Stream(asyncio.Protocol):
    """One open stream of one match, by a raw socket: when each entry came, and in how many bytes."""

    def __init__(self, match_id: int, *, reads: bool = True) -> None:
        self.match_id, self.reads = match_id, reads
        self.rest, self.said = b"", b""
        self.begun = False
        self.unpack: Any = None
        self.seen: dict[int, float] = {}
        self.entry = -1
        self.board: dict[str, Any] = {}
        self.closed_at: float | None = None
        self.bytes = self.changes = 0
        """Of changes alone, with all that HTTP puts around them."""
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []
        self.transport: Any = None

    @classmethod
    async def open(
        cls, port: int, match_id: int, person: Person | None = None, *, reads: bool = True, tls: ssl.SSLContext | None = None
    ) -> Stream:
        loop = asyncio.get_running_loop()
        transport, stream = await loop.create_connection(lambda: cls(match_id, reads=reads), HOST, port, ssl=tls)
        cookie = f"Cookie: {person.cookies}\r\n" if person else ""
        query = f"topics=match.{match_id}&changes=1"
        about = f"Host: {HOST}:{port}\r\nAccept-Encoding: gzip\r\n{cookie}"  # as browsers do
        transport.write(f"GET /stream?{query} HTTP/1.1\r\n{about}\r\n".encode())
        stream.transport = transport
        return stream

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self.rest += data
        if not self.begun:
            head, self.begun, self.rest = _cut(self.rest, b"\r\n\r\n")
            self.unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if b"content-encoding: gzip" in head.lower() else None
        while self.begun and (chunk := self._chunk()) is not None:
            told, *others = chunk
            *whole, self.said = (self.said + told).split(b"\n\n")
            for message in whole:
                if (found := ENTRY.search(message)) is not None:
                    self._heard(message, int(found[1]), at, *others)

    def _chunk(self) -> tuple[bytes, int] | None:
        """What the next chunk says, and its bytes on the wire; each holds one message. None until it is there."""
        size, whole, more = _cut(self.rest, b"\r\n")
        length = int(size, 16) if whole else 0
        if not whole or len(more) < length + 2:
            return None
        self.rest = more[length + 2 :]
        told = more[:length] if self.unpack is None else self.unpack.decompress(more[:length])
        return told, len(size) + length + 4

    def _heard(self, message: bytes, entry: int, at: float, taken: int) -> None:
        is_change = b"event: change\n" in message
        if is_change:
            self.bytes += taken
            self.changes += 1
        self.seen.setdefault(entry, at)
        self.entry = entry
        if self.reads:
            told = json.loads(message[message.index(b"data: ") + 6 :])
            self.board = changed(self.board, told["change"]) if is_change else told
            if self.board["status"] == "closed" and self.closed_at is None:
                self.closed_at = time.time()
        for due, future in [one for one in self.waiting if one[0] <= entry]:
            self.waiting.remove((due, future))
            if not future.done():
                future.set_result(None)

    async def until(self, entry: int, limit_s: float = 60.0) -> None:
        """Until this entry has come; TimeoutError if it does not."""
        if self.entry >= entry:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((entry, future))
        await asyncio.wait_for(future, limit_s)

    def came(self, entry: int) -> float:
        """When this entry came, by itself or with later ones."""
        return self.seen[min(one for one in self.seen if one >= entry)]

    async def until_closed(self) -> float:
        """When the end of the match came, as seconds of the clock on the wall."""
        while self.closed_at is None:
            await self.until(self.entry + 1)
        return self.closed_at

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


def _cut(data: bytes, at: bytes) -> tuple[bytes, bool, bytes]:
    """What stands before the first such mark, whether there is one, and what follows; all follows where none is."""
    before, mark, after = data.partition(at)
    return (before, True, after) if mark else (b"", False, data)
