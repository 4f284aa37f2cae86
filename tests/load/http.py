"""A very small HTTP client: what the load driver measures should be the site, not its own client."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Person:
    """A signed-in player: the cookies of a session and its CSRF token."""

    player_id: int
    session: str
    csrf: str

    @property
    def cookies(self) -> str:
        return f"sessionid={self.session}; csrftoken={self.csrf}"


class Connection:
    """One kept-alive connection for one person's requests; None is a visitor.

    Over TLS it says as browsers do where a page comes from.
    """

    def __init__(self, port: int, person: Person | None, tls: ssl.SSLContext | None = None) -> None:
        self.port, self.person, self.tls = port, person, tls
        origin = f"Origin: https://127.0.0.1:{port}\r\n" if tls else ""
        cookie = f"Cookie: {person.cookies}\r\n" if person else ""
        self.about = f"Host: 127.0.0.1:{port}\r\n{origin}{cookie}\r\n"
        self.lock = asyncio.Lock()
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        data = json.dumps(body).encode()
        known = f"X-CSRFToken: {self.person.csrf}\r\n" if self.person else ""
        head = f"{known}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        return _read(*await self._ask_twice(f"POST {path} HTTP/1.1\r\n{head}", data))

    async def get(self, path: str) -> tuple[int, Any]:
        """Status and JSON of the answer; None of a page that is no JSON."""
        return _read(*await self.look(path))

    async def look(self, path: str) -> tuple[int, bytes]:
        return await self._ask_twice(f"GET {path} HTTP/1.1\r\n", b"")

    async def _ask_twice(self, head: str, data: bytes) -> tuple[int, bytes]:
        async with self.lock:
            try:
                return await self._ask((head + self.about).encode() + data)
            except (asyncio.IncompleteReadError, ConnectionError):  # the server lets go of idle connections
                self.close()
                return await self._ask((head + self.about).encode() + data)

    def close(self) -> None:
        if self.pipe is not None:
            self.pipe[1].close()
            self.pipe = None

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self.pipe is None:
            self.pipe = await asyncio.open_connection("127.0.0.1", self.port, ssl=self.tls)
        reader, writer = self.pipe
        writer.write(request)
        return await _answer(reader)


def _read(status: int, body: bytes) -> tuple[int, Any]:
    return status, json.loads(body) if body[:1] in (b"{", b"[") else None


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status = int(head.split(" ", 2)[1])
    fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    return status, await reader.readexactly(int(fields.get("content-length", "0")))


async def events(port: int, topics: str, person: Person | None, resume: str = "") -> AsyncIterator[tuple[str, Any]]:
    """The events of a stream, as (name, data), for as long as it is read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    cookie = f"Cookie: {person.cookies}\r\n" if person else ""
    last = f"Last-Event-ID: {resume}\r\n" if resume else ""
    writer.write(f"GET /stream?topics={topics} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}{last}\r\n".encode())
    try:
        await reader.readuntil(b"\r\n\r\n")
        name, data = "", ""
        async for line in _lines(reader):
            key, _, value = line.partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                data = value
            elif not line and data:
                yield name, json.loads(data)
                name, data = "", ""
    finally:
        writer.close()


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """The lines inside a chunked body."""
    rest = b""
    while size := int((await reader.readline()).strip() or b"0", 16):
        rest += await reader.readexactly(size)
        await reader.readexactly(2)
        *whole, rest = rest.split(b"\n")
        for line in whole:
            yield line.decode()
