"""Many at once, on PostgreSQL: an email goes out once, a notification is made once, a delivery is tried by one."""

import pytest
from django.core.mail import EmailMessage
from django.db import transaction

from league.events.actions.notifications import notify_opened_matches
from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.models import EmailStatus, Notification
from league.people.models import Player
from league.webhooks.actions import subscriptions
from league.webhooks.actions.delivery import claim_deliveries
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, matches_of_round, started_event
from tests.league.test_races import THREADS, codes, many

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def told(player: Player) -> None:
    with transaction.atomic():
        notify([NewNotification(player.pk, "one", {"match": "A"}, "/matches/1/", case="pause")], kind="ruling", at=NOON)


def test_who_is_told_the_same_by_many_has_one_notification_and_gets_one_email(mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(email="ada@example.org")
    many(told, player=ada)
    assert Notification.objects.count() == 1
    sent = many(send_due_emails, clock=lambda: NOON)
    assert sorted(sent, key=str) == [0] * (THREADS - 1) + [1]
    assert len(mailoutbox) == 1
    assert Notification.objects.get().mail == EmailStatus.SENT


def test_a_delivery_is_claimed_by_one() -> None:
    ada = PlayerFactory()
    hook = subscriptions.create_webhook(by=ada.pk, url="https://example.org/", kinds=["match.closed"], at=NOON)
    subscriptions.queue_test(uid=hook.uid, by=ada.pk, at=NOON)
    found = many(claim_deliveries, at=NOON)
    assert sum(len(one) for one in found if not isinstance(one, ActionError)) == 1


def test_nobody_makes_more_webhooks_than_there_may_be() -> None:
    ada = PlayerFactory()
    for _ in range(subscriptions.MAX_WEBHOOKS - 1):
        subscriptions.create_webhook(by=ada.pk, url="https://example.org/", kinds=["match.closed"], at=NOON)
    results = many(subscriptions.create_webhook, by=ada.pk, url="https://example.org/", kinds=["match.closed"], at=NOON)
    assert codes(results) == ["too-many-webhooks"] * (THREADS - 1)


def test_a_match_that_has_been_opened_is_told_by_one() -> None:
    made = started_event()
    told = many(notify_opened_matches, at=NOON)
    assert sum(told) == len(matches_of_round(made, 1))
    assert Notification.objects.count() == 2 * sum(told)
