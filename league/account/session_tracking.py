"""Noticing in which browsers people are signed in: at each sign-in, and then every five minutes that they are used."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.db import Error as DatabaseFailure
from django.http import HttpRequest, HttpResponse

from league.account.sessions import browser_words, note_browser, shortened
from league.people.models import Player
from league.people.sessions import reader
from matches.moment import now
from matches.remembered import Remembered

logger = logging.getLogger(__name__)
EACH_S = 300.0
_noted = Remembered[str, float]()
"""By session, when this process wrote it down or met it first."""


class NoteBrowsers:
    """Middleware. A request costs a look into a dictionary; a session is written down once in five minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        session = request.session
        if session.accessed and session.session_key and SESSION_KEY in session and _due(session.session_key):
            try:
                person = reader(request)
                if person is not None and not person.is_guest:
                    _note(request, person)
            except DatabaseFailure:
                logger.exception("a browser could not be noted")
        return answer


def on_sign_in(*, request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Django's signal of a sign-in; what comes from no address is no browser."""
    if request is None or not isinstance(user, Player) or user.is_guest or "REMOTE_ADDR" not in request.META:
        return
    if request.session.session_key is None:
        request.session.save()
    _note(request, user)


def _note(request: HttpRequest, person: Player) -> None:
    key = request.session.session_key
    assert key is not None
    _noted[key] = time.monotonic()
    note_browser(
        player_id=person.pk, session_key=key, browser=browser_words(request.META.get("HTTP_USER_AGENT", "")),
        address=shortened(request.META.get("REMOTE_ADDR", "")), at=now(),
    )  # fmt: skip


def _due(key: str) -> bool:
    """Whether it is five minutes since this process first met the session, or last wrote it down."""
    moment = time.monotonic()
    if key not in _noted:
        _noted[key] = moment
    return moment - _noted.get(key, moment) >= EACH_S
