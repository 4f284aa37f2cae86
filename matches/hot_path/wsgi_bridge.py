"""ASGI adapter for Django: each request runs in one thread of a small pool, with two thread switches.

Moves and boards have threads of their own, which no slow page can take.

asgiref's adapter has one thread for all requests, so that a slow page would block every move. Django's ASGI handler
uses a new thread, and with it a new database connection, for each request.
"""

import asyncio
import io
import re
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any
from urllib.parse import unquote_to_bytes

from matches.server_time import ARRIVED
from matches.stream.endpoint import Receive, Scope, Send
from matches.stream.in_flight import InFlightMoves

PLAY = re.compile(r"/api/v1/matches/[0-9]+/(?!hint/|replay/|record/)(?:[a-z-]+/)?")
"""Paths of boards, moves and offers. A hint, a replay or a record may take long."""
PLAY_THREADS = 2
Response = tuple[int, list[tuple[bytes, bytes]], bytes]


class WsgiBridge:
    """An ASGI application that runs a WSGI application."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], threads: int, in_flight: InFlightMoves | None = None) -> None:
        self.wsgi = wsgi
        self.in_flight = in_flight
        self.pages = ThreadPoolExecutor(threads, "page")
        self.play = ThreadPoolExecutor(PLAY_THREADS, "play")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, headers, content = await self.answer(scope, receive)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def answer(self, scope: Scope, receive: Receive) -> Response:
        """Return status, headers and body of the response to a request."""
        body = await _read_body(receive)
        arrived = time.monotonic()  # When the body is complete: a client that sends slowly keeps using its own time.
        with nullcontext() if self.in_flight is None else self.in_flight.track(scope):
            environ = _build_environ(scope, body) | {ARRIVED: arrived}
            loop = asyncio.get_running_loop()
            pool = self.play if PLAY.fullmatch(scope["path"]) else self.pages
            return await loop.run_in_executor(pool, self._answer, environ)

    def _answer(self, environ: dict[str, Any]) -> Response:
        start_line: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            start_line[:] = [int(status[:3]), headers]

        chunks = self.wsgi(environ, start)
        try:
            content = b"".join(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
        status, headers = start_line
        return status, [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers], content


async def _read_body(receive: Receive) -> bytes:
    """Return the body, whose size `deploy.request_limits` bounds, or what arrived before the client disconnected."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _build_environ(scope: Scope, body: bytes) -> dict[str, Any]:
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
