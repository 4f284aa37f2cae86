"""Every change of how somebody signs in stands in the audit log, and not with what."""

import json
import re

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from league import tasks
from league.audit.models import AuditEntry
from league.leagues.log_words import ACTS
from league.people.emails import create_email_token
from league.people.models import Player
from matches.server_time import now
from tests.factories import PASSWORD, PlayerFactory
from tests.league.people.authenticator_app import show_code

pytestmark = pytest.mark.django_db


def test_every_change_of_a_key_is_told_to_the_log_and_no_secret_is(client: Client, mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(username="ada", pending_email="ada@example.org")
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
    rows = list(AuditEntry.objects.order_by("pk"))
    assert [row.act for row in rows] == [
        "email.confirmed", "second-factor.on", "second-factor.codes", "second-factor.off", "password.changed",
        "password.replaced", "email.removed",
    ]  # fmt: skip
    assert {row.by_id for row in rows} == {ada.pk}
    assert all(row.act in ACTS for row in rows)
    told = json.dumps([[row.before, row.after, row.why] for row in rows])
    assert not [one for one in ("fish", "example.org", PASSWORD) if one in told]
