"""Who a browser is: sessions end when they run out, when their account is closed, and when they are signed out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.utils import timezone

from league.people.models import Player
from league.people.session_store import SessionStore, digest_key
from matches.authentication import find_player_id
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keeps_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is one transaction, and a stream's request would close its connection."""
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)


def signed_in() -> tuple[Client, Player]:
    client, player = Client(), PlayerFactory()
    client.force_login(player)
    return client, player


def is_known(client: Client) -> bool:
    return bool(client.get("/").context["user"].is_authenticated)


def test_a_session_says_who_is_there() -> None:
    client, player = signed_in()
    assert client.get("/").context["user"] == player


def test_a_session_that_has_run_out_is_nobodys() -> None:
    client, _ = signed_in()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_known(client)


def test_a_closed_account_is_signed_out() -> None:
    client, player = signed_in()
    Player.objects.filter(pk=player.pk).update(is_active=False)
    assert not is_known(client)


def test_a_new_password_ends_the_other_sessions() -> None:
    client, player = signed_in()
    player.set_password("another-one-entirely")
    player.save(update_fields=["password"])
    assert not is_known(client)


def test_signing_out_ends_the_session_on_the_server() -> None:
    client, _ = signed_in()
    kept = client.cookies["sessionid"].value
    client.post("/accounts/sign-out/")
    again = Client()
    again.cookies["sessionid"] = kept
    assert not is_known(again)


def test_what_the_table_holds_signs_nobody_in() -> None:
    client, _ = signed_in()
    row = Session.objects.get()
    assert client.cookies["sessionid"].value not in str(Session.objects.values().get())
    thief = Client()
    thief.cookies["sessionid"] = row.pk
    assert not is_known(thief)
    assert find_player_id(f"sessionid={row.pk}") is None
    assert is_known(client)


def test_every_way_in_finds_the_same_session() -> None:
    client, player = signed_in()
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    assert find_player_id(cookie) == player.pk


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


@pytest.mark.parametrize("key", ["", "x", "nonsense-nonsense-nonsense", "' OR 1=1 --", "ü" * 20])
def test_an_invented_session_is_nobodys(key: str) -> None:
    client = Client()
    client.cookies["sessionid"] = key
    assert not is_known(client)
