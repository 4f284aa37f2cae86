"""What a web process does not read: heads, forms of headers and bodies that would cost it more than their sender."""

import codecs
import encodings
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest

from deploy import body_limits
from deploy.body_limits import MAX_BODY_BYTES, OpenBodies
from deploy.request_limits import MAX_HEAD_BYTES, RequestLimitsMiddleware
from tests.deploy import asking

Message = dict[str, Any]


class Site:
    """An application that reads the whole body, and keeps what it was asked."""

    def __init__(self) -> None:
        self.scope: Message = {}
        self.body = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        while (message := await receive())["type"] == "http.request":
            self.body += message["body"]
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def ask(
    headers: Sequence[tuple[bytes, bytes]] = (),
    *,
    parts: Sequence[bytes] = (),
    bodies: OpenBodies | None = None,
    site: Site | None = None,
    **more: Any,
) -> Message:
    """Send a request, in parts that come at once; return the answer's head."""
    app = RequestLimitsMiddleware(site or Site(), bodies or OpenBodies())
    return asking.ask(app, method="POST", headers=list(headers), parts=parts, **more)[0]


LENGTH = (b"content-length", b"10")
TOO_LONG: list[tuple[list[tuple[bytes, bytes]], Message]] = [
    ([(b"content-type", b"text/plain" + b';"' * 20_000)], {}), ([(b"content-type", b"a/b; x=" + b"y" * 256)], {}),
    ([(b"x", b"y" * MAX_HEAD_BYTES)], {}), ([(b"x", b"y")] * 101, {}), ([(b"cookie", b"a=" + b"b" * 8192)], {}),
    ([(b"cookie", b"a=" + b"b" * 3000)] * 3, {}), ([(b"accept", b"a/b;" * 300)], {}),
    ([], {"query_string": b"x" * MAX_HEAD_BYTES}), ([], {"raw_path": b"/" * (MAX_HEAD_BYTES + 1)}),
]  # fmt: skip
UNREADABLE = (
    [(b"content-type", b"a/b"), (b"content-type", b"c/d")], [(b"content-type", b'a/b; "')],
    [(b"content-type", b"a/b; boundary*=x''y")], [(b"accept", b"a/b; c*=hostile''%41")],
    [(b"content-disposition", b"attachment; filename*=hostile''x")], [(b"content-length", b"-1")],
    [(b"content-length", b"9" * 30)],
)  # fmt: skip
OTHER_ENCODINGS = (
    *(f"application/json; charset={one}" for one in ("zlib", "bz2", "base64", "utf-16", "rot13", "no-such", "")),
    'multipart/form-data; boundary=x; charset="punycode"', "text/plain; charset*=zlib''zlib",
    "text/plain; charset*=no-such''x", "text/plain; charset*0=ut; charset*1=f-7", "text/plain; Charset=utf-7",
    'text/plain; charset="utf\\-8"', "text/plain; charset=utf-8; charset=utf-7", "text/plain; charset",
)  # fmt: skip
"""Django takes any codec of Python's that is named: 4 megabytes of `zlib` are gigabytes, `rot13` always fails."""


@pytest.mark.parametrize(
    ("headers", "changes", "status"),
    [
        *((headers, changes, 431) for headers, changes in TOO_LONG), *((headers, {}, 400) for headers in UNREADABLE),
        *(([(b"content-type", one.encode())], {}, 415) for one in OTHER_ENCODINGS),
    ],
)  # fmt: skip
def test_a_head_that_is_too_long_or_cannot_be_read_simply_and_text_in_another_encoding_are_refused(
    headers: Any, changes: Message, status: int
) -> None:
    site = Site()
    told = ask(headers, site=site, **changes)
    assert told["status"] == status
    assert (b"connection", b"close") in told["headers"]
    assert not site.scope


@pytest.mark.parametrize(
    "type",
    [
        "application/json", "text/plain; charset=UTF-8", 'text/plain; charset="utf-8"', "text/plain;charset=us-ascii",
        "",
        "multipart/form-data; boundary=----WebKitFormBoundaryAbC/1'()+_,-.:=?", 'multipart/form-data; boundary="a=b"',
        "application/merge-patch+json", "application/json;",
    ],
)  # fmt: skip
def test_a_plain_type_and_what_browsers_accept_are_read(type: str) -> None:
    accept = b"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
    assert ask([(b"content-type", type.encode()), (b"accept", accept)])["status"] == 204


def test_cookies_with_escapes_are_left_out_and_the_others_kept() -> None:
    """Python's parser takes seconds for 40 kB of them. This site sets none."""
    site = Site()
    escaped = b'language="' + b'\\"' * 4000 + b'"'
    ask([(b"cookie", b"sessionid=abc; " + escaped + b"; csrftoken=x")], site=site)
    assert site.scope["headers"] == [(b"cookie", b"sessionid=abc; csrftoken=x")]


def test_an_upgrade_to_a_websocket_is_refused() -> None:
    assert ask([(b"upgrade", b"websocket"), (b"connection", b"upgrade")])["status"] == 400
    assert ask(type="websocket") == {"type": "websocket.close", "code": 1000}


def test_a_body_that_says_it_is_too_large_is_not_begun_and_one_that_becomes_so_is_refused() -> None:
    site = Site()
    assert ask([(b"content-length", str(MAX_BODY_BYTES + 1).encode())], site=site, parts=[b"x"])["status"] == 413
    assert not site.scope
    told = ask([(b"transfer-encoding", b"chunked")], parts=[b"x" * (1 << 20)] * (MAX_BODY_BYTES // (1 << 20) + 1))
    assert told["status"] == 413
    assert (b"connection", b"close") in told["headers"]


def test_a_body_that_comes_too_slowly_is_refused_and_its_place_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "WINDOW_S", 0.2)
    bodies = OpenBodies()
    began = time.monotonic()
    assert ask([LENGTH], parts=[b"x"], ends=False, bodies=bodies)["status"] == 408
    assert time.monotonic() - began < 10
    assert [(tally.all, tally.of) for tally in (bodies.unread, bodies.bytes)] == [(0, {}), (0, {})]


def test_a_whole_body_has_a_time_however_fast_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "MAX_BODY_S", 0.2)
    assert ask([LENGTH], parts=[b"x" * 50_000] * 3, ends=False)["status"] == 408


@pytest.mark.parametrize(("limit", "status"), [("maximum", 503), ("max_per_address", 429)])
def test_bodies_hold_only_so_much_memory_together(limit: str, status: int) -> None:
    bodies = OpenBodies()
    setattr(bodies.bytes, limit, 100_000)
    chunked = [(b"transfer-encoding", b"chunked")]
    assert ask(chunked, parts=[b"x" * 150_000], bodies=bodies)["status"] == 204
    assert ask(chunked, parts=[b"x" * 90_000, b"x" * 90_000], bodies=bodies)["status"] == status
    bodies.bytes.take("10.0.0.9", 100_000)
    assert ask(chunked, parts=[b"x" * 8000], bodies=bodies)["status"] == 204, "small ones always pass"
    assert ask(chunked, parts=[b"x" * 80_000], bodies=bodies)["status"] == status


@pytest.mark.parametrize(("limit", "status"), [("maximum", 503), ("max_per_address", 429)])
def test_only_so_many_bodies_are_read_at_once(limit: str, status: int) -> None:
    bodies = OpenBodies()
    setattr(bodies.unread, limit, 1)
    bodies.unread.take("10.0.0.9")
    assert ask([LENGTH], parts=[b"0123456789"], bodies=bodies)["status"] == status
    assert ask([LENGTH], parts=[b""], bodies=bodies, client=("10.0.0.8", 1))["status"] == (503 if status == 503 else 204)
    bodies.unread.add("10.0.0.9", -1)
    assert ask([LENGTH], parts=[b"0123456789"], bodies=bodies)["status"] == 204


HOSTILE_NAMES = """
import codecs, encodings
from deploy.request_limits import restrict_codec_names
restrict_codec_names()
codecs.lookup("utf-8"), codecs.lookup("ISO-8859-15"), codecs.lookup("idna")
before = len(encodings._cache)
for number in range(5000):
    for name in (f"x-{number}", f"utf{number}-8"):
        try:
            codecs.lookup(name)
        except LookupError:
            pass
print(len(encodings._cache) - before)
"""


def test_names_of_codecs_that_there_are_not_leave_nothing_behind() -> None:
    """Python keeps each of them for ever, and parts of forms may name any."""
    done = subprocess.run([sys.executable, "-c", HOSTILE_NAMES], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 0
    assert codecs.lookup("utf-8").name == "utf-8"
    assert encodings._cache  # type: ignore[attr-defined]
