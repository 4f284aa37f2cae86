"""Posting to a stranger's address: to a checked address alone, no redirect, within limits of time and size."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from league.hooks import posting
from league.hooks.addresses import target
from league.hooks.kinds import LONGEST_ANSWER
from league.hooks.posting import Answer, post

BODY = b'{"kind": "test"}'


@contextmanager
def server(*pieces: bytes, pause: float = 0.0, hold: bool = False) -> Iterator[tuple[str, list[bytes]]]:
    """Listens on this machine, hears one request and answers with these pieces, a pause before each.

    With `hold` the line is kept open afterwards.
    """
    heard: list[bytes] = []
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            line, _ = door.accept()
            with line:
                heard.append(line.recv(65536))
                for piece in pieces:
                    time.sleep(pause)
                    try:
                        line.sendall(piece)
                    except OSError:
                        return
                if hold:
                    over.wait(20)

        worker = threading.Thread(target=serve, daemon=True)
        worker.start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/hook?x=1", heard
        over.set()
        worker.join(2)


def ask(url: str) -> Answer:
    return post(target(url, local=True), BODY, {"webhook-id": "7"}, local=True)


def test_it_posts_the_body_and_reads_the_status_and_the_beginning_of_the_answer() -> None:
    with server(b"HTTP/1.1 202 Accepted\r\nContent-Length: 4\r\n\r\nfine") as (url, heard):
        answer = ask(url)
    assert (answer.code, answer.text, answer.good) == (202, "fine", True)
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0] == b"POST /hook?x=1 HTTP/1.1"
    assert b"webhook-id: 7" in head
    assert body == BODY


def test_redirects_are_not_followed() -> None:
    with server(b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n") as (url, _):
        answer = ask(url)
    assert (answer.code, answer.good) == (302, False)


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([b"HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n", b"3\r\nbad\r\n0\r\n\r\n"], 500),
        ([b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 40_000], 200),
        ([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nbroken"], 200),
        ([b"SSH-2.0-OpenSSH_9.6\r\n"], None),
        ([], None),
        ([b"HTTP/1.1 200 OK\r\nA: " + b"x" * 70_000], 200),
    ],
)
def test_whatever_comes_back_is_an_answer_and_no_failure_of_ours(pieces: list[bytes], code: int | None) -> None:
    with server(*pieces) as (url, _):
        answer = ask(url)
    assert answer.code == code
    assert len(answer.text) <= 500


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    ],
)  # fmt: skip
def test_nobody_waits_for_a_line_that_is_kept_open(answer: bytes) -> None:
    with server(answer, hold=True) as (url, _):
        assert ask(url).took_ms < 5000


def test_an_answer_that_drips_does_not_stretch_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "WHOLE_S", 0.3)
    with server(*[b"H"] * 200, pause=0.05) as (url, _):
        answer = ask(url)
    assert (answer.code, answer.good) == (None, False)
    assert answer.took_ms < 5000


def test_a_name_that_leads_inside_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "create_connection", never)
    for found in (["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:169.254.169.254"], []):
        answer = post(target("https://example.org/"), BODY, {}, resolve=_to(*found))
        assert answer.code is None
        assert "address" in answer.text


def test_the_connection_goes_to_addresses_that_were_checked_though_the_name_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server of names that answers differently the second time finds nobody asking it a second time."""
    asked: list[str] = []
    opened: list[object] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["2606:4700::1111", "93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    def connect(address: tuple[str, int], **_: object) -> None:
        opened.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    answer = post(target("https://example.org/"), BODY, {}, resolve=resolve)
    assert (asked, opened) == (["example.org"], [("2606:4700::1111", 443), ("93.184.216.34", 443)])
    assert answer.text.startswith("The connection failed")


def _to(*found: str) -> Callable[[str, int], list[str]]:
    return lambda host, port: list(found)


def test_what_is_said_of_a_broken_answer_can_be_kept() -> None:
    """A line of status with NUL in it would be in the words for the log, which no database keeps."""
    with server(b"\x00\xff\x1b" * 900) as (url, _):
        answer = ask(url)
    assert answer.code is None
    assert answer.text.startswith("The connection failed")
    assert (answer.text.isprintable(), len(answer.text) <= LONGEST_ANSWER) == (True, True)
