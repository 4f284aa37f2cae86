"""Connections of a web process: how many, and how long a head may take.

The parser that uvicorn uses (httptools) bounds neither the size of a head nor its time, and uvicorn closes no
connection that has not been answered yet. h11 would bound the size, and no time. So both stand here; what a whole
request may be stands in `deploy/request_limits.py`.
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

from deploy.body_limits import LARGEST_BODY, Tally
from deploy.request_limits import LARGEST_HEAD
from matches.addresses import network, parsed

HEAD_S = 10.0
"""A head must be there so long after its connection was opened, or after its first byte."""
MOST_PIPELINED = 16
MOST_RAW_BODY = 2 * LARGEST_BODY + LARGEST_HEAD
"""Bytes of a body with all that frames its chunks."""
FILES_BESIDE = 200
"""Open files that are no such connections: of the database, the broker, the code."""
_IDLE, _HEAD, _BODY = range(3)


class Connections:
    """The open connections of one process. Proxies that are believed about addresses are not counted as one."""

    def __init__(self, limits: str = "", proxies: str = "127.0.0.1") -> None:
        most = {"address": 600, "all": 6000, "half-open": 1000}
        most |= {name: int(number) for name, _, number in (one.partition("=") for one in limits.split(";")) if number}
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.open = Tally(min(most["all"], max(files - FILES_BESIDE, 100)), most["address"])
        self.most_half_open = most["half-open"]
        self.half_open: OrderedDict[BoundedHttp, None] = OrderedDict()
        names = [one.strip() for one in proxies.split(",")]
        self._all_are_proxies = "*" in names
        self._proxies = []
        for name in names:
            with suppress(ValueError):  # a socket's name
                self._proxies.append(ip_network(name, strict=False))

    def counted_as(self, address: str) -> str:
        """Return what a connection of this address is counted by, empty for a proxy or a socket without addresses."""
        given = parsed(address)
        if given is None or self._all_are_proxies or any(given in one for one in self._proxies):
            return ""
        return network(address)

    def begin_head(self, connection: BoundedHttp) -> None:
        """Note that a head is awaited. With too many of them the oldest one gives way, which is the slowest."""
        self.half_open.setdefault(connection)
        if len(self.half_open) > self.most_half_open:
            oldest, _ = self.half_open.popitem(last=False)
            oldest.transport.abort()

    def end_head(self, connection: BoundedHttp) -> None:
        self.half_open.pop(connection, None)


connections = Connections(os.environ.get("CONNECTION_LIMITS", ""), os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
"""Of this process."""


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's protocol with limits; `--http deploy.connections:BoundedHttp`."""

    known: Connections = connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._state = _IDLE
        self._size = 0
        self._is_counted = self._is_refused = False
        self._key = ""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._key = self.known.counted_as(self.client[0] if self.client else "")
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
        before = self._state
        self._size = len(data) if before == _IDLE else self._size + len(data)
        super().data_received(data)
        if self.transport.is_closing():
            self._end_head()
            return
        if self._state == _HEAD and before == _BODY:
            self._size = 0  # another message began in the same bytes
        self._bound()

    def _bound(self) -> None:
        """Look how far the message has come, and whether it is still allowed to."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self._state == _HEAD or (self._state == _IDLE and not is_answering):
            self._await_head()
        else:
            self._end_head()
        if self._state == _HEAD and self._size > LARGEST_HEAD:
            self._refuse(431)
        elif self._state == _BODY and self._size > MOST_RAW_BODY:
            self.transport.abort()

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_S, self._time_out)
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
        """Answer with the status alone, unless another answer is being sent, and close."""
        self._is_refused = True
        self._end_head()
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()
            return
        phrase = {408: "Request Timeout", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}
        head = f"HTTP/1.1 {status} {phrase.get(status, 'Service Unavailable')}\r\ncontent-length: 0\r\n"
        again = "retry-after: 10\r\n" if status in (429, 503) else ""
        self.transport.write(f"{head}{again}connection: close\r\n\r\n".encode())
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """An upgrade is not taken up, and no line in the log for each one."""

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            self._is_refused = True
            self.transport.close()
        if not self._is_refused:
            super().on_message_begin()
        self._state = _HEAD

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._state == _HEAD and not self._is_refused:  # what trails a body is not kept
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
