"""What the Caddyfile does, asked of a real Caddy in front of two web processes that only say who they are."""

import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from deploy.supervisor import find_free_port
from tests.services import caddy, nginx

EVENT = b"data: now\n\n"
OF_A_MATCH = (
    "/matches/{}/", "/matches/{}/plain/", "/api/v1/matches/{}/", "/api/v1/matches/{}/submissions/?wait=2",
    "/stream?topics=match.{}&changes=1", "/stream?topics=chat.7.00112233445566778899,match.{},me&changes=1",
    "/stream?topics=lobby%2Cmatch.{}",
)  # fmt: skip


class Web(BaseHTTPRequestHandler):
    """A web process that answers with its port and with what it was asked; a stream waits to be let go on."""

    protocol_version = "HTTP/1.1"
    go_on = threading.Event()

    def do_GET(self) -> None:
        if self.path == "/stream?topics=home":
            self._stream()
            return
        told = {"port": self.server.server_address[1], "headers": {key.lower(): v for key, v in self.headers.items()}}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(EVENT)
        self.wfile.flush()
        self.go_on.wait(30)
        self.wfile.write(EVENT)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


class Listening(ThreadingHTTPServer):
    """One that knows its connections, which end with it."""

    def __init__(self, port: int) -> None:
        super().__init__((caddy.NAME, port), Web)
        self.open: list[socket.socket] = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.append(request)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever breaks off is part of these tests."""

    def end(self) -> None:
        self.shutdown()
        self.server_close()
        for one in self.open:
            with suppress(OSError):  # that has ended by itself
                one.shutdown(socket.SHUT_RDWR)
        time.sleep(0.2)  # until the proxy has noticed


class ProxiedSite(NamedTuple):
    proxy: caddy.Proxy
    webs: dict[int, Listening]

    def ask(self, path: str, *, method: str = "GET", body: bytes = b"", **headers: str) -> http.client.HTTPResponse:
        line = http.client.HTTPSConnection(caddy.NAME, self.proxy.port, context=self.proxy.tls, timeout=30)
        line.request(method, path, body or None, headers)
        return line.getresponse()

    def told(self, path: str, **asked: Any) -> Any:
        answer = self.ask(path, **asked)
        assert answer.status == 200
        return json.load(answer)

    def who(self, path: str) -> int:
        port: int = self.told(path)["port"]
        return port

    def start(self, port: int) -> None:
        self.webs[port] = Listening(port)

    def stop(self, port: int) -> None:
        self.webs.pop(port).end()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProxiedSite]:
    if reason := caddy.missing():
        pytest.skip(reason)
    yield from proxied(caddy.serving, tmp_path_factory.mktemp("collected"))


@pytest.fixture
def by_nginx(tmp_path: Path) -> Iterator[ProxiedSite]:
    if reason := nginx.missing():
        pytest.skip(reason)
    yield from proxied(nginx.serving, tmp_path)


def proxied(serving: Any, collected: Path) -> Iterator[ProxiedSite]:
    (collected / "static").mkdir()
    (collected / "static" / "site.css").write_text("body {}")
    (collected / "static" / "0123456789abcdef").mkdir()
    (collected / "static" / "0123456789abcdef" / "site.css").write_text("b {}")
    ports = [find_free_port(), find_free_port()]
    with serving(ports, collected) as proxy:
        found = ProxiedSite(proxy, {})
        for port in ports:
            found.start(port)
        until_both_serve(found)
        yield found
        for port in list(found.webs):
            found.stop(port)


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds: the proxy asks twice a second who is there, and on a busy machine somebody answers late."""
    ends = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.1)


def until_both_serve(site: ProxiedSite) -> None:
    until(lambda: {site.who(f"/matches/{number}/") for number in range(20)} == set(site.webs))


def test_all_that_concerns_a_match_is_asked_of_one_process(site: ProxiedSite) -> None:
    for match_id in (1, 12, 345):
        until(lambda match_id=match_id: len({site.who(path.format(match_id)) for path in OF_A_MATCH}) == 1)  # type: ignore[misc]


def test_matches_are_spread_over_processes_by_no_header_and_what_concerns_no_match_is_asked_of_any(site: ProxiedSite) -> None:
    assert {site.who(f"/matches/{number}/") for number in range(40)} == set(site.webs)
    assert {site.who("/events/") for _ in range(40)} == set(site.webs)

    def asked() -> set[int]:
        return {site.told("/matches/12/", **{"X-Match": str(number)})["port"] for number in range(20)}

    until(lambda: asked() == {site.who("/matches/12/")})


def test_while_its_process_is_away_a_match_is_asked_of_another_and_then_of_its_own_again(site: ProxiedSite) -> None:
    home = site.who("/matches/12/")
    (other,) = set(site.webs) - {home}
    site.stop(home)
    assert {site.who(path.format(12)) for path in OF_A_MATCH} == {other}
    site.start(home)
    until(lambda: {site.who(path.format(12)) for path in OF_A_MATCH} == {home})


def test_a_move_whose_process_is_away_is_to_be_sent_again_and_then_finds_another(site: ProxiedSite) -> None:
    home = site.who("/matches/12/")
    (other,) = set(site.webs) - {home}
    site.stop(home)
    try:
        ends = time.monotonic() + 20
        while (answer := site.ask(OF_A_MATCH[3].format(12), method="POST", body=b"{}")).status != 200:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
            assert time.monotonic() < ends
        assert json.load(answer)["port"] == other
    finally:
        site.start(home)


def test_nobody_makes_a_process_look_dead_by_requests_that_break_off(site: ProxiedSite) -> None:
    until_both_serve(site)
    for _ in range(10):
        plain = socket.create_connection((caddy.NAME, site.proxy.port))
        with site.proxy.tls.wrap_socket(plain, server_hostname=caddy.NAME) as line:
            line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nabc")
            time.sleep(0.05)
    assert {site.told("/events/", method="POST", body=b"{}")["port"] for _ in range(40)} == set(site.webs)


def test_an_event_goes_out_when_it_is_said(site: ProxiedSite) -> None:
    Web.go_on.clear()
    answer = site.ask("/stream?topics=home")
    try:
        assert answer.read(len(EVENT)) == EVENT
    finally:
        Web.go_on.set()


def test_what_is_for_operators_is_hidden_and_what_no_process_answers_says_to_browsers_what_all_say(site: ProxiedSite) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/static/site.css", "/static/0123456789abcdef/site.css"):
        answer = site.ask(path)
        told = answer.headers
        assert answer.status == (200 if path.startswith("/static") else 404)
        assert (told["X-Content-Type-Options"], told["Referrer-Policy"], told["Server"]) == ("nosniff", "same-origin", None)


def test_what_has_been_collected_comes_from_the_disk_and_the_rest_from_a_process(site: ProxiedSite) -> None:
    answer = site.ask("/static/site.css")
    assert answer.read() == b"body {}"
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    named = site.ask("/static/0123456789abcdef/site.css")
    assert (named.read(), named.headers["Cache-Control"]) == (b"b {}", "public, max-age=31536000, immutable")
    for name in ("not-collected.css", "0123456789abcdef/not-collected.css"):
        assert site.who(f"/static/{name}") in site.webs


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/reset/MQ/SECRET/?a=1", "/accounts/email/confirm/SECRET/", "/accounts/notifications/stop/SECRET/",
        "/invitations/SECRET/", "/api/v1/invitations/SECRET/", "/calendar/ada/SECRET.ics",
    ],
)  # fmt: skip
def test_addresses_that_are_keys_are_not_in_the_log(site: ProxiedSite, path: str) -> None:
    mark = f"/mark-{path.count('/')}-{len(path)}"
    site.ask(path, Referer=f"https://{caddy.NAME}{path}").read()
    site.ask(mark).read()
    ends = time.monotonic() + 10
    while mark not in (log := site.proxy.log.read_text()):
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert path.partition("SECRET")[0].removesuffix("MQ/").removesuffix("ada/") in log
    assert "SECRET" not in log


def test_a_process_is_told_who_asks_and_how_and_by_which_number(site: ProxiedSite) -> None:
    told = site.told("/", **{"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"})["headers"]
    assert (told["x-forwarded-for"], told["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert re.fullmatch(r"[0-9a-f-]{36}", told["x-request-id"])


def test_a_body_without_measure_and_a_head_that_is_too_long_or_too_slow_stop_at_the_proxy(site: ProxiedSite) -> None:
    assert site.ask("/", method="POST", body=b"x" * 6_200_000).status == 200, "the web process refuses with a sentence"
    assert site.ask("/", method="POST", body=b"x" * 8_500_000).status in (413, 503)  # the older Caddy says 503
    assert site.ask("/", **{"X-Long": "y" * 10_000}).status == 200
    assert site.ask("/", **{"X-Long": "y" * 20_000}).status == 431
    raw = socket.create_connection((caddy.NAME, site.proxy.port), 5)
    with site.proxy.tls.wrap_socket(raw, server_hostname=caddy.NAME) as line:
        line.settimeout(20)
        began = time.monotonic()
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX")
        assert not line.recv(100).startswith(b"HTTP/1.1 200")
        assert 8 < time.monotonic() - began < 15


def test_nginx_with_our_file_does_what_matters_most(by_nginx: ProxiedSite) -> None:
    site = by_nginx
    for number in range(8):
        assert len({site.who(path.format(number)) for path in OF_A_MATCH}) == 1
    gone = site.who("/matches/7/")
    site.stop(gone)
    assert site.who("/matches/7/") != gone, "while its process is away a match is asked of another"
    site.start(gone)
    assert [site.ask(path).status for path in ("/healthz", "/readyz", "/metrics")] == [404, 404, 404]
    named = site.ask("/static/0123456789abcdef/site.css")
    assert (named.read(), named.headers["Cache-Control"]) == (b"b {}", "public, max-age=31536000, immutable")
    assert site.who("/static/not-collected.css") in site.webs
    told = site.told("/", **{"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"})["headers"]
    assert (told["x-forwarded-for"], told["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert site.ask("/", method="POST", body=b"x" * 6_200_000).status == 200
    assert site.ask("/", method="POST", body=b"x" * 8_500_000).status == 413
    site.ask("/api/v1/invitations/SECRET/?code=SECRET").read()
    until(lambda: "/invitations/" in site.proxy.log.read_text())
    assert "SECRET" not in site.proxy.log.read_text()
