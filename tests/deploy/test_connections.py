"""The server's own limits: heads that never end, connections that say nothing, and too many of them."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn

from deploy import connections
from deploy.connections import BoundedHttp, Connections
from deploy.request_limits import MAX_HEAD_BYTES, RequestLimitsMiddleware
from deploy.supervisor import find_free_port

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Read the body and say how many headers came."""
    while (await receive()).get("more_body"):
        pass
    body = str(len(scope["headers"])).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@dataclass
class Server:
    port: int

    @contextmanager
    def line(self, first: bytes = b"", source: str = "127.0.0.1") -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), 5, source_address=(source, 0)) as line:
            line.sendall(first)
            yield line

    def told(self, sent: bytes, source: str = "127.0.0.1") -> bytes:
        """Send this and return everything until the server closes; nothing comes after the first second."""
        with self.line(sent, source) as line:
            return everything(line)


def everything(line: socket.socket) -> bytes:
    parts = []
    line.settimeout(2)
    try:
        while part := line.recv(65536):
            parts.append(part)
    except TimeoutError:
        parts.append(b" (left open)")
    except ConnectionError:
        pass
    return b"".join(parts)


@contextmanager
def serving(limits: str = "", proxies: str = "10.9.9.9") -> Iterator[Server]:
    class Protocol(BoundedHttp):
        known = Connections(limits, proxies)

    port = find_free_port()
    config = uvicorn.Config(
        RequestLimitsMiddleware(answer), port=port, http=Protocol, ws="none", lifespan="off",
        log_level="critical", timeout_keep_alive=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    ends = time.monotonic() + 10
    while not server.started and time.monotonic() < ends:
        time.sleep(0.01)
    try:
        yield Server(port)
    finally:
        server.should_exit = server.force_exit = True
        thread.join(10)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(connections, "HEAD_TIMEOUT_S", 0.5)
    with serving() as found:
        yield found


def test_a_whole_request_is_answered_and_the_connection_serves_the_next_whose_head_has_its_time_too(server: Server) -> None:
    with server.line(WHOLE) as line:
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        line.sendall(WHOLE)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
    assert server.told(WHOLE + b"GET / HTTP/1.1\r\nX").count(b"HTTP/1.1 200") == 1


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\nX: y", b"HTTP/1.1 408", b""),
        (b"GET / HTTP/1.1\r\nX: " + b"y" * MAX_HEAD_BYTES, b"HTTP/1.1 431", b""),
        (b"GET / HTTP/1.1\r\nX: " + b"y" * MAX_HEAD_BYTES + b"\r\n\r\n", b"HTTP/1.1 431", b"head-too-large"),
    ],
)
def test_a_head_that_comes_too_slowly_or_never_ends_is_refused(server: Server, sent: bytes, status: bytes, code: bytes) -> None:
    answer = server.told(sent)
    assert answer.startswith(status)
    assert code in answer


@pytest.mark.parametrize("sent", [b"", b"\r\n\r\n"])
def test_a_connection_that_asks_nothing_is_closed(server: Server, sent: bytes) -> None:
    assert server.told(sent) == b""


def test_many_requests_at_once_on_one_connection_end_it(server: Server) -> None:
    assert server.told(WHOLE * 500).count(b"HTTP/1.1 200") <= connections.MAX_PIPELINED + 1


def test_headers_after_a_body_are_not_kept(server: Server) -> None:
    chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\na\r\n0\r\n"
    assert server.told(chunked + b"X: y\r\n" * 50 + b"\r\n").endswith(b"\r\n\r\n2")


def test_an_upgrade_is_answered_and_the_connection_ends(server: Server) -> None:
    websocket = b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    assert server.told(websocket).startswith(b"HTTP/1.1 400")
    told = server.told(websocket.replace(b"websocket", b"h2c"))
    assert told.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in told


@pytest.mark.parametrize(
    "line", ["CONNECT a:443", "OPTIONS *", "FOO /", "get /", "GET", "GET //", "GET http://x/", "GET /\xff", "TRACE /"]
)
def test_lines_that_are_no_requests_harm_nobody(server: Server, line: str) -> None:
    told = server.told(line.encode("latin-1") + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert told[:12] in (b"HTTP/1.1 200", b"HTTP/1.1 400")
    assert server.told(WHOLE).startswith(b"HTTP/1.1 200")


def test_an_address_has_only_so_many_connections_others_are_served_and_the_proxy_is_not_counted_as_one() -> None:
    with serving("address=3") as server, ExitStack() as stack:
        held = [stack.enter_context(server.line(source="127.0.0.2")) for _ in range(3)]
        assert server.told(WHOLE, "127.0.0.2").startswith(b"HTTP/1.1 429")
        assert server.told(WHOLE, "127.0.0.3").startswith(b"HTTP/1.1 200")
        held[0].close()
        time.sleep(0.3)
        assert server.told(WHOLE, "127.0.0.2").startswith(b"HTTP/1.1 200")
    with serving("address=1", proxies="127.0.0.0/8") as server, server.line(), server.line():
        assert server.told(WHOLE).startswith(b"HTTP/1.1 200")


def test_a_process_has_only_so_many_connections_and_of_too_many_unfinished_heads_the_oldest_gives_way() -> None:
    with serving("all=2") as server, server.line(), server.line():
        assert server.told(WHOLE).startswith(b"HTTP/1.1 503")
    with serving("half-open=2") as server, ExitStack() as stack:
        slow = [stack.enter_context(server.line(b"GET /")) for _ in range(2)]
        assert server.told(WHOLE).startswith(b"HTTP/1.1 200")
        assert everything(slow[0]) == b""
        assert everything(slow[1]) == b" (left open)"
