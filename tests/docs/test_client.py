"""The example client follows a stream across lost connections, and warns where a site changes a match afterwards."""

import json
import threading
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from docs.examples.league_zero import ApiError, ChainBroken, Client, sending
from docs.examples.league_zero.keeping import Kept

RECEIPT = {"match_id": 7, "n": 2, "hash": "bb", "signature": "00"}
ANSWERS = [
    "retry: 1000\nid: 0\n\n", 'event: match\nid: 7.3\ndata: {"n": 3}\n\n',
    'event: match\nid: 7.4\ndata: {"n": 4}\n\nevent: match\nid: 7.5\ndata: {"n": 5}\n\n',
]  # fmt: skip


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


def test_a_stream_goes_on_where_it_was_lost_and_ends_with_a_refusal(site: str) -> None:
    stream = Client(site).stream("match.7")
    assert [next(stream) for _ in range(3)] == [("match", {"n": n}) for n in (3, 4, 5)]
    assert Site.heard == [None, "0", "7.3"]
    with pytest.raises(ApiError, match="not-allowed"):
        next(stream)


def test_a_site_that_stays_away_is_given_up(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "AWAY_S", 0)
    with pytest.raises(OSError, match="refused"):
        next(Client("http://127.0.0.1:1").stream("match.7"))


def board(*hashes: str, **more: Any) -> dict[str, Any]:
    log = [{"n": n, "text": "", "hash": hash_} for n, hash_ in enumerate(hashes, 1)]
    return {"match_id": 7, "entry": len(hashes), "hash": hashes[-1] if hashes else "", "log": log, **more}


def test_an_honest_site_is_met_with_silence_and_another_match_is_another_chain(tmp_path: Path) -> None:
    kept = Kept()
    answers = [board(), board("aa"), {"receipt": RECEIPT}, board("aa", "bb"), {"receipt": None}, None, [], "x"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for answer in [*answers, board("xx", match_id=8)]:
            kept.note(answer)
    kept.save_receipts(7, tmp_path / "receipts")
    assert [json.loads(line) for line in (tmp_path / "receipts").read_text().splitlines()] == [RECEIPT]


@pytest.mark.parametrize(
    "later",
    [
        board("xx", "bb", "cc"), {**board("aa", "xx"), "log": []}, {"receipt": {**RECEIPT, "hash": "xx"}},
        '{"format":"league-zero/2","match":"7"}\n{"hash":"aa","n":1}\n{"hash":"xx","n":2}\n{"outcome":null}\n',
    ],
)  # fmt: skip
def test_a_changed_match_is_warned_of(later: Any) -> None:
    kept = Kept()
    kept.note(board("aa", "bb"))
    with pytest.warns(ChainBroken, match="match 7 was changed"):
        kept.note(later)
