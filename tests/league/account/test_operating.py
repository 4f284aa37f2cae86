"""`manage.py account`: the operator names admins, closes accounts and takes a lost two-factor authentication off."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.people.models import Player
from tests.factories import GuestFactory, PlayerFactory
from tests.league.people.authenticator_app import switched_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return PlayerFactory(username="ada")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    call_command("account", *words)
    return capsys.readouterr().out.strip()


def test_it_says_how_an_account_stands_and_changes_nothing(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "Ada") == "ada: role none, open, two-factor authentication off"


def test_an_admin_is_named_and_is_none_any_more(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    PlayerFactory(username="root", is_superuser=True, is_staff=True)
    browser = Client()
    browser.force_login(ada)
    assert browser.get("/audit-log/").status_code == 403
    assert told(capsys, "ada", "--role", "admin") == "ada: role admin, open, two-factor authentication off"
    assert browser.get("/audit-log/").status_code == 200
    assert told(capsys, "ada", "--role", "staff") == "ada: role staff, open, two-factor authentication off"
    assert browser.get("/audit-log/").status_code == 403
    assert told(capsys, "ada", "--role", "none") == "ada: role none, open, two-factor authentication off"


def test_a_closed_account_is_signed_out_at_once_until_it_is_opened(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    browser = Client()
    browser.force_login(ada)
    assert told(capsys, "ada", "--close") == "ada: role none, closed, two-factor authentication off"
    assert browser.get("/accounts/").status_code == 302
    assert told(capsys, "ada", "--open") == "ada: role none, open, two-factor authentication off"
    assert browser.get("/accounts/").status_code == 200


def test_a_lost_second_factor_is_taken_off(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    switched_on(ada)
    assert told(capsys, "ada") == "ada: role none, open, two-factor authentication on"
    assert told(capsys, "ada", "--without-second-factor") == "ada: role none, open, two-factor authentication off"


@pytest.mark.parametrize("words", [("root", "--close"), ("root", "--role", "staff"), ("root", "--role", "none")])
def test_the_only_admin_stays_one(words: tuple[str, ...]) -> None:
    root = PlayerFactory(username="root", is_superuser=True, is_staff=True)
    PlayerFactory(username="gone", is_superuser=True, is_staff=True, is_active=False)
    with pytest.raises(CommandError, match="only admin"):
        call_command("account", *words)
    root.refresh_from_db()
    assert root.is_superuser
    assert root.is_active


def test_guests_bots_and_names_that_nobody_has_are_refused() -> None:
    guest = GuestFactory()
    PlayerFactory(username="greedy", bot="greedy")
    with pytest.raises(CommandError, match="is a guest"):
        call_command("account", guest.username, "--role", "staff")
    for name in ("greedy", "nobody"):
        with pytest.raises(CommandError, match="Account not found"):
            call_command("account", name, "--close")
