"""Requests to an ASGI application without a server."""

import asyncio
from collections.abc import Sequence
from typing import Any


def ask(app: Any, *, path: str = "/", parts: Sequence[bytes] = (b"",), ends: bool = True, **scope: Any) -> list[Any]:
    """Return all messages of the answer to a request whose body comes in `parts`; without `ends` the body stays unfinished."""
    given = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [],
        "http_version": "1.1", "server": ("testserver", 80), "client": ("10.0.0.9", 4000), **scope,
    }  # fmt: skip
    bodies = [{"type": "http.request", "body": one, "more_body": not ends or n < len(parts)} for n, one in enumerate(parts, 1)]
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        if not bodies and not ends:
            await asyncio.sleep(60)
        return bodies.pop(0) if bodies else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(given, receive, send))
    return sent


def answer(app: Any, **request: Any) -> tuple[int, dict[bytes, bytes], bytes]:
    head, body, *_ = ask(app, **request)
    return head["status"], dict(head["headers"]), body["body"]
