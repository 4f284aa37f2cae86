"""The endpoint between the server and Django: requests and answers pass whole and unchanged."""

import asyncio
import io
import threading
from typing import Any

from matches.hot_path.wsgi_bridge import WsgiBridge
from tests.deploy.asking import answer


def asked(app: Any, **request: Any) -> tuple[int, dict[bytes, bytes], bytes]:
    return answer(WsgiBridge(app, 1), **request)


class Seen:
    """A WSGI application that keeps what it was asked and answers in two pieces."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}
        self.answer = io.BytesIO(b"two\npieces")

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        self.environ = {**environ, "body": environ["wsgi.input"].read()}
        start("201 Created", [("Content-Type", "text/plain"), ("Set-Cookie", "a=ü")])
        return self.answer


def test_an_answer_passes_whole_and_is_closed_and_a_client_that_goes_away_while_sending_does_no_harm() -> None:
    app = Seen()
    status, headers, body = asked(app)
    assert (status, body) == (201, b"two\npieces")
    assert headers == {b"content-type": b"text/plain", b"set-cookie": "a=ü".encode("latin-1")}
    assert app.answer.closed
    app = Seen()
    assert asked(app, parts=())[0] == 201
    assert app.environ["body"] == b""


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


def test_a_move_and_a_board_do_not_wait_for_slow_pages() -> None:
    over, answered = threading.Event(), []

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        path = environ["PATH_INFO"]
        if "matches" not in path or "record" in path:
            assert over.wait(10)
        answered.append(path)
        start("200 OK", [])
        return [b""]

    def scope(path: str) -> dict[str, Any]:
        return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "http_version": "1.1"}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def ask() -> None:
        bridge = WsgiBridge(app, 1)
        slow = asyncio.gather(*(bridge.answer(scope(path), receive) for path in ("/", "/api/v1/matches/7/record/", "/events/")))
        for path in ("/api/v1/matches/7/submissions/", "/api/v1/matches/7/"):
            await bridge.answer(scope(path), receive)
        assert answered == ["/api/v1/matches/7/submissions/", "/api/v1/matches/7/"]
        over.set()
        await slow

    asyncio.run(ask())
    assert len(answered) == 5
