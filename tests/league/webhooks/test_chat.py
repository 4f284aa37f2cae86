import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.audit.models import AuditEntry
from league.desk.actions.rulings import apply_ruling
from league.leagues.models import League
from league.notifications.models import Notification
from league.sweep import due_querysets, sweep
from league.webhooks.actions import outbox, subscriptions
from league.webhooks.actions.delivery import deliver_due
from league.webhooks.actions.outbox import enqueue_event
from league.webhooks.chat_messages import TEXTS
from league.webhooks.credentials import decrypt
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, MAX_PAUSE, TEST, parse_pause
from league.webhooks.models import Delivery, Webhook
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.server_time import now
from tests.factories import NOON, PlayerFactory, end, league, matches_of_round, organiser_of, staff, started_event
from tests.league.team_matches.playing import go_on, play, team_event
from tests.league.webhooks.chat_fakes import FakeDiscord, FakeMatrix, FakeService, FakeSlack

pytestmark = pytest.mark.django_db
SECRETS = ("s3cret", "syt_")
HOSTILE = "@everyone *x* _y_ `z` <@1> <!here> [a](http://b.example) <b>&amp;</b> ||s|| > ~~q~~ @room :smile:"


def target(made: League, fake: FakeService, **more: Any) -> Webhook:
    """A target of the league at this service, which hears of everything."""
    typed = {name: getattr(fake, name) for name in ("url", "room", "token") if hasattr(fake, name)}
    webhook = subscriptions.create_webhook(
        by=organiser_of(made), league_id=made.pk, service=fake.name, kinds=list(LEAGUE_EVENT_TYPES), at=NOON, **typed, **more
    )
    return Webhook.objects.get(uid=webhook.uid)


def tell(made: League, kind: str = "check-in.opened", key: str = "one", at: datetime = NOON, **data: Any) -> None:
    enqueue_event(kind=kind, key=key, league_id=made.pk, data={"event_name": "Cup", "path": "/events/1/", **data}, at=at)


def go(fake: FakeService, at: datetime = NOON) -> int:
    return deliver_due(lambda: at, send=fake)


@pytest.mark.parametrize("fake", [FakeDiscord(), FakeSlack(), FakeMatrix()], ids=lambda fake: type(fake).__name__)
def test_names_are_shown_as_they_are_ping_nobody_and_fit(fake: FakeService) -> None:
    made = league()
    target(made, fake)
    tell(made, event_name=HOSTILE)
    lines = [{"rank": n, "name": HOSTILE, "points": "1"} for n in range(1, 200)]
    tell(made, "event.finished", "two", event_name=HOSTILE * 20, standings=lines)
    tell(made, "time.agreed", "three", players=["ada", "ben"], round_name="Round 1", starts_at=NOON)
    for _unused in range(3):
        go(fake)
    assert not Delivery.objects.exclude(status="sent").exists(), list(Delivery.objects.values_list("code", "answer"))
    assert not fake.pings
    one, two, three = (shown.replace("\u200b", "") for shown in fake.shown)
    assert f"Check-in for {HOSTILE} is open" in one
    assert "http://127.0.0.1:8000/events/1/" in one
    assert "1. @everyone *x*" in two
    assert re.search(r"and \d+ others", two)
    assert "ada – ben play on" in three
    assert str(int(NOON.timestamp())) in three or "1 Mar 2026, 12:00 UTC" in three


def test_a_league_reads_its_season_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of message that an event can cause, from the real actions."""
    assert {text.partition(":")[0] for text in TEXTS} == {*LEAGUE_EVENT_TYPES, TEST}
    made = league()
    fake, german = FakeDiscord(), FakeSlack()
    target(made, fake)
    target(made, german, language="de")
    plain = subscriptions.create_webhook(
        by=organiser_of(made), url="https://example.org/hook", kinds=list(LEAGUE_EVENT_TYPES), league_id=made.pk, at=NOON
    )
    referee = staff(made, "referee")
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    players = [PlayerFactory(username=name) for name in ("ada", "ben")]
    started = started_event(*players, league=made.pk, organiser=made.staff.get(role="owner").player)
    sweep(NOON)
    [match] = matches_of_round(started, 1)
    for player in players:
        set_ready(match_id=match, player_id=player.pk, at=NOON)
    apply_ruling(match_id=match, by=referee.pk, kind="pause", data={}, why="Rain.", at=NOON)
    apply_ruling(match_id=match, by=referee.pk, kind="resume", data={}, why="Sun.", at=NOON)
    end(match)
    for _unused in range(3):
        sweep(NOON)

    def send(*args: Any, **kwargs: Any) -> Any:
        return (fake if args[0].host == fake.host else german)(*args, **kwargs)

    Webhook.objects.filter(pk=plain.pk).update(off_at=NOON)
    for _unused in range(10):
        deliver_due(lambda: NOON, send=send)
    shown = "\n".join(fake.shown)
    for words in (
        "Round 1 of Spring Cup is published\nada – ben", "Time to play: Round 1 of Spring Cup\nada – ben",
        "A referee paused", "A referee resumed", "ada beats ben", "Standings of Spring Cup after Round 1\n1. ada (1)",
        "Spring Cup is over\n1. ada (1)",
    ):  # fmt: skip
        assert words in shown
    assert len(german.shown) == len(fake.shown)
    assert "Runde 1" in "\n".join(german.shown)
    told = json.loads(plain.deliveries.get(kind="standings.updated").body)["data"]
    assert (told["round_name"], told["standings"][0]) == ("Round 1", {"rank": 1, "name": "ada", "points": "1"})


def test_a_message_that_fails_delays_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    made = league()
    webhook = target(made, FakeDiscord())

    def fail(*_: object) -> None:
        raise KeyError("a bug in a formatter")

    monkeypatch.setattr(outbox, "build_message", fail)
    started = started_event(league=made.pk, organiser=made.staff.get(role="owner").player)
    for match in matches_of_round(started, 1):
        end(match)
    sweep(NOON)
    assert started.rounds.get(number=1).finished_at is not None
    assert not webhook.deliveries.exists()


@pytest.mark.parametrize(("fake", "pause_s"), [(FakeDiscord(), 65), (FakeSlack(), 30), (FakeMatrix(), 2)])
def test_a_pause_that_a_service_asks_for_is_kept(fake: FakeService, pause_s: int) -> None:
    made = league()
    webhook = target(made, fake)
    tell(made)
    fake.limited = 1
    assert go(fake) == 1
    tell(made, key="two")
    just_before, after = NOON + timedelta(seconds=pause_s - 1), NOON + timedelta(seconds=pause_s)
    assert go(fake, just_before) == 0
    assert not due_querysets(just_before)["webhooks"].exists()
    assert [go(fake, after), go(fake, after)] == [1, 1]
    assert len(fake.shown) == 2
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.off_at) == (0, None)


def test_what_a_pause_may_be() -> None:
    for header, body, seconds in (
        ("Sun, 01 Mar 2026 12:00:20 GMT", "", 20), ("", '{"retry_after": 0.2}', 1), ("", "[1]", 30), ("", "", 30),
        ("9" * 400, "", 30), ("nan", "", 30), ("86400", "", MAX_PAUSE.total_seconds()), ("-5", "", 30),
    ):  # fmt: skip
        assert parse_pause(header, body, NOON).total_seconds() == seconds, (header, body)


@pytest.mark.parametrize("fake", [FakeDiscord(), FakeSlack(), FakeMatrix()], ids=lambda fake: type(fake).__name__)
def test_a_dead_target_is_switched_off_and_its_maker_told(fake: FakeService) -> None:
    made = league()
    webhook = target(made, fake, name="#results")
    fake.gone = True
    subscriptions.queue_test(uid=webhook.uid, by=organiser_of(made), at=NOON)
    go(fake)
    webhook.refresh_from_db()
    assert (webhook.off_at, webhook.deliveries.get().status) == (None, "failed"), "a test only reports"
    tell(made)
    go(fake)
    webhook.refresh_from_db()
    assert "no longer valid" in translate_stored(webhook.off_why)
    assert "(#results) was disabled" in Notification.objects.get(player=organiser_of(made)).text


def test_an_organiser_sets_up_discord_and_never_sees_the_secret_again(client: Client) -> None:
    made, fake = league(), FakeDiscord()
    client.force_login(staff(made, "organiser"))
    page = f"/leagues/{made.slug}/webhooks/?service=discord"
    assert "Copy Webhook URL" in client.get(page).content.decode()
    typed = {"name": "#results", "url": "https://discord.com/channels/1/2", "language": "de", "kinds": ["match.closed"]}
    assert client.post(page, typed).status_code == 422
    answer = client.post(page, {**typed, "url": fake.url}, follow=True)
    webhook = Webhook.objects.get()
    here = f"/webhooks/{webhook.uid}/"
    client.post(f"{here}test/")
    go(fake, now())
    assert "Open on League Zero" not in fake.shown[0]
    endpoint = f"/api/v1/webhooks/{webhook.uid}/"
    for seen in (answer, client.get(here), client.get(page), client.get(endpoint), client.get(f"{endpoint}deliveries/")):
        assert seen.status_code == 200
        assert not any(secret in seen.content.decode() for secret in SECRETS)
    for kept in (Webhook.objects.values(), Delivery.objects.values(), AuditEntry.objects.values()):
        assert not any(secret in str(list(kept)) for secret in SECRETS)
    shown = {"name": "#wins", "url": webhook.url, "language": "en", "kinds": ["match.closed"], "on": "on"}
    assert client.post(here, shown).status_code == 302
    webhook.refresh_from_db()
    assert (webhook.name, decrypt(webhook.credential)) == ("#wins", "s3cret-Token_of-the-channel")


def test_a_token_is_sent_to_no_other_server() -> None:
    made, fake = league(), FakeMatrix()
    webhook = target(made, fake)
    by, about = organiser_of(made), {"kinds": ["match.closed"], "room": fake.room, "on": True, "at": NOON}
    with pytest.raises(ActionError) as refused:
        subscriptions.update_webhook(uid=webhook.uid, by=by, url="https://other.example.org", **about)
    assert refused.value.field == "token"
    subscriptions.update_webhook(uid=webhook.uid, by=by, url=fake.url, token="another-token", **about)
    webhook.refresh_from_db()
    assert decrypt(webhook.credential) == "another-token"


MATRIX = {"url": "https://matrix.example.org", "room": "!a:b", "token": "12345678"}


def test_what_is_no_address_of_the_service_is_refused(client: Client) -> None:
    made = league()
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("discord", {"url": "https://evil.example.org/api/webhooks/1/abcdefghijk"}, "url"),
        ("discord", {"url": "https://discord.com/api/webhooks/1/abcdefghijk/../x"}, "url"),
        ("slack", {"url": "https://hooks.slack.com/workflows/T1/B1/abcdefghijk"}, "url"),
        ("slack", {"url": "http://hooks.slack.com/services/T1/B1/abcdefghijk"}, "url"),
        ("matrix", {**MATRIX, "url": "https://10.0.0.1"}, "url"),
        ("matrix", {**MATRIX, "url": "https://matrix.example.org/x"}, "url"),
        ("matrix", {**MATRIX, "room": "#a:b"}, "room"),
        ("matrix", {**MATRIX, "token": "a b\n"}, "token"),
        ("matrix", {**MATRIX, "language": "xx"}, "language"),
    ]
    for service, typed, field in wrong:
        with pytest.raises(ActionError) as refused:
            subscriptions.create_webhook(
                by=organiser_of(made), league_id=made.pk, service=service, kinds=["match.closed"], at=NOON, **typed
            )
        assert refused.value.field == field, typed
    client.force_login(PlayerFactory())
    sent = {"url": FakeDiscord.url, "kinds": ["match.closed"], "service": "discord"}
    answer = client.post("/api/v1/webhooks/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "league-only"), "people's are for programs"
    assert not Webhook.objects.exists()


def test_a_league_of_teams_reads_of_its_team_matches_once() -> None:
    made, fake = league(), FakeMatrix()
    target(made, fake)
    cup = team_event(2, boards=2, league=made.pk, organiser=made.staff.get(role="owner").player)
    later = NOON + timedelta(days=3)
    go_on(later)
    play(cup, "Ants", 1, "wd", later)
    sweep(later)
    for _unused in range(15):
        deliver_due(lambda: later, send=fake)
    shown = "\n".join(fake.shown)
    for words in (
        "Round 1 of Spring Cup is published\nAnts – Bees", "are open: Spring Cup\n1. ",
        "Standings of Spring Cup after Round 1\n", "Spring Cup is over\n1. Ants",
    ):  # fmt: skip
        assert shown.count(words) == 1, words
    assert "1.5-0.5" in shown or "0.5-1.5" in shown
    assert "ants2" in shown
