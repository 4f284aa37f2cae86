"""`manage.py account`: the operator names admins, closes accounts and takes a lost two-factor authentication off."""

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


def test_a_role_is_given_and_taken_and_an_account_closed_and_opened(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    PlayerFactory(username="root", is_superuser=True, is_staff=True)
    browser = Client()
    browser.force_login(ada)
    for words, state, page, status in (
        (["Ada"], "role none, open", "/audit-log/", 403),
        (["ada", "--role", "admin"], "role admin, open", "/audit-log/", 200),
        (["ada", "--role", "staff"], "role staff, open", "/audit-log/", 403),
        (["ada", "--role", "none"], "role none, open", "/accounts/export/", 200),
        (["ada", "--close"], "role none, closed", "/accounts/export/", 302),
        (["ada", "--open"], "role none, open", "/accounts/export/", 200),
    ):
        assert told(capsys, *words) == f"ada: {state}, two-factor authentication off"
        assert browser.get(page).status_code == status, words


def test_a_lost_second_factor_is_taken_off(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    switched_on(ada)
    assert told(capsys, "ada") == "ada: role none, open, two-factor authentication on"
    assert told(capsys, "ada", "--without-second-factor") == "ada: role none, open, two-factor authentication off"


def test_the_only_admin_stays_one() -> None:
    root = PlayerFactory(username="root", is_superuser=True, is_staff=True)
    PlayerFactory(username="gone", is_superuser=True, is_staff=True, is_active=False)
    for words in (("--close",), ("--role", "staff"), ("--role", "none")):
        with pytest.raises(CommandError, match="only admin"):
            call_command("account", "root", *words)
    root.refresh_from_db()
    assert (root.is_superuser, root.is_active) == (True, True)


def test_guests_bots_and_names_that_nobody_has_are_refused() -> None:
    guest = GuestFactory()
    PlayerFactory(username="greedy", bot="greedy")
    with pytest.raises(CommandError, match="is a guest"):
        call_command("account", guest.username, "--role", "staff")
    for name in ("greedy", "nobody"):
        with pytest.raises(CommandError, match="Account not found"):
            call_command("account", name, "--close")
