"""The example client follows a stream across lost connections."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from docs.examples.league_zero import ApiError, Client, sending

ANSWERS = [
    "retry: 1000\nid: 0\n\n",
    'event: match\nid: 7.3\ndata: {"n": 3}\n\n',
    'event: match\nid: 7.4\ndata: {"n": 4}\n\nevent: match\nid: 7.5\ndata: {"n": 5}\n\n',
]


class Site(BaseHTTPRequestHandler):
    """Answers each connection with the next of the answers and then closes it; after the last one it refuses."""

    heard: list[str | None] = []

    def do_GET(self) -> None:
        count = len(self.heard)
        self.heard.append(self.headers.get("Last-Event-ID"))
        self.send_response(200 if count < len(ANSWERS) else 403)
        self.end_headers()
        refusal = '{"code": "not-allowed", "text": "No.", "field": null}'
        self.wfile.write((ANSWERS[count] if count < len(ANSWERS) else refusal).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(sending, "RECONNECT_S", 0)
    monkeypatch.setattr(Site, "heard", [])
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_stream_goes_on_where_it_was_lost(site: str) -> None:
    stream = Client(site).stream("match.7")
    assert [next(stream) for _ in range(3)] == [("match", {"n": n}) for n in (3, 4, 5)]
    assert Site.heard == [None, "0", "7.3"]


def test_a_refusal_ends_it(site: str) -> None:
    stream = Client(site).stream("match.7")
    for _ in range(3):
        next(stream)
    with pytest.raises(ApiError, match="not-allowed"):
        next(stream)


def test_a_site_that_stays_away_is_given_up(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "AWAY_S", 0)
    with pytest.raises(OSError, match="refused"):
        next(Client("http://127.0.0.1:1").stream("match.7"))
