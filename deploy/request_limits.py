"""Limits on a request before anything parses it: size and form of its head, size and pace of its body.

An ASGI middleware, so it works under any server and behind any proxy; `deploy/connections.py` adds what only a server
can check. Codecs are restricted to the usual names: Python caches every unknown codec name for ever, and form parsers
look up names that clients choose.
"""

from __future__ import annotations

import codecs
import encodings
import json
import pkgutil
import re
from dataclasses import dataclass, field
from encodings.aliases import aliases
from typing import TYPE_CHECKING

from deploy.body_limits import MAX_BODY_BYTES, TOO_LARGE, BodyRefused, LimitedBody, OpenBodies, Refusal

if TYPE_CHECKING:  # The server imports this module before Django is set up.
    from deploy.security_headers import Application
    from matches.stream.endpoint import Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]

MAX_HEAD_BYTES = 16_384
"""Maximum bytes of request line and headers."""
MAX_HEADERS = 100
MAX_HEADER_BYTES = {
    b"content-type": 256,
    b"content-disposition": 512,
    b"accept": 1024,
    b"accept-language": 512,
    b"accept-encoding": 512,
    b"host": 256,
    b"authorization": 1024,
    b"cookie": 8192,
}
"""Maximum bytes of headers whose parsers take more than linear time."""
SINGLE_HEADERS = frozenset({b"content-type", b"content-disposition", b"authorization", b"host"})

_TOKEN = rb"[A-Za-z0-9!#$&^_.+-]+"
_MEDIA_TYPE = re.compile(
    rb"[ \t]*(?:%(token)b/%(token)b)?(?:[ \t]*;[ \t]*(?:%(token)b=(?:%(boundary)b|\"%(boundary)b\"))?)*[ \t]*"
    % {b"token": _TOKEN, b"boundary": rb"[A-Za-z0-9'()+_,./:=?!#$&^~-]+"}
)
"""Media type and parameters without RFC 2231 encodings (`name*=`) and without escapes."""
_CHARSET = re.compile(rb";[ \t]*charset=\"?([^\";]*)", re.IGNORECASE)
UTF_8_NAMES = frozenset({b"utf-8", b"utf8", b"us-ascii", b"ascii"})
"""ASCII is a subset of UTF-8."""
_ENCODED_PARAMETER = re.compile(rb"\*[0-9]*\*?[ \t]*=")
"""RFC 2231 parameter, which names a codec."""


_CODECS = frozenset({*aliases, *aliases.values(), *(one.name for one in pkgutil.iter_modules(encodings.__path__))})


HEAD_TOO_LARGE = Refusal(431, "head-too-large", "The request headers are too large. Clear this site's cookies.")
NOT_UTF_8 = Refusal(415, "not-utf-8", "Unsupported encoding. Send text as UTF-8.")
MALFORMED = Refusal(400, "malformed", "Invalid request header.")
NO_UPGRADE = Refusal(400, "no-websockets", "WebSockets are not supported. Read the event stream at /stream instead.")


@dataclass
class RequestLimitsMiddleware:
    """ASGI middleware that refuses requests outside the limits."""

    application: Application
    bodies: OpenBodies = field(default_factory=OpenBodies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await _close_websocket(receive, send)
        elif scope["type"] != "http":
            await self.application(scope, receive, send)
        elif refusal := find_fault(scope):
            await _refuse(refusal, send)
        else:
            scope["headers"] = remove_escaped_cookies(scope["headers"])
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if not headers.get(b"content-length", b"").strip(b"0") and b"transfer-encoding" not in headers:  # no body
            await self.application(scope, receive, send)
            return
        body = LimitedBody(self.bodies, (scope.get("client") or ("",))[0], receive)
        is_started = False

        async def send_and_close(message: Scope) -> None:
            """Send `Connection: close` with a response to a body that was not read completely."""
            nonlocal is_started
            if message["type"] == "http.response.start":
                is_started = True
                if not body.is_read:
                    message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        try:
            await self.application(scope, body.receive, send_and_close)
        except BodyRefused as refused:
            if not is_started:
                await _refuse(refused.refusal, send)
        finally:
            body.release()


def find_fault(scope: Scope) -> Refusal | None:
    """Return why to refuse a request with this head, or None. Takes time linear in the size of the head."""
    headers: Headers = scope["headers"]
    size = sum(len(name) + len(value) + 4 for name, value in headers)
    size += len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
    if size > MAX_HEAD_BYTES or len(headers) > MAX_HEADERS:
        return HEAD_TOO_LARGE
    lengths: dict[bytes, int] = {}
    for name, value in headers:
        if name in SINGLE_HEADERS and name in lengths:
            return MALFORMED
        lengths[name] = lengths.get(name, 0) + len(value) + 1
        if name in MAX_HEADER_BYTES and lengths[name] > MAX_HEADER_BYTES[name] + 1:
            return HEAD_TOO_LARGE
        if refusal := _find_header_fault(name, value):
            return refusal
    return None


def _find_header_fault(name: bytes, value: bytes) -> Refusal | None:
    if name == b"content-type":
        charsets = {charset.strip().lower() for charset in _CHARSET.findall(value)}
        if not _MEDIA_TYPE.fullmatch(value):
            return NOT_UTF_8 if b"charset" in value.lower() else MALFORMED
        return None if charsets <= UTF_8_NAMES else NOT_UTF_8
    if name == b"content-length":
        if not (value.isdigit() and len(value) < 16):
            return MALFORMED
        return TOO_LARGE if int(value) > MAX_BODY_BYTES else None
    if name in (b"accept", b"content-disposition") and _ENCODED_PARAMETER.search(value):
        return MALFORMED
    return NO_UPGRADE if name == b"upgrade" and value.strip().lower() == b"websocket" else None


def remove_escaped_cookies(headers: Headers) -> Headers:
    """Return the headers without cookies that contain a backslash.

    This site sets none, and Python's parser takes quadratic time for them.
    """
    return [
        (name, b";".join(pair for pair in value.split(b";") if b"\\" not in pair))
        if name == b"cookie" and b"\\" in value
        else (name, value)
        for name, value in headers
    ]


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps({"code": refusal.code, "text": refusal.text, "field": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    if refusal.status in (429, 503):
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _close_websocket(receive: Receive, send: Send) -> None:
    """Refuse the WebSocket; the server answers 403."""
    await receive()
    await send({"type": "websocket.close", "code": 1000})


def restrict_codec_names() -> None:
    """Restrict codec lookup in this process to the usual names. Call it once at startup."""
    codecs.unregister(encodings.search_function)
    codecs.register(lambda name: encodings.search_function(name) if name in _CODECS else None)
