"""Who a browser is: sessions end when they run out, when their account is closed, and when they are signed out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.utils import timezone

from league.people.models import Player
from league.people.session_store import SessionStore, digest_key
from matches.authentication import find_player_id
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
CSRF = settings.CSRF_COOKIE_NAME


@pytest.fixture(autouse=True)
def _keeps_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is one transaction, and a stream's request would close its connection."""
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)


def signed_in() -> tuple[Client, Player]:
    client, player = Client(), PlayerFactory()
    client.force_login(player)
    return client, player


def viewer_of(client: Client) -> Any:
    return client.get("/verify/").context["user"]


def is_known(client: Client) -> bool:
    return bool(viewer_of(client).is_authenticated)


def test_a_session_ends_when_it_runs_out_with_its_account_its_password_and_by_signing_out() -> None:
    player = PlayerFactory()

    def sign_out() -> None:
        client.post("/accounts/sign-out/")
        client.cookies["sessionid"] = kept

    ends: list[Callable[[], object]] = [
        lambda: Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1)),
        lambda: Player.objects.filter(pk=player.pk).update(is_active=False),
        lambda: Player.objects.filter(pk=player.pk).update(password=make_password("another-one-entirely")),
        sign_out,
    ]
    for end in ends:
        Player.objects.filter(pk=player.pk).update(is_active=True)
        client = Client()
        client.force_login(Player.objects.get(pk=player.pk))
        kept = client.cookies["sessionid"].value
        assert viewer_of(client) == player
        end()
        assert not is_known(client)


def test_what_the_table_holds_signs_nobody_in() -> None:
    client, player = signed_in()
    row, key = Session.objects.get(), client.cookies["sessionid"].value
    assert key not in str(Session.objects.values().get())
    thief = Client()
    thief.cookies["sessionid"] = row.pk
    assert not is_known(thief)
    assert (find_player_id(f"sessionid={row.pk}"), find_player_id(f"sessionid={key}")) == (None, player.pk)
    assert is_known(client)


def test_a_session_keeps_its_row_and_leaves_none_behind_when_its_key_changes() -> None:
    store = SessionStore()
    store["a"] = 1
    store.save()
    first = str(store.session_key)
    again = SessionStore(first)
    again["b"] = 2
    again.save()
    assert Session.objects.count() == 1
    assert (again.exists(first), again.exists(digest_key(first))) == (True, False)
    again.cycle_key()
    assert (SessionStore(first).load(), SessionStore(again.session_key).load()) == ({}, {"a": 1, "b": 2})
    assert Session.objects.count() == 1
    again.flush()
    assert Session.objects.count() == 0


def test_an_invented_session_is_nobodys(client: Client) -> None:
    for key in ("", "x", "nonsense-nonsense-nonsense", "' OR 1=1 --", "ü" * 20):
        client.cookies["sessionid"] = key
        assert not is_known(client), key


def test_a_late_answer_does_not_bring_back_the_csrf_cookie_of_before_signing_in(client: Client) -> None:
    """The page asked for with the first cookie may be answered after the sign-in that replaced it."""
    assert CSRF in client.get("/lobby/").cookies
    late = client.get("/lobby/")
    assert CSRF in client.cookies
    assert CSRF not in late.cookies
    assert "Cookie" in late.headers["Vary"]
    client.cookies[CSRF] = "no token"
    assert CSRF in client.get("/lobby/").cookies
