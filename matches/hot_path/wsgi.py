"""ASGI adapter for Django: each request runs in one thread of a small pool, with two thread switches.

asgiref's adapter has one thread for all requests, so that a slow page would block every move. Django's ASGI handler
uses a new thread, and with it a new database connection, for each request.
"""

import asyncio
import io
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any
from urllib.parse import unquote_to_bytes

from matches.moment import ARRIVED
from matches.stream.door import Receive, Scope, Send
from matches.stream.underway import Underway

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]


class Pages:
    """An ASGI application that runs a WSGI application."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], threads: int, underway: Underway | None = None) -> None:
        self.wsgi = wsgi
        self.underway = underway
        self.pool = ThreadPoolExecutor(threads, "page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, headers, content = await self.answer(scope, receive)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def answer(self, scope: Scope, receive: Receive) -> Answer:
        """Return status, headers and body of the response to a request."""
        body = await _body(receive)
        arrived = time.monotonic()  # When the body is complete: a client that sends slowly keeps using its own time.
        with nullcontext() if self.underway is None else self.underway.taking(scope):
            environ = _environ(scope, body) | {ARRIVED: arrived}
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, self._answer, environ)

    def _answer(self, environ: dict[str, Any]) -> Answer:
        head: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            head[:] = [int(status[:3]), headers]

        answer = self.wsgi(environ, start)
        try:
            content = b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
        status, headers = head
        return status, [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers], content


async def _body(receive: Receive) -> bytes:
    """Return the body, whose size `deploy.request_limits` bounds, or what arrived before the client disconnected."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the request as a WSGI environ (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    raw = scope.get("raw_path") or scope["path"].encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw.split(b"?", 1)[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        if key == "CONTENT_TYPE":
            environ[key] = text
        elif key not in ("CONTENT_LENGTH", "TRANSFER_ENCODING"):
            key = f"HTTP_{key}"
            joint = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{joint}{text}" if key in environ else text
    return environ
