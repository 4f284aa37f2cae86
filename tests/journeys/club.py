"""The OpenID Connect provider of the tests, at an address of its own: another site than the one that it signs in to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests

from tests.league.people.fake_provider import CLUB, VARIABLES, FakeProvider


@contextmanager
def serving() -> Iterator[dict[str, str]]:
    """Serve it; the variables of a site that offers it."""
    server = ThreadingHTTPServer(("localhost", 0), _Handler)
    address = f"http://localhost:{server.server_port}"
    provider = _Handler.provider = FakeProvider()
    provider.claims = {"iss": address}
    _Handler.address = address
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {**VARIABLES, "SIGN_IN_PROVIDERS": "club", "SIGN_IN_CLUB_URL": address}
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    provider: FakeProvider
    address: str

    def do_GET(self) -> None:
        if self.path.startswith("/authorize?"):  # its person agrees at once
            self.send_response(302)
            self.send_header("Location", self.provider.authorize(self.path))
            self.end_headers()
        else:
            self._answer("GET", "")

    def do_POST(self) -> None:
        self._answer("POST", self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _answer(self, method: str, body: str) -> None:
        asked = requests.Request(method, CLUB + self.path, data=body).prepare()
        content = self.provider.send(asked).content.replace(CLUB.encode(), self.address.encode())
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
