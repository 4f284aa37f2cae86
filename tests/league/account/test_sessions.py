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

from league.account import sessions
from league.account.models import UserSession
from league.account.sessions import list_sessions
from league.people.models import Player
from league.people.session_store import SessionStore, digest_key
from league.sweep import purge_expired_data
from matches.authentication import find_player_id
from matches.server_time import now
from tests.factories import PASSWORD, GuestFactory, PlayerFactory
from tests.league.clients import client_of, program_of

pytestmark = pytest.mark.django_db
PAGE, DOOR = "/accounts/browsers/", "/api/v1/account/browsers/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"
    " Mobile/15E148 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0"


def browser(agent: str = FIREFOX, address: str = "203.0.113.77", password: str = PASSWORD) -> Client:
    """A browser in which Ada has signed in."""
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    client.post("/accounts/sign-in/", {"username": "ada", "password": password})
    return client


def signed_in(client: Client) -> bool:
    return client.get("/accounts/").status_code == 200


def test_the_page_lists_the_browsers_this_one_first(ada: Player) -> None:
    browser(SAFARI, "2001:db8:1:2::3")
    page = browser().get(PAGE).content.decode()
    assert page.index("Firefox on Linux") < page.index("This device") < page.index("Safari on iPhone")
    assert "203.0.113.…" in page
    assert "2001:db8:1:…" in page
    assert "203.0.113.77" not in page
    assert not any(key in page for key in Session.objects.values_list("pk", flat=True))


def test_one_browser_is_signed_out_or_all_others_also_by_a_program(ada: Player) -> None:
    phone, tablet, here, eves = browser(SAFARI), browser(EDGE), browser(), client_of(PlayerFactory())
    end = f"{PAGE}{UserSession.objects.get(browser='Safari on iPhone').uid}/end/"
    for words in ("Session signed out.", "Browser not found."):
        assert words in here.post(end, follow=True).content.decode()
    assert [signed_in(one) for one in (phone, tablet, here)] == [False, True, True]
    phone = browser(SAFARI)
    assert "2 other sessions signed out." in here.post(f"{PAGE}end-others/", follow=True).content.decode()
    assert [signed_in(one) for one in (phone, tablet, here)] == [False, False, True]
    program = program_of(ada, "account")
    [one] = program.get(DOOR).json()["browsers"]
    assert (one["browser"], one["this"]) == ("Firefox on Linux", False)
    assert program.post(f"{DOOR}others/").json() == {"ended": 1}
    assert [signed_in(one) for one in (here, eves)] == [False, True]


def test_sessions_that_let_nobody_in_are_not_listed_and_thrown_away_once_they_have_run_out(ada: Player) -> None:
    browser(SAFARI)
    here = browser(EDGE)
    form = {"password": PASSWORD, "new": "another-one-entirely", "again": "another-one-entirely"}
    here.post("/accounts/password/", form)
    ada.refresh_from_db()
    assert [one.browser for one in list_sessions(ada, at=now())] == ["Edge on Windows"]
    Session.objects.update(expire_date=now() - timedelta(seconds=1))
    assert list_sessions(ada, at=now()) == []
    here = browser(password="another-one-entirely")
    purge_expired_data(now())
    assert [one.browser for one in UserSession.objects.all()] == ["Firefox on Linux"]
    assert Session.objects.count() == 1
    assert signed_in(here)


def test_it_is_seen_again_after_five_minutes_of_use(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    here = browser()
    long_ago = now() - timedelta(days=1)
    UserSession.objects.update(seen_at=long_ago)
    here.get("/accounts/")
    assert UserSession.objects.get().seen_at == long_ago
    monkeypatch.setattr(sessions, "UPDATE_INTERVAL_S", 0.0)
    here.get("/accounts/")
    row = UserSession.objects.get()
    assert row.seen_at > long_ago
    assert row.since > long_ago


def test_guests_visitors_and_who_signed_out_are_not_noted(ada: Player, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    browser().post("/accounts/sign-out/")
    monkeypatch.setattr(sessions, "UPDATE_INTERVAL_S", 0.0)
    client.get("/verify/")
    client.force_login(GuestFactory())
    client.get("/verify/")
    assert not UserSession.objects.exists()


CSRF = settings.CSRF_COOKIE_NAME


@pytest.fixture(autouse=True)
def _keeps_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is one transaction, and a stream's request would close its connection."""
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)


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
        client = client_of(Player.objects.get(pk=player.pk))
        kept = client.cookies["sessionid"].value
        assert viewer_of(client) == player
        end()
        assert not is_known(client)


def test_what_the_table_holds_signs_nobody_in_and_an_invented_session_is_nobodys(client: Client) -> None:
    player = PlayerFactory()
    client.force_login(player)
    row, key = Session.objects.get(), client.cookies["sessionid"].value
    assert key not in str(Session.objects.values().get())
    thief = Client()
    thief.cookies["sessionid"] = row.pk
    assert not is_known(thief)
    assert (find_player_id(f"sessionid={row.pk}"), find_player_id(f"sessionid={key}")) == (None, player.pk)
    assert is_known(client)
    for invented in ("", "x", "nonsense-nonsense-nonsense", "' OR 1=1 --", "ü" * 20):
        client.cookies["sessionid"] = invented
        assert not is_known(client), invented


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


def test_a_late_answer_does_not_bring_back_the_csrf_cookie_of_before_signing_in(client: Client) -> None:
    """The page asked for with the first cookie may be answered after the sign-in that replaced it."""
    assert CSRF in client.get("/lobby/").cookies
    late = client.get("/lobby/")
    assert CSRF in client.cookies
    assert CSRF not in late.cookies
    assert "Cookie" in late.headers["Vary"]
    client.cookies[CSRF] = "no token"
    assert CSRF in client.get("/lobby/").cookies
