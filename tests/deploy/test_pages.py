"""The endpoint between the server and Django: requests and answers pass whole and unchanged."""

import asyncio
import io
from collections.abc import Iterable
from typing import Any

from matches.hot_path.wsgi_bridge import WsgiBridge


def asked(app: Any, *, parts: Iterable[bytes] = (b"",), **changes: Any) -> tuple[int, dict[bytes, bytes], bytes]:
    """What the pages answer to a request whose body comes in these parts."""
    scope = {
        "type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "headers": [],
        "http_version": "1.1", "server": ("testserver", 80), "client": ("10.0.0.9", 4000), **changes,
    }  # fmt: skip
    bodies = list(parts)
    messages = [{"type": "http.request", "body": body, "more_body": at < len(bodies)} for at, body in enumerate(bodies, 1)]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(WsgiBridge(app, 1)(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


class Seen:
    """A WSGI application that keeps what it was asked and answers in two pieces."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}
        self.closed = False

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        self.environ = {**environ, "body": environ["wsgi.input"].read()}
        start("201 Created", [("Content-Type", "text/plain"), ("Set-Cookie", "a=ü")])
        seen = self

        class Answer(io.BytesIO):
            def close(self) -> None:
                seen.closed = True
                super().close()

        return Answer(b"two\npieces")


def test_an_answer_passes_whole_and_is_closed() -> None:
    app = Seen()
    status, headers, body = asked(app)
    assert (status, body) == (201, b"two\npieces")
    assert headers == {b"content-type": b"text/plain", b"set-cookie": "a=ü".encode("latin-1")}
    assert app.closed


def test_a_request_reaches_django_as_it_was_sent() -> None:
    app = Seen()
    headers = [(b"host", b"league.example"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"content-type", b"text/x"),
               (b"accept", b"a"), (b"accept", b"b"), (b"content-length", b"999")]  # fmt: skip
    asked(app, parts=(b"one ", b"two"), method="POST", raw_path=b"/m%C3%BC/", path="/mü/", query_string=b"x=%20",
          headers=headers)  # fmt: skip
    environ = app.environ
    assert environ["body"] == b"one two"
    assert (environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"]) == ("7", "text/x")
    assert (environ["PATH_INFO"].encode("latin-1").decode(), environ["QUERY_STRING"]) == ("/mü/", "x=%20")
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "a,b")
    assert (environ["HTTP_HOST"], environ["REMOTE_ADDR"]) == ("league.example", "10.0.0.9")


def test_a_client_that_goes_away_while_sending_does_no_harm() -> None:
    app = Seen()
    assert asked(app, parts=())[0] == 201
    assert app.environ["body"] == b""
