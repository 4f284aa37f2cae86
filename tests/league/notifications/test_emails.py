"""Letters of notifications: one each, never two, not in quiet hours, not once it has been seen to, and easy to end."""

import re
from datetime import datetime, time, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client

from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.email_delivery import RETRY_DELAYS, send_due_emails
from league.notifications.actions.read_state import mark_read
from league.notifications.models import EmailStatus, Notification
from league.notifications.preferences import update_preferences
from league.people.models import Player
from league.tasks import send_letters
from tests.factories import NOON, PlayerFactory

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"


def ada(**more: Any) -> Player:
    made: Player = PlayerFactory(username="ada", email="ada@example.org", **more)
    return made


def ruled(player: Player, key: str = "one", at: datetime = NOON) -> None:
    """A notification whose email does not wait."""
    notify([NewNotification(player.pk, key, {"match": "Final\nA & B"}, "/matches/1/", case="pause")], kind="ruling", at=at)


def send(at: datetime = NOON) -> int:
    return send_due_emails(lambda: at)


def test_one_email_with_a_link_and_the_ways_to_end_emails(mailoutbox: list[EmailMessage]) -> None:
    ruled(ada())
    send_letters()
    assert [send(), send()] == [0, 0]
    [email] = mailoutbox
    assert (email.to, email.subject) == (["ada@example.org"], "A referee paused your match: Final A & B")
    assert f"{SITE}/matches/1/" in email.body
    [stop] = re.findall(rf"{SITE}(/accounts/notifications/stop/\S+)", str(email.body))
    assert email.extra_headers["List-Unsubscribe"] == f"<{SITE}{stop}>"
    assert email.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert email.message()["Message-ID"] == f"<notice-{Notification.objects.get().uid}@127.0.0.1>"


def test_the_link_ends_emails_of_its_kind_without_signing_in(mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    ruled(player)
    send()
    [stop] = re.findall(rf"{SITE}(/accounts/notifications/stop/\S+)", str(mailoutbox[0].body))
    stranger = Client(enforce_csrf_checks=True)
    ruled(player, "before")
    assert "A referee ruled on your match" in stranger.get(stop).content.decode()
    ruled(player, "after a mail program looked at the link")
    assert Notification.objects.filter(mail=EmailStatus.DUE).count() == 2
    assert stranger.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ruled(player, "later")
    notify([NewNotification(player.pk, "x", {"event": "Cup"}, "/events/1/")], kind="check-in", at=NOON)
    assert send() == 1, "other kinds go on"
    assert Notification.objects.get(key="later").on_page
    assert stranger.get(stop[:-3] + "/").status_code == 422
    assert stranger.post("/accounts/notifications/stop/nonsense/").status_code == 422


def test_nobody_gets_emails_without_a_confirmed_address_or_with_the_switch_off(mailoutbox: list[EmailMessage]) -> None:
    ruled(PlayerFactory(pending_email="new@example.org"))
    player = ada()
    off = {"ruling:email": False, "ruling:page": False}
    update_preferences(player_id=player.pk, switches=off, zone="UTC", quiet_from=None, quiet_until=None)
    ruled(player)
    assert (send(), mailoutbox) == (0, [])
    assert not Notification.objects.filter(player=player).exists(), "there is no way in which to tell"


def test_quiet_hours_keep_an_email_back_and_the_page_tells_at_once(mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    update_preferences(
        player_id=player.pk, switches={}, zone="Asia/Tokyo", quiet_from=time(20), quiet_until=time(8)
    )  # NOON is 21:00 in Tokyo
    ruled(player)
    assert Notification.objects.get().on_page
    assert send(NOON + timedelta(hours=10, minutes=59)) == 0
    assert send(NOON + timedelta(hours=11)) == 1


def test_what_was_read_in_time_needs_no_email(mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    notify([NewNotification(player.pk, "t", {"match": "A"}, "/matches/1/")], kind="your-turn", at=NOON)
    assert send(NOON + timedelta(minutes=4)) == 0
    mark_read(player_id=player.pk, at=NOON)
    assert (send(NOON + timedelta(hours=1)), mailoutbox) == (0, [])
    assert Notification.objects.get().mail == EmailStatus.DROPPED


def test_an_email_goes_out_later_if_no_server_was_there_and_never_twice_if_nobody_knows(
    mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: Any) -> None:
        raise ConnectionRefusedError

    def cut(*_: Any) -> None:
        raise SMTPServerDisconnected

    player = ada()
    ruled(player)
    monkeypatch.setattr(EmailBackend, "open", away)
    assert send() == 0
    assert send(NOON + RETRY_DELAYS[0] / 2) == 0
    undo = transaction.savepoint()
    for tries in range(1, len(RETRY_DELAYS) + 1):
        send(NOON + timedelta(days=tries))
    row = Notification.objects.get()
    assert (row.mail, row.mail_tries) == (EmailStatus.GIVEN_UP, len(RETRY_DELAYS) + 1)
    transaction.savepoint_rollback(undo)
    monkeypatch.setattr(EmailBackend, "open", lambda _: None)
    monkeypatch.setattr(EmailBackend, "send_messages", cut)
    assert send(NOON + RETRY_DELAYS[0]) == 0
    assert Notification.objects.get().mail == EmailStatus.SENDING
    assert (send(NOON + timedelta(days=9)), mailoutbox) == (0, [])
