"""Where somebody is signed in: browsers in words, shortened addresses, and the end of any of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from league.account import sessions
from league.account.models import UserSession
from league.account.sessions import describe_user_agent, list_sessions, shorten_address
from league.api_tokens.actions import issue_token
from league.people.models import Player
from league.sweep import purge_expired_data
from matches.server_time import now
from tests.factories import PASSWORD, GuestFactory, PlayerFactory

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


def test_browsers_are_told_in_words_and_no_whole_address_is_kept() -> None:
    words = {FIREFOX: "Firefox on Linux", SAFARI: "Safari on iPhone", EDGE: "Edge on Windows", "\x00" * 5000: "A program"}
    assert {agent: describe_user_agent(agent) for agent in words} == words
    for address in ("x", "1.2.3", "203.0.113.77", "2001:db8::1", "fe80::1%eth0"):
        short = shorten_address(address)
        assert short != address, address
        assert not short or short.endswith("…")
    assert shorten_address("") == ""


def test_the_page_lists_the_browsers_this_one_first(ada: Player) -> None:
    browser(SAFARI, "2001:db8:1:2::3")
    page = browser().get(PAGE).content.decode()
    assert page.index("Firefox on Linux") < page.index("This device") < page.index("Safari on iPhone")
    assert "203.0.113.…" in page
    assert "2001:db8:1:…" in page
    assert "203.0.113.77" not in page
    assert not any(key in page for key in Session.objects.values_list("pk", flat=True))


def test_one_browser_is_signed_out_or_all_others(ada: Player) -> None:
    phone, tablet, here = browser(SAFARI), browser(EDGE), browser()
    end = f"{PAGE}{UserSession.objects.get(browser='Safari on iPhone').uid}/end/"
    for words in ("Session signed out.", "Browser not found."):
        assert words in here.post(end, follow=True).content.decode()
    assert [signed_in(one) for one in (phone, tablet, here)] == [False, True, True]
    phone = browser(SAFARI)
    assert "2 other sessions signed out." in here.post(f"{PAGE}end-others/", follow=True).content.decode()
    assert [signed_in(one) for one in (phone, tablet, here)] == [False, False, True]


def test_nobody_signs_out_others_than_themselves(ada: Player) -> None:
    hers, eve = browser(), Client()
    eve.force_login(PlayerFactory())
    uid = UserSession.objects.get().uid
    eve.post(f"{PAGE}{uid}/end/")
    eve.post(f"{PAGE}end-others/")
    assert eve.delete(f"{DOOR}{uid}/").status_code == 404
    assert eve.get(DOOR).json() == {"browsers": []}
    assert signed_in(hers)


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


def test_guests_visitors_and_browsers_that_signed_out_are_not_noted(
    ada: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser().post("/accounts/sign-out/")
    monkeypatch.setattr(sessions, "UPDATE_INTERVAL_S", 0.0)
    client.get("/verify/")
    client.force_login(GuestFactory())
    client.get("/verify/")
    assert not UserSession.objects.exists()


def test_programs_need_the_scope(ada: Player) -> None:
    here = browser()
    answers: dict[str, Any] = {}
    for scope in ("play", "account"):
        token = issue_token(username="ada", name="x", scopes=[scope], days=7, at=now())
        answers[scope] = Client().get(DOOR, headers={"Authorization": f"Bearer {token}"})
    assert answers["play"].status_code == 403
    [one] = answers["account"].json()["browsers"]
    assert (one["browser"], one["this"]) == ("Firefox on Linux", False)
    ended = Client().post(f"{DOOR}others/", headers={"Authorization": f"Bearer {token}"})
    assert ended.json() == {"ended": 1}
    assert not signed_in(here)
