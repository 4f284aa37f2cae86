"""The short way of a move: the same answers as by the usual one, and nothing but moves beyond doubt goes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any, NamedTuple

import pytest
from django.contrib.sessions.models import Session
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.people.models import Player
from league.people.session_store import row_key
from league.tokens import authentication
from league.tokens.actions import issue_token, revoke_token
from league.tokens.models import Token
from matches import auth_state
from matches.api import quick
from matches.api.quick import QuickMoves
from matches.models import Submission
from matches.moment import now
from tests.factories import PlayerFactory
from tests.matches.conftest import Sat

Sit = Callable[..., Sat]
CSRF = "c" * 32


class Told(NamedTuple):
    status: int
    headers: dict[str, str]
    body: Any


class Door:
    """The whole site behind the short way, spoken to as a server would; `usual` counts what went the long way."""

    def __init__(self) -> None:
        self.usual = 0
        self.django = get_wsgi_application()
        self.quick = QuickMoves(self._usual)

    def _usual(self, environ: Any, start: Any) -> Any:
        self.usual += 1
        return self.django(environ, start)

    def ask(self, table: Sat, player: Any, *, app: Any = None, given: Any = None, query: str = "", **meta: Any) -> Told:
        given = move() if given is None else given
        body = given if isinstance(given, bytes) else json.dumps(given).encode()
        path = f"/api/v1/matches/{table.id}/submissions/{query}"
        cookies = f"csrftoken={CSRF}" + (f"; sessionid={player}" if player else "")
        given_meta = {"CONTENT_TYPE": "application/json", "HTTP_COOKIE": cookies, "HTTP_X_CSRFTOKEN": CSRF, **meta}
        extra = {name: value for name, value in given_meta.items() if value is not None}
        environ = RequestFactory().post(path).environ | extra
        environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        heard: list[Any] = []
        answer = (app or self.quick)(environ, lambda status, headers, exc_info=None: heard.append((status, headers)))
        text = b"".join(answer)
        ((status, headers),) = heard
        return Told(int(status[:3]), dict(headers), json.loads(text) if text[:1] == b"{" else text)


def move(**changes: Any) -> dict[str, Any]:
    return {"turn": 2, "text": "B4-B5", "key": "k", **changes}


def signed_in(player: Any) -> str:
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value


@pytest.fixture
def door(db: None, unlimited: None, monkeypatch: pytest.MonkeyPatch) -> Door:
    # A test is one transaction, to whose connection a request would put an end.
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)
    auth_state._cache.clear()
    return Door()


@pytest.fixture
def used(door: Door, sit: Sit) -> tuple[Door, Sat, str]:
    """A door that knows the head of its answers and who has signed in."""
    table = sit().begin()
    session = signed_in(table.red)
    for key in ("one", "two"):
        assert door.ask(table, session, given=move(key=key)).status == 202
    assert door.usual == 1
    door.usual = 0
    return door, table, session


def test_a_move_is_stored_by_one_statement_and_answered_as_the_usual_way_answers(used: tuple[Door, Sat, str]) -> None:
    door, table, session = used
    with CaptureQueriesContext(connection) as statements:
        told = door.ask(table, session, given=move(key="quick"), query="?wait=1.5")
        asked = len(statements)
    usual = door.ask(table, session, app=door.django, given=move(key="usual"), query="?wait=1.5")
    assert (door.usual, asked) == (0, 1)
    rows = {one.key: one for one in Submission.objects.filter(match=table.id)}
    assert (rows["quick"].seat, rows["quick"].turn, rows["quick"].text) == (0, 2, "B4-B5")
    assert [told.headers.pop("Waits-For"), usual.headers.pop("Waits-For")] == [
        str(rows["quick"].pk), str(rows["usual"].pk),
    ]  # fmt: skip
    lengths = [int(one.headers.pop("Content-Length")) for one in (told, usual)]
    assert max(lengths) - min(lengths) <= 3  # of the number alone
    without_id = [one._replace(body={**one.body, "submission_id": 0}) for one in (told, usual)]
    assert without_id[0] == without_id[1]
    assert told.headers["X-Content-Type-Options"] == "nosniff"


def test_the_same_key_again_is_the_same_submission(used: tuple[Door, Sat, str]) -> None:
    door, table, session = used
    first, again = (door.ask(table, session) for _ in range(2))
    assert first == again
    assert door.usual == 1
    assert Submission.objects.filter(match=table.id, key="k").count() == 1


@pytest.mark.parametrize(
    ("given", "meta"),
    [
        (move(turn=True), {}), (move(text="  "), {}), (move(text=None), {}), (move(text="x" * 2001), {}),
        (move(key=7), {}), ({}, {}), ([], {}), (b"{", {}), (b"\xff", {}), (b'{"turn": NaN}', {}), (b"[" * 5000, {}),
        (move(text="x" * 9000), {}), (move(), {"HTTP_X_CSRFTOKEN": None}), (move(), {"HTTP_X_CSRFTOKEN": "d" * 32}),
        (move(), {"HTTP_ORIGIN": "https://evil.example"}), (move(), {"HTTP_COOKIE": ""}),
        (move(), {"HTTP_COOKIE": "sessionid=nobody"}), (move(), {"HTTP_HOST": "evil.example"}),
        (move(), {"HTTP_AUTHORIZATION": "Bearer lz_guess"}), (move(), {"CONTENT_TYPE": "text/plain"}),
        (move(), {"HTTP_ACCEPT": "text/html"}), (move(), {"QUERY_STRING": "wait=9"}),
        (move(), {"QUERY_STRING": "wait=x"}), (move(), {"QUERY_STRING": "format=xml"}),
        (move(), {"PATH_INFO": "/api/v1/matches/999999/submissions/"}),
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_by_the_usual_way_and_stores_nothing(
    used: tuple[Door, Sat, str], given: Any, meta: dict[str, Any]
) -> None:
    door, table, session = used
    stored = Submission.objects.count()
    told = door.ask(table, session, given=given, **meta)
    usual = door.ask(table, session, app=door.django, given=given, **meta)
    assert door.usual == 1
    assert told.status == usual.status >= 400
    assert told == usual
    assert Submission.objects.count() == stored


def _signs_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=row_key(session)).delete()


def _session_runs_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=row_key(session)).update(expire_date=timezone.now() - timedelta(seconds=1))


def _password_changes(session: str, player: Player) -> None:
    player.set_password("another one, long enough")
    player.save()


def _account_is_closed(session: str, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _session_becomes_another_persons(session: str, player: Player) -> None:
    other = Session.objects.get(pk=row_key(signed_in(PlayerFactory())))
    Session.objects.filter(pk=row_key(session)).update(session_data=other.session_data)


@pytest.mark.parametrize(
    ("happens", "status"),
    [(_signs_out, 401), (_session_runs_out, 401), (_password_changes, 401), (_account_is_closed, 401),
     (_session_becomes_another_persons, 403)],
)  # fmt: skip
def test_who_is_signed_in_no_more_moves_no_more(
    used: tuple[Door, Sat, str], happens: Callable[[str, Player], None], status: int
) -> None:
    door, table, session = used
    stored = Submission.objects.count()
    happens(session, Player.objects.get(pk=table.red.pk))
    assert [door.ask(table, session).status for _ in range(2)] == [status, status]
    assert Submission.objects.count() == stored


def test_a_session_whose_content_changes_is_read_anew(used: tuple[Door, Sat, str]) -> None:
    door, table, session = used
    client = Client()
    client.cookies["sessionid"] = session
    kept = client.session
    kept["seen"] = "something"
    kept.save()
    assert [door.ask(table, session, given=move(key=key)).status for key in ("a", "b")] == [202, 202]
    assert door.usual == 1


def test_a_match_that_takes_no_moves_says_why(used: tuple[Door, Sat, str]) -> None:
    door, table, session = used
    table.say(1, "resign")
    told = door.ask(table, session, given=move(key="late"))
    assert (told.status, told.body["code"]) == (409, "match-over")
    assert not Submission.objects.filter(key="late").exists()


def test_another_site_learns_nothing_of_the_head(door: Door, sit: Sit) -> None:
    """Only what the usual way has answered to a move that was stored is answered again."""
    table = sit().begin()
    session = signed_in(table.red)
    assert door.ask(table, session, HTTP_X_CSRFTOKEN="d" * 32).status == 403
    assert not door.quick.heads
    assert door.ask(table, session).status == 202
    (head,) = door.quick.heads.values()
    assert not {name.lower() for name, _ in head} & {"set-cookie", "content-length", "x-request-id"}


def test_over_https_it_has_a_head_of_its_own(used: tuple[Door, Sat, str], settings: Any) -> None:
    door, table, session = used
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    safe = {"HTTP_HOST": "testserver", "HTTP_X_FORWARDED_PROTO": "https", "HTTP_ORIGIN": "https://testserver"}
    assert door.ask(table, session, given=move(key="a"), **safe).status == 202
    assert (door.usual, set(door.quick.heads)) == (1, {(False, False, "en"), (True, False, "en")})
    assert door.ask(table, session, given=move(key="b"), **safe).status == 202
    assert door.usual == 1
    assert door.ask(table, session, given=move(key="c"), **{**safe, "HTTP_ORIGIN": "http://testserver"}).status == 403


def test_a_token_moves_as_quickly_until_it_is_revoked(door: Door, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit().begin()
    given = issue_token(username=table.red.username, name="bot", scopes=["play"], days=7, at=now())
    bears = {"HTTP_AUTHORIZATION": f"Bearer {given}", "HTTP_X_CSRFTOKEN": None}
    told = [door.ask(table, "", given=move(key=key), **bears) for key in ("a", "b", "c")]
    assert [one.status for one in told] == [202, 202, 202]
    assert door.usual == 1
    with CaptureQueriesContext(connection) as statements:
        assert door.ask(table, "", given=move(key="d"), **bears).status == 202
    assert len(statements) == 1
    row = Token.objects.get()
    assert row.used_at is not None
    later = now() + timedelta(minutes=2)
    for module in (auth_state, authentication):
        monkeypatch.setattr(module, "now", lambda: later)
    assert door.ask(table, "", given=move(key="e"), **bears).status == 202
    assert Token.objects.get().used_at == later
    stored = Submission.objects.count()
    revoke_token(player_id=table.red.pk, token_id=row.pk, at=now())
    refused = [door.ask(table, signed_in(table.red), given=move(key="f"), **bears) for _ in range(2)]
    assert [(one.status, one.body["code"]) for one in refused] == [(401, "token-revoked")] * 2
    assert Submission.objects.count() == stored


def test_another_kind_of_authorization_spares_a_session_no_csrf_token(used: tuple[Door, Sat, str]) -> None:
    door, table, session = used
    basic = {"HTTP_AUTHORIZATION": "Basic YTpi"}
    assert door.ask(table, session, given=move(key="a"), **basic).status == 202
    told = [door.ask(table, session, given=move(key="b"), HTTP_X_CSRFTOKEN=None, **basic) for _ in range(2)]
    assert [one.status for one in told] == [403, 403]
    assert not Submission.objects.filter(key="b").exists()


@pytest.mark.parametrize(("scopes", "code"), [(["organise"], "scope-missing"), ([], "scope-missing")])
def test_a_token_that_may_not_play_does_not_move(door: Door, sit: Sit, scopes: list[str], code: str) -> None:
    table = sit().begin()
    player = issue_token(username=table.red.username, name="bot", scopes=["play"], days=7, at=now())
    reader = issue_token(username=table.red.username, name="bot", scopes=scopes, days=7, at=now())
    bears = [{"HTTP_AUTHORIZATION": f"Bearer {token}"} for token in (player, reader)]
    assert door.ask(table, "", given=move(key="a"), **bears[0]).status == 202
    told = door.ask(table, "", given=move(key="b"), **bears[1])
    assert (told.status, told.body["code"]) == (403, code)


def test_a_move_is_counted_once_whichever_way_it_goes(used: tuple[Door, Sat, str], settings: Any) -> None:
    door, table, session = used
    settings.RATE_LIMITS = {"moves": (4, 60)}
    told = [door.ask(table, session, given=move(key=key)) for key in ("a", "b", "a", "c", "d", "d")]
    assert [one.status for one in told] == [202, 202, 202, 202, 429, 429]
    assert [one.headers["RateLimit-Remaining"] for one in told] == ["3", "2", "1", "0", "0", "0"]
    assert "Retry-After" in told[-1].headers
    assert door.usual == 3


def test_while_the_database_is_away_the_usual_way_says_so(
    used: tuple[Door, Sat, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    door, table, session = used

    def fail(**_: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(quick.submitting, "take", fail)
    assert door.ask(table, session).status == 202
    assert door.usual == 1
