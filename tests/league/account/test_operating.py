import json
import re

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client

from league import tasks
from league.audit.models import AuditEntry
from league.leagues.log_words import ACTS
from league.people.actions import credentials
from league.people.emails import create_email_token
from league.people.models import Player
from matches.server_time import now
from tests.factories import PASSWORD, GuestFactory, PlayerFactory
from tests.league.clients import client_of
from tests.league.people.authenticator_app import show_code, switched_on

pytestmark = pytest.mark.django_db


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    call_command("account", *words)
    return capsys.readouterr().out.strip()


def test_a_role_is_given_and_taken_and_an_account_closed_and_opened(ada: Player, capsys: pytest.CaptureFixture[str]) -> None:
    PlayerFactory(username="root", is_superuser=True, is_staff=True)
    browser = client_of(ada)
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


def test_every_change_of_a_key_is_told_to_the_log_and_to_the_owner_by_email_and_no_secret_is(
    client: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch, german: None
) -> None:
    monkeypatch.setattr(credentials, "enqueue", lambda task, **given: getattr(tasks, task.rpartition(".")[2])(**given))
    ada = PlayerFactory(username="ada", email="old@example.org", pending_email="ada@example.org", language="de")
    client.force_login(ada)
    for path, more in (("password", {"new": "vermilion fish", "again": "vermilion fish"}), ("email", {"email": ""})):
        client.post(f"/accounts/{path}/", {"password": "wrong", **more})
    assert not AuditEntry.objects.exists(), "a change that was refused is none"
    client.post(f"/accounts/email/confirm/{create_email_token(ada.pk, 'ada@example.org', at=now())}/")
    client.get("/accounts/second-factor/new/")
    client.post("/accounts/second-factor/new/", {"code": show_code(client.session["mfa.totp.secret"]), "password": PASSWORD})
    client.post("/accounts/second-factor/codes/", {"password": PASSWORD})
    client.post("/accounts/second-factor/off/", {"password": PASSWORD})
    client.post("/accounts/password/", {"password": PASSWORD, "new": "vermilion fish", "again": "vermilion fish"})
    tasks.send_reset(player_id=ada.pk)
    [link] = re.findall(r"/accounts/reset/\S+", str(mailoutbox[-1].body))
    form = Client().get(link, follow=True)
    assert "no-store" in form.headers["Cache-Control"]
    visitor = Client()
    given = {"new_password1": "an older fish", "new_password2": "an older fish"}
    visitor.post(visitor.get(link).headers["Location"], given)
    client.force_login(Player.objects.get(pk=ada.pk))
    client.post("/accounts/email/", {"email": "", "password": "an older fish"})
    letters = [(one.to, str(one.body).split("\n\n")[2]) for one in mailoutbox if "geändert" in one.subject]
    assert letters[0] == (["old@example.org"], "Diese E-Mail-Adresse wurde durch eine andere ersetzt.")
    assert letters[-1] == (["ada@example.org"], "Diese E-Mail-Adresse wurde vom Konto entfernt.")
    rows = list(AuditEntry.objects.order_by("pk"))
    assert len(letters) == len(rows)
    assert [row.act for row in rows] == [
        "email.confirmed", "second-factor.on", "second-factor.codes", "second-factor.off", "password.changed",
        "password.replaced", "email.removed",
    ]  # fmt: skip
    assert {row.by_id for row in rows} == {ada.pk}
    assert all(row.act in ACTS for row in rows)
    told = json.dumps([[row.before, row.after, row.why] for row in rows])
    assert not [one for one in ("fish", "example.org", PASSWORD) if one in told]
