"""While the database is away every request is answered with 503 and when to come back; no move looks stored."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from deploy import asgi
from matches.actions.adjudication import adjudicate
from matches.db_errors import is_database_unavailable
from matches.hot_path import acknowledgement
from matches.models import Submission
from tests.deploy.asking import answer
from tests.matches.conftest import StartMatch, no_outage, start_match

__all__ = ["no_outage", "start_match"]


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
def browser(db: None) -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "page", ["/", "/lobby/", "/matches/1/", "/matches/1/plain/", "/matches/1/verify/", "/fragments/home/", "/desk/"]
)
def test_every_page_says_so_in_words_and_leads_on(page: str, browser: Client) -> None:
    browser.cookies["sessionid"] = "somebody"
    with away():
        told = browser.get(page)
    words = told.content.decode()
    assert (told.status_code, told["Retry-After"], told["Cache-Control"]) == (503, "5", "no-store")
    assert "The site is temporarily unavailable." in words
    assert f'href="{page}">Try again' in words
    assert "default-src" in told["Content-Security-Policy"]


def test_a_form_that_was_sent_may_not_have_been_stored(browser: Client) -> None:
    with away():
        sent = browser.post("/lobby/challenges/1/accept/")
    assert (sent.status_code, "may not have been saved" in sent.content.decode()) == (503, True)
    assert "Try again" not in sent.content.decode()


def test_a_move_that_was_not_stored_is_stored_once_when_it_comes_again(start_match: StartMatch, browser: Client) -> None:
    table = start_match().begin()
    browser.force_login(table.red)
    move, endpoint = {"turn": 2, "text": "B4-B5", "key": "one"}, f"/api/v1/matches/{table.id}/submissions/"

    def sent() -> Any:
        return browser.post(endpoint, move, content_type="application/json")

    with away():
        told = sent()
    assert (told.status_code, told.json()["code"]) == (503, "unavailable")
    assert not Submission.objects.filter(key="one").exists()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acknowledgement, "received_at", lambda _: table.at)
        assert sent().status_code == sent().status_code == 202
    adjudicate(match_id=table.id, at=table.at)
    assert sent().json()["state"] == "accepted"
    assert Submission.objects.filter(match=table.id, text="B4-B5").count() == 1


def asked(method: str, path: str, query: bytes = b"", body: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    headers = [(b"host", b"testserver"), (b"cookie", b"sessionid=somebody"), (b"content-type", b"application/json")]
    return answer(asgi.application, method=method, path=path, query_string=query, headers=headers, parts=[body])


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        *(("GET", f"/api/v1/{path}/", b"") for path in ("matches/1", "matches/1/chat", "record-keys")),
        ("POST", "/api/v1/matches/1/submissions/", b"wait=2"), ("GET", "/stream", b"topics=match.1&changes=1"),
    ],
)  # fmt: skip
def test_the_web_process_answers_so_at_all_its_endpoints(method: str, path: str, query: bytes, db: None) -> None:
    with away():
        status, headers, body = asked(method, path, query, b"{}")
        page_status, page_headers, page = asked("GET", "/lobby/")
    told = json.loads(body)
    assert (status, headers[b"retry-after"], told["code"]) == (503, b"5", "unavailable")
    assert (told.keys(), told["field"]) == ({"code", "text", "field"}, None)
    assert (page_status, page_headers[b"retry-after"], b"We'll be right back" in page) == (503, b"5", True)


def caused(state: str | None) -> OperationalError:
    error, error.__cause__ = OperationalError("gone"), Exception()
    error.__cause__.sqlstate = state  # type: ignore[attr-defined]
    return error


def from_sqlite(file: str) -> OperationalError:
    """The error that Django raises when a table, or the file, is missing."""
    error = OperationalError("no such table")
    try:
        sqlite3.connect(file).execute("SELECT 1 FROM nowhere")
    except sqlite3.OperationalError as cause:
        error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "is_away"),
    [
        *((caused(state), True) for state in (None, "08006", "53300", "53100", "57P01", "57P03")),
        (InterfaceError("the connection is closed"), True),
        (from_sqlite("/nowhere/file"), True),
        (from_sqlite(":memory:"), False),
        *((caused(state), False) for state in ("57014", "40001", "55P03", "42P01")),  # the server refused a statement of ours
        (ProgrammingError("no such column"), False),
        (ValueError("no such thing"), False),
        (None, False),
    ],
)
def test_a_lost_stopping_or_full_server_and_a_file_that_is_not_there_are_away(error: Exception | None, is_away: bool) -> None:
    assert is_database_unavailable(error) is is_away


def test_any_other_failure_stays_one_of_ours(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.views.verify.list_keys", lambda: 1 / 0)
    told = browser.get("/verify/")
    assert (told.status_code, "Retry-After" in told) == (500, False)
