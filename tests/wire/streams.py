"""Streams through the real endpoint, in the test's own thread and transaction: the loop rests whenever rows are read."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from matches.stream import endpoint
from matches.stream.hub import Hub


class Line:
    """One open stream of somebody; `heard` is every byte that came, headers first."""

    def __init__(self, cookie: str, topics: Iterable[str], mark: str = "") -> None:
        self.heard: list[bytes] = []
        self.read = 0
        self.gone = asyncio.Event()
        headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
        headers += [(b"last-event-id", mark.encode())] if mark else []
        query = "topics=" + ",".join(topics)
        self.scope = {"type": "http", "method": "GET", "query_string": query.encode(), "headers": headers}

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.heard.append(message.get("body", repr(message).encode()))

    @property
    def mark(self) -> str:
        """The id of the last message."""
        ids = [line for body in self.heard for line in body.split(b"\n") if line.startswith(b"id: ")]
        return ids[-1][4:].decode() if ids else ""


class Exchange:
    """The web process's hub with its open streams. `publish` takes the place of Redis."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.hub = Hub("redis://127.0.0.1:1")
        self.asked: list[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.hub.read = self.hub.write = self._read  # type: ignore[method-assign, assignment]
        self.open: list[tuple[Line, asyncio.Task[None]]] = []

    def publish(self, topic: str, entry: int | None = None) -> None:
        self.loop.call_soon(self.hub.wake, topic)

    def connect(self, line: Line) -> Line:
        self.open.append((line, self.loop.create_task(endpoint.serve(self.hub, line.scope, line.receive, line.send))))
        self.run()
        return line

    def hang_up(self, line: Line) -> None:
        line.gone.set()
        self.run()
        self.open = [(one, task) for one, task in self.open if one is not line]

    def run(self) -> None:
        """Until nothing goes on any more."""
        while True:
            self.loop.run_until_complete(_rest())
            if not self.asked:
                return
            asked, self.asked = self.asked, []
            for told, query, arguments in asked:
                told.set_result(query(*arguments))

    def close(self) -> None:
        for line, _ in list(self.open):
            self.hang_up(line)
        self.loop.close()

    async def _read(self, query: Callable[..., Any], *arguments: Any) -> Any:
        told: asyncio.Future[Any] = self.loop.create_future()
        self.asked.append((told, query, arguments))
        return await told


async def _rest() -> None:
    for _ in range(12):
        await asyncio.sleep(0)
