"""What goes out by itself (notifications, emails, webhooks) tells nothing that its reader may not know yet."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.mail import EmailMessage

from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.models import Notification
from league.sweep import sweep
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, PLAYER_EVENT_TYPES
from league.webhooks.models import Delivery, Webhook
from matches.models import Entry, Match, Presence
from tests.engines.games import GAMES as SECRETS
from tests.factories import NOON, end, league, matches_of_round, organiser_of, started_event
from tests.wire.conftest import Lay
from tests.wire.hunting import seat_of
from tests.wire.table import Hand, Person, Table
from tests.wire.test_leaks import GAMES
from tests.wire.worlds import changed, world


def hooked(person: Person) -> None:
    """A webhook that is told all that concerns a person."""
    subscriptions.create_webhook(by=person.id or 0, url="https://example.org/hook", kinds=list(PLAYER_EVENT_TYPES), at=Hand.at)


def outgoing(person: Person) -> list[Any]:
    """All that has been told to somebody, but for what is drawn anew for each."""
    notices = Notification.objects.filter(player=person.id).order_by("pk")
    told: list[Any] = [(one.text, one.path, one.at, one.mail, one.mail_at) for one in notices]
    for one in Delivery.objects.filter(webhook__player=person.id).order_by("pk"):
        told.append({**json.loads(one.body), "id": ""})
    return told


def everybody_leaves(table: Table) -> None:
    Presence.objects.filter(match=table.id).delete()
    Presence.objects.bulk_create(
        Presence(match_id=table.id, seat=seat, seen_at=Hand.at, gone_at=Hand.at) for seat in range(len(table.seats))
    )


@pytest.mark.parametrize("key", ["zero-day", "zero-order"])
def test_two_worlds_that_a_player_cannot_tell_apart_send_the_same(key: str, lay: Lay, mailoutbox: list[EmailMessage]) -> None:
    options, seats = GAMES[key]
    table, rng = lay(key, options, seats), Random(f"outgoing {key}")
    for person in table.seats:
        hooked(person)
    for _unused in range(6):
        table.move()
    told = 0
    for person in table.seats:
        other = SECRETS[key].another(table.position.state, seat_of(table, person), rng)
        both = []
        for state in (None, other):
            with world(lambda state=state, person=person: changed(table, person, state)):  # type: ignore[misc]
                everybody_leaves(table)
                sweep(Hand.at)
                both.append(outgoing(person))
        assert both[0] == both[1]
        told += len(both[0])
    assert told >= 2, "somebody was told that it is their turn"
    everybody_leaves(table)
    sweep(Hand.at)
    send_due_emails(lambda: Hand.at)
    texts = [str(one.message()) for one in mailoutbox] + list(Delivery.objects.values_list("body", flat=True))
    secret = [table.seed, *Entry.objects.filter(match=table.id).exclude(sealed="").values_list("do", flat=True)]
    assert len(texts) >= 2
    for text in texts:
        assert not any(word and word in text for word in secret)
        assert not any(one.word in text for one in table.everybody if f"To: {one.word}" not in text)


def test_the_end_of_a_match_with_a_delay_is_told_when_spectators_know_it(lay: Lay) -> None:
    table = lay("order-and-chaos", {}, delay_s=60)
    for person in table.seats:
        hooked(person)
    for _unused in range(3):
        table.move()
    table.submit(0, "resign")
    over = table.row.held_until
    assert over is not None
    for at, known in ((Hand.at, 0), (over - timedelta(milliseconds=1), 0), (over, 2)):
        sweep(at)
        assert Delivery.objects.filter(kind="match.closed").count() == known
    Hand.at = over
    public = table.spectator.client.get(table.endpoint).json()
    told = json.loads(Delivery.objects.filter(kind="match.closed")[0].body)["data"]
    assert (told["match_id"], told["game"], public["status"]) == (table.id, public["game"], "closed")


@pytest.mark.django_db
def test_a_leagues_webhooks_hear_nothing_of_an_end_that_is_held_back() -> None:
    made = league()
    subscriptions.create_webhook(
        by=organiser_of(made), url="https://example.org/hook", kinds=list(LEAGUE_EVENT_TYPES), league_id=made.pk, at=NOON
    )
    started = started_event(league=made.pk, delay_s=60, organiser=made.staff.get().player, round_gap_s=0)
    sweep(NOON)
    before = list(Delivery.objects.values_list("kind", "body"))
    for match in matches_of_round(started, 1):
        end(match)
    sweep(NOON)
    sweep(NOON + timedelta(seconds=59))
    assert list(Delivery.objects.values_list("kind", "body")) == before
    held = Match.objects.filter(held_until__isnull=False).values_list("held_until", flat=True)[0]
    assert held is not None
    sweep(held)
    assert Delivery.objects.filter(kind="match.closed", webhook=Webhook.objects.get()).count() == 2
