"""The site of the script tests: the scripts under their usual addresses, a page for each test, boards and streams."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders

import league.languages
from matches.assets import get_stylesheet_bundle
from tests.messages.catalogues import script_words
from tests.messages.polish import BY_NUMBER, polish
from tests.scripts.boards import board

HERE = Path(__file__).parent
WORDS = Path(league.languages.__file__).parent / "catalogues" / "scripts"
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>{name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/styles.css">
<body></body>
<script type="module">
window.results = import("/tests/testing.js").then(({{ run }}) => run("/tests/{name}"));
</script>
</html>
"""


class ScriptSite(ThreadingHTTPServer):
    """A server of one test page at a time.

    `/stream` answers each connection with the next of `streams`, then ends it; `connections` tells of each its address
    and the id that it resumes after. `POST /streams` sets the first and forgets the second.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.streams: list[str] = []
        self.connections: list[dict[str, str]] = []

    def page(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/run/{name}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptSite

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/stream":
            self._stream()
        elif path == "/connections":
            self._json(self.server.connections)
        elif path == "/polish":
            self._json({"words": json.loads(script_words(polish())["site"]), "moves": BY_NUMBER})
        elif path == "/styles.css":
            self._send(get_stylesheet_bundle()[0], "text/css")
        elif path.startswith("/run/"):
            self._send(PAGE.format(name=path.removeprefix("/run/")).encode(), "text/html; charset=utf-8")
        elif (file := _file(path)) is not None:
            self._send(file.read_bytes(), guess_type(file.name)[0] or "application/octet-stream")
        else:
            self._send(b"", "text/plain", 404)

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/board":
            self._send(_board(asked), "application/json")
        else:
            self.server.streams, self.server.connections = json.loads(asked), []
            self._json(None)

    def _stream(self) -> None:
        resumed = self.headers.get("Last-Event-ID", "")
        self.server.connections.append({"address": self.path, "resumed": resumed})
        answers = self.server.streams
        if not answers:
            self._send(b"", "text/plain", 204)  # tells a browser to stop asking
            return
        self._send(answers.pop(0).encode(), "text/event-stream")

    def _json(self, value: Any) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, content: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=60" if self.path.startswith("/static/") else "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing: what goes wrong is told by the test."""


@cache
def _board(asked: bytes) -> bytes:
    """Return the board that is asked for, as JSON; many tests begin at the same one."""
    return json.dumps(board(**json.loads(asked))).encode()


def _file(path: str) -> Path | None:
    if path.startswith("/static/"):
        found = finders.find(path.removeprefix("/static/"))
        return Path(found) if isinstance(found, str) else None
    for start, folder in (("/tests/", HERE), ("/words/", WORDS)):
        file = (folder / path.removeprefix(start)).resolve()
        if path.startswith(start) and file.is_relative_to(folder) and file.is_file():
            return file
    return None


@contextmanager
def serving() -> Iterator[ScriptSite]:
    """A site that answers until the context ends."""
    with ScriptSite() as site:
        Thread(target=site.serve_forever, daemon=True, kwargs={"poll_interval": 0.05}).start()
        yield site
        site.shutdown()
