"""One cell of the table: ask as somebody, and say what the site answers to who it is."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.core.files import File
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from matches.errors import ActionError

YES, NO, SIGN_IN, SIGN_UP, NOT_THERE = "yes", "no", "sign-in", "sign-up", "not-there"
"""The words of a cell: may; 403 or a sentence on the page; is asked to sign in (API: 401) or for an account; 404."""
FOR_WHO_YOU_ARE = {
    "not-allowed": NO, "not-your-seat": NO, "plays-here": NO, "not-entered": NO, "own-match": NO, "not-yours": NO,
    "own-draft": NO, "not-your-question": NO, "not-joined": NO, "not-asked": NO, "scope-missing": NO, "no-token-here": NO,
    "sign-in-needed": SIGN_IN, "account-needed": SIGN_UP, "not-found": NOT_THERE,
}  # fmt: skip
"""Codes that say no to a person. All others speak of what was sent, or of how things stand."""
BY_ITSELF = re.compile(r'"?django_session"?|"?league_token"? SET "used_at"|"?matches_presence"?')
"""What asking itself writes down."""
WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(.*)", re.IGNORECASE | re.DOTALL)
SAVEPOINT = re.compile(r"(ROLLBACK TO )?SAVEPOINT (\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody was told; `wrote` are the statements that changed rows and were not taken back by the site."""

    word: str
    status: int
    code: str
    wrote: tuple[str, ...]
    answer: Any = field(default=None, compare=False, repr=False)


class Listener:
    """Hears every refusal that is raised, and every statement that changes rows and is not taken back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.raised: list[ActionError] = []
        self.wrote: list[str] = []
        self._marks: dict[str, int] = {}
        made = ActionError.__init__

        def noted(refusal: ActionError, *given: Any, **named: Any) -> None:
            made(refusal, *given, **named)
            self.raised.append(refusal)

        monkeypatch.setattr(ActionError, "__init__", noted)

    def forget(self) -> None:
        self.raised.clear()
        self.wrote.clear()
        self._marks.clear()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if (found := WRITES.match(sql)) and context["cursor"].rowcount and not BY_ITSELF.match(found[1]):
            self.wrote.append(sql)
        elif found := SAVEPOINT.match(sql):
            back, name = found.groups()
            if back:
                del self.wrote[self._marks[name] :]
            else:
                self._marks[name] = len(self.wrote)
        return answer


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is done inside has not been done afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def ask(
    client: Client, listener: Listener, method: str, path: str, given: Mapping[str, Any] | None, headers: Any = None
) -> Told:
    """Ask, say what was told, and take back whatever was done."""
    listener.forget()
    cookies = client.cookies.output()
    kept = {name: morsel.value for name, morsel in client.cookies.items()}
    api = path.startswith("/api/")
    body: dict[str, Any] = {"data": given or {}}
    if api and method == "GET":
        body = {}
    elif api and not any(isinstance(value, File) for value in (given or {}).values()):
        body = {"data": json.dumps(given or {}), "content_type": "application/json"}
    with taken_back(), connection.execute_wrapper(listener):
        answer = getattr(client, method.lower())(path, **body, headers=headers)
        wrote = tuple(listener.wrote)
    if client.cookies.output() != cookies:
        client.cookies.clear()
        for name, value in kept.items():
            client.cookies[name] = value
    mail.outbox = []
    word, code = _word(answer, listener.raised, api)
    return Told(word, answer.status_code, code, wrote, answer)


def _word(answer: Any, raised: list[ActionError], api: bool) -> tuple[str, str]:
    code = _code(answer, raised, api)
    if code in FOR_WHO_YOU_ARE:
        return FOR_WHO_YOU_ARE[code], code
    if answer.status_code in (401, 403, 404):
        return {401: SIGN_IN, 403: NO, 404: NOT_THERE}[answer.status_code], code
    if answer.status_code == 302:
        to = urlsplit(answer["Location"]).path
        if to in ("/accounts/sign-in/", "/admin/login/"):
            return SIGN_IN, code
        if to == "/accounts/sign-up/":
            return SIGN_UP, code
    return YES, code


def _code(answer: HttpResponse, raised: list[ActionError], api: bool) -> str:
    """The code of the refusal that the answer shows, empty where it shows none."""
    if api:
        if answer.status_code < 400:
            return ""
        return str(json.loads(answer.content)["code"])
    said = {str(one) for one in get_messages(answer.wsgi_request)}  # type: ignore[attr-defined]
    said |= {str(one) for one in answer.wsgi_request._messages._queued_messages}  # type: ignore[attr-defined]
    page = "" if answer.status_code < 400 and not raised else html.unescape(answer.content.decode(errors="replace"))
    shown = [one.code for one in raised if one.text in said or (answer.status_code != 302 and one.text in page)]
    return shown[-1] if shown else ""
