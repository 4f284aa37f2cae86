"""Limits on the connections of a web process: their number, and the size and duration of request heads.

httptools, uvicorn's parser, bounds neither the size of a head nor the time it takes, and uvicorn never closes a
connection without a response. h11 would bound only the size. Limits on whole requests are in
`deploy/request_limits.py`.
"""

from __future__ import annotations

import asyncio
import os
import resource
from collections import OrderedDict
from contextlib import suppress
from ipaddress import ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from deploy.body_limits import MAX_BODY_BYTES, UsageCounter
from deploy.request_limits import MAX_HEAD_BYTES
from matches.client_ip import parse_address, rate_limit_network

HEAD_TIMEOUT_S = 10.0
"""Seconds for a complete head, counted from opening the connection or from its first byte."""
MAX_PIPELINED = 16
MAX_RAW_BODY_BYTES = 2 * MAX_BODY_BYTES + MAX_HEAD_BYTES
"""Maximum bytes of a body including its chunk framing."""
RESERVED_FILES = 200
"""Open files reserved for the database, the broker and the code."""
_IDLE, _HEAD, _BODY = range(3)


class Connections:
    """The open connections of one process. Those of trusted proxies have no limit per address."""

    def __init__(self, limits: str = "", proxies: str = "127.0.0.1") -> None:
        maximum = {"address": 600, "all": 6000, "half-open": 1000}
        maximum |= {name: int(number) for name, _, number in (part.partition("=") for part in limits.split(";")) if number}
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.open = UsageCounter(min(maximum["all"], max(files - RESERVED_FILES, 100)), maximum["address"])
        self.max_half_open = maximum["half-open"]
        self.half_open: OrderedDict[BoundedHttp, None] = OrderedDict()
        names = [part.strip() for part in proxies.split(",")]
        self._all_are_proxies = "*" in names
        self._proxies = []
        for name in names:
            with suppress(ValueError):  # The name of a Unix socket.
                self._proxies.append(ip_network(name, strict=False))

    def get_counter_key(self, address: str) -> str:
        """Return the key under which to count the address; "" for a trusted proxy or a socket without addresses."""
        ip = parse_address(address)
        if ip is None or self._all_are_proxies or any(ip in proxy for proxy in self._proxies):
            return ""
        return rate_limit_network(address)

    def begin_head(self, connection: BoundedHttp) -> None:
        """Record that a connection waits for a head. Above the limit, abort the oldest such connection."""
        self.half_open.setdefault(connection)
        if len(self.half_open) > self.max_half_open:
            oldest, _ = self.half_open.popitem(last=False)
            oldest.transport.abort()

    def end_head(self, connection: BoundedHttp) -> None:
        self.half_open.pop(connection, None)


connections = Connections(os.environ.get("CONNECTION_LIMITS", ""), os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
"""The connections of this process."""


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits, selected in `deploy/web_server.py`."""

    known: Connections = connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._state = _IDLE
        self._size = 0
        self._is_counted = self._is_refused = False
        self._key = ""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._key = self.known.get_counter_key(self.client[0] if self.client else "")
        if self.known.open.is_full() or (self._key and self.known.open.is_full_for(self._key)):
            self._refuse(503 if self.known.open.is_full() else 429)
            return
        self._is_counted = True
        self.known.open.add(self._key)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_head()
        if self._is_counted:
            self._is_counted = False
            self.known.open.add(self._key, -1)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        previous_state = self._state
        self._size = len(data) if previous_state == _IDLE else self._size + len(data)
        super().data_received(data)
        if self.transport.is_closing():
            self._end_head()
            return
        if self._state == _HEAD and previous_state == _BODY:
            self._size = 0  # Another message began in the same bytes.
        self._check_limits()

    def _check_limits(self) -> None:
        """Update the state of the current message and refuse it if it exceeds a limit."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self._state == _HEAD or (self._state == _IDLE and not is_answering):
            self._await_head()
        else:
            self._end_head()
        if self._state == _HEAD and self._size > MAX_HEAD_BYTES:
            self._refuse(431)
        elif self._state == _BODY and self._size > MAX_RAW_BODY_BYTES:
            self.transport.abort()

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_TIMEOUT_S, self._time_out)
            self.known.begin_head(self)

    def _end_head(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self.known.end_head(self)

    def _time_out(self) -> None:
        self._deadline = None
        self.known.end_head(self)
        if self._state == _HEAD and self.cycle is None:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Send a response with only the status, unless another response has started, and close the connection."""
        self._is_refused = True
        self._end_head()
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()
            return
        phrase = {408: "Request Timeout", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}
        head = f"HTTP/1.1 {status} {phrase.get(status, 'Service Unavailable')}\r\ncontent-length: 0\r\n"
        retry_after = "retry-after: 10\r\n" if status in (429, 503) else ""
        self.transport.write(f"{head}{retry_after}connection: close\r\n\r\n".encode())
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore upgrade requests without logging a line for each."""

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            self._is_refused = True
            self.transport.close()
        if not self._is_refused:
            super().on_message_begin()
        self._state = _HEAD

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._state == _HEAD and not self._is_refused:  # Discard bytes after the body.
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._state = _BODY
        if not self._is_refused:
            super().on_headers_complete()
            if self.parser.should_upgrade():
                self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._state = _IDLE
        if not self._is_refused:
            super().on_message_complete()
