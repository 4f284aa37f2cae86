"""While the database is away every request is answered with 503 and when to come back; no move looks stored."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest
from django.test import Client

from deploy import asgi
from matches.actions.adjudication import adjudicate
from matches.db_errors import is_database_unavailable
from matches.hot_path import acknowledgement
from matches.models import Submission
from tests.matches.conftest import TwoPlayerMatch, start_match

__all__ = ["start_match"]
StartMatch = Callable[..., TwoPlayerMatch]


@contextmanager
def away() -> Iterator[None]:
    """Nobody reaches the database, over any connection."""

    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "_cursor", refuse)
        yield
    connection.needs_rollback = False  # a test is a transaction, which goes on


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "page", ["/", "/lobby/", "/matches/1/", "/matches/1/plain/", "/matches/1/verify/", "/fragments/home/", "/desk/"]
)
def test_every_page_says_so_in_words_and_leads_on(page: str, db: None, browser: Client) -> None:
    browser.cookies["sessionid"] = "somebody"
    with away():
        answer = browser.get(page)
    words = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert "The site is temporarily unavailable." in words
    assert f'href="{page}">Try again' in words
    assert "default-src" in answer["Content-Security-Policy"]


def test_a_form_that_was_sent_may_not_have_been_stored(db: None, browser: Client) -> None:
    with away():
        answer = browser.post("/lobby/challenges/1/accept/")
    assert answer.status_code == 503
    assert "may not have been saved" in answer.content.decode()
    assert "Try again" not in answer.content.decode()


@pytest.mark.parametrize("endpoint", ["/api/v1/matches/1/", "/api/v1/matches/1/chat/", "/api/v1/record-keys/"])
def test_the_api_says_so_in_its_one_shape(endpoint: str, db: None, browser: Client) -> None:
    with away():
        answer = browser.get(endpoint)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json().keys() == {"code", "text", "field"}
    assert (answer.json()["code"], answer.json()["field"]) == ("unavailable", None)


def test_a_move_that_was_not_stored_is_stored_once_when_it_comes_again(start_match: StartMatch, browser: Client) -> None:
    table = start_match().begin()
    browser.force_login(table.red)
    move, endpoint = {"turn": 2, "text": "B4-B5", "key": "one"}, f"/api/v1/matches/{table.id}/submissions/"

    def sent() -> Any:
        return browser.post(endpoint, move, content_type="application/json")

    with away():
        answer = sent()
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert not Submission.objects.filter(key="one").exists()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acknowledgement, "received_at", lambda _: table.at)
        assert sent().status_code == sent().status_code == 202
    adjudicate(match_id=table.id, at=table.at)
    assert sent().json()["state"] == "accepted"
    assert Submission.objects.filter(match=table.id, text="B4-B5").count() == 1


def asked(method: str, path: str, query: bytes = b"", body: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    """What the web process answers to a request."""
    headers = [(b"host", b"testserver"), (b"cookie", b"sessionid=somebody"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query,
        "headers": headers, "http_version": "1.1", "server": ("testserver", 80), "client": ("10.0.0.9", 4000),
    }  # fmt: skip
    heard: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        heard.append(message)

    asyncio.run(asgi.application(scope, receive, send))  # type: ignore[arg-type]
    return heard[0]["status"], dict(heard[0]["headers"]), heard[1]["body"]


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        ("GET", "/api/v1/matches/1/", b""),
        ("POST", "/api/v1/matches/1/submissions/", b"wait=2"),
        ("GET", "/stream", b"topics=match.1&changes=1"),
    ],
)
def test_the_web_process_answers_so_at_all_its_endpoints(method: str, path: str, query: bytes, db: None) -> None:
    with away():
        status, headers, body = asked(method, path, query, b"{}")
    assert (status, headers[b"retry-after"], json.loads(body)["code"]) == (503, b"5", "unavailable")


def test_a_page_of_the_web_process_is_one_in_words(db: None) -> None:
    with away():
        status, headers, body = asked("GET", "/lobby/")
    assert (status, headers[b"retry-after"], b"We'll be right back" in body) == (503, b"5", True)


def caused(state: str | None) -> OperationalError:
    error, error.__cause__ = OperationalError("gone"), Exception()
    error.__cause__.sqlstate = state  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize("state", [None, "08006", "53300", "53100", "57P01", "57P03"])
def test_a_lost_stopping_or_full_server_is_away(state: str | None) -> None:
    assert is_database_unavailable(caused(state))
    assert is_database_unavailable(InterfaceError("the connection is closed"))


@pytest.mark.parametrize("state", ["57014", "40001", "55P03", "42P01"])
def test_a_statement_that_the_server_refused_is_a_fault_of_ours(state: str) -> None:
    assert not is_database_unavailable(caused(state))
    assert not is_database_unavailable(ProgrammingError("no such column"))
    assert not is_database_unavailable(ValueError("no such thing"))
    assert not is_database_unavailable(None)


def test_a_file_that_is_not_there_is_away_and_a_table_that_is_not_is_not(tmp_path: Any) -> None:
    def error(act: Callable[[], object]) -> OperationalError:
        try:
            act()
        except sqlite3.OperationalError as cause:
            error = OperationalError(str(cause))
            error.__cause__ = cause
            return error
        raise AssertionError

    assert is_database_unavailable(error(lambda: sqlite3.connect(tmp_path / "no" / "file").execute("SELECT 1")))
    assert not is_database_unavailable(error(lambda: sqlite3.connect(":memory:").execute("SELECT 1 FROM nowhere")))


def test_any_other_failure_stays_one_of_ours(db: None, browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: HttpRequest) -> None:
        raise RuntimeError

    monkeypatch.setattr("matches.views.verify.list_keys", lambda: fail(HttpRequest()))
    answer = browser.get("/verify/")
    assert (answer.status_code, "Retry-After" in answer) == (500, False)
