"""What goes out by itself, and what spectators see with a delay, tells nothing that its reader may not know yet."""

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.mail import EmailMessage

from league.desk.actions.rulings import apply_ruling
from league.events.models import SeriesMatch
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.models import Notification
from league.people.models import Player
from league.sweep import sweep
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, PLAYER_EVENT_TYPES
from league.webhooks.models import Delivery
from matches.actions.record_signing import get_active_key
from matches.models import Entry, Match, Presence
from tests.engines.games import GAMES as SECRETS
from tests.factories import NOON, league, organiser_of, staff, started_event
from tests.league.discord.discord_client import PUBLIC_KEY, DiscordUser
from tests.league.webhooks.chat_fakes import FakeDiscord, FakeMatrix, FakeSlack
from tests.thorough import WHOLE
from tests.wire.conftest import Lay
from tests.wire.hunting import seat_of
from tests.wire.table import Hand, Person, Table
from tests.wire.test_leaks import GAMES
from tests.wire.worlds import answers, changed, same, world


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
    topic, n = f"match.{table.id}", table.row.last_entry
    own, public = table.seats[1].listen(topic), table.spectator.listen(topic)
    assert (own.mark, public.mark) == (f"{table.id}.{n}", f"{table.id}.0")
    heard = len(own.heard), len(public.heard)
    table.submit(0, "resign")
    assert (len(own.heard), len(public.heard)) == (heard[0] + 1, heard[1]), "not even an empty message tells of it"
    over = table.row.held_until
    just_before = over - timedelta(milliseconds=1)
    for at, known, status, seen in ((Hand.at, 0, 409, 0), (just_before, 0, 409, n), (over, 2, 200, n + 1)):
        Hand.at = at
        sweep(at)
        table.exchange.publish(topic)
        table.exchange.run()
        assert public.mark == f"{table.id}.{seen}"
        assert Delivery.objects.filter(kind="match.closed").count() == known
        assert table.spectator.client.get(f"{table.endpoint}record/").status_code == status
    shown = table.spectator.client.get(table.endpoint).json()
    told = json.loads(Delivery.objects.filter(kind="match.closed")[0].body)["data"]
    assert (told["match_id"], told["game"], shown["status"]) == (table.id, shown["game"], "closed")


TARGETS: tuple[dict[str, Any], ...] = (
    {"service": "discord", "url": FakeDiscord.url}, {"service": "slack", "url": FakeSlack.url, "language": "de"},
    {"service": "matrix", "url": FakeMatrix.url, "room": FakeMatrix.room, "token": FakeMatrix.token},
    {"url": "https://example.org/hook"},
)  # fmt: skip


def messages() -> list[tuple[int, str, str]]:
    rows = Delivery.objects.exclude(webhook__service="program").order_by("key", "webhook")
    return list(rows.values_list("webhook", "kind", "body"))


@pytest.mark.parametrize(("key", "delay_s"), [("zero-order", 0), ("field-tactics", 60)])
def test_a_leagues_channels_hear_of_its_matches_what_spectators_see(key: str, delay_s: int, lay: Lay, settings: Any) -> None:
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY
    made = league()
    by = organiser_of(made)
    for about in TARGETS:
        subscriptions.create_webhook(by=by, league_id=made.pk, kinds=list(LEAGUE_EVENT_TYPES), at=NOON, **about)
    referee = staff(made, "referee")
    options, seats = GAMES[key]
    table, rng = lay(key, options, seats, delay_s=delay_s), Random(f"chat {key}")
    organiser = Player.objects.get(pk=by)
    players = [person.player for person in table.seats if person.player]
    started = started_event(*players, league=made.pk, organiser=organiser, at=Hand.at)
    SeriesMatch.objects.filter(pairing__round__event=started).update(match=table.id)
    for _unused in range(6):
        table.move()
    other = SECRETS[key].another(table.position.state, None, rng)
    told = []
    for state in (None, other):
        with world(lambda state=state: changed(table, table.spectator, state)):  # type: ignore[misc]
            sweep(Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="pause", data={}, why="A canary-reason.", at=Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="resume", data={}, why="A canary-reason.", at=Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="result", data={"ranks": [1, 2]}, why="canary", at=Hand.at)
            sweep(Hand.at)
            shown, private = DiscordUser().enter("standings", event=str(started.pk))
            assert ("(1)" in shown, private) == (not delay_s, False)
            told.append([*messages(), (0, "standings", shown)])
            kinds = {kind for _webhook, kind, _body in told[-1]}
            assert ("ruling.made" in kinds) == ("match.closed" in kinds) == (not delay_s)
            assert Delivery.objects.filter(webhook__service="program", kind="match.closed").exists() == (not delay_s)
            sweep(Hand.at + timedelta(seconds=delay_s))
            texts = list(Delivery.objects.values_list("kind", "body"))
            assert {"round.published", "match.due", "match.closed", "standings.updated"} <= {kind for kind, _body in texts}
            sealed = Entry.objects.filter(match=table.id).exclude(sealed="").values_list("do", flat=True)
            secret = [Match.objects.get(pk=table.id).seed, *sealed, "s3cret", "canary"]
            for _kind, body in texts:
                assert not any(word and word in body for word in secret)
    assert told[0] == told[1]
    assert len(told[0]) >= 6


MINUTE = timedelta(seconds=60)


def played(table: Table, moves: int = 3) -> None:
    """A few moves that spectators see already, at a site that has signed a record before: it has its key."""
    get_active_key(at=Hand.at)
    for _ in range(moves):
        table.move()
    Hand.at += 2 * MINUTE


@pytest.mark.parametrize("what", ["moves", "words", "resignation"])
def test_a_spectator_gets_no_byte_that_depends_on_what_is_young(what: str, lay: Lay) -> None:
    """The site as it is, and one in which a player has done something since, answer alike through every endpoint."""
    table = lay("order-and-chaos", {}, delay_s=60)
    played(table)

    def done() -> None:
        at = Hand.at
        heard = [len(line.heard) for line in lines]
        if what == "moves":
            table.move()
            table.move()
        elif what == "words":
            table.seats[0].post(f"{table.endpoint}chat/", {"room": "players", "text": "look at that"})
        else:
            with table.told():
                assert table.seats[0].post(f"{table.endpoint}resign/", {}).status_code == 202
            table.submit(1, "whatever is judged after it")
            assert table.over()
        assert [len(line.heard) for line in lines] == heard, "a message tells that something has happened"
        Hand.at = at

    for person in (table.spectator, table.organiser) if WHOLE else (table.organiser if what == "words" else table.spectator,):
        lines = [person.listen(f"match.{table.id}")]
        now = answers(table, person, lambda: None, elsewhere=True)
        assert same(now, answers(table, person, done, elsewhere=True)) > 20
