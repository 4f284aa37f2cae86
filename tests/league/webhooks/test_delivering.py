import base64
import json
import re
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engines.i18n import translate_stored
from league.audit.models import AuditEntry
from league.drafts.actions.draft_actions import apply_action
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.states import get_state
from league.events.models import Pairing
from league.leagues.models import League
from league.notifications.models import Notification
from league.outgoing_http.safe_http import PostResult
from league.outgoing_http.url_validation import Target
from league.people.models import Player
from league.results.actions.result_overrides import override_result
from league.stats.actions import recompute_stats
from league.sweep import sweep
from league.webhooks.actions import delivery, subscriptions
from league.webhooks.actions.delivery import CLAIM_LEASE, RETENTION, claim_deliveries, deliver_due, purge_deliveries
from league.webhooks.actions.outbox import enqueue_event
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, MAX_FAILURES, MAX_TRIES, compute_retry_delay
from league.webhooks.models import Delivery, Webhook
from tests import factories
from tests.factories import NOON, PlayerFactory, end, event, league, matches_of_round, organiser_of, started_event

pytestmark = pytest.mark.django_db
URL = "https://example.org/hook"
FINE = PostResult(204, "", 12)
BROKEN = PostResult(500, "oops", 30)


class Wire:
    """Stands where the network is: keeps what is sent, and answers as told."""

    def __init__(self, *answers: PostResult) -> None:
        self.sent: list[tuple[Target, bytes, Mapping[str, str]]] = []
        self.answers = list(answers)

    def __call__(self, where: Target, body: bytes, headers: Mapping[str, str], *, method: str, local: bool) -> PostResult:
        self.sent.append((where, body, headers))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def own(player: Player | None = None, *kinds: str, url: str = URL) -> tuple[Webhook, str]:
    player = player or PlayerFactory()
    made = subscriptions.create_webhook(by=player.pk, url=url, kinds=kinds or ("match.closed",), at=NOON)
    return Webhook.objects.get(uid=made.uid), made.secret


def of_league(made: League) -> Webhook:
    webhook = subscriptions.create_webhook(
        by=organiser_of(made), url=f"{URL}?key=hidden", kinds=list(LEAGUE_EVENT_TYPES), league_id=made.pk, at=NOON
    )
    return Webhook.objects.get(uid=webhook.uid)


def happen(webhook: Webhook, key: str = "one", at: datetime = NOON) -> None:
    enqueue_event(kind="match.closed", key=key, data={"n": 1, "path": "/x/"}, players=[webhook.player_id or 0], at=at)


def go(wire: Wire, at: datetime = NOON) -> int:
    return deliver_due(lambda: at, send=wire)


def kinds(webhook: Webhook) -> list[str]:
    return list(webhook.deliveries.order_by("pk").values_list("kind", flat=True))


def example(name: str = "verified") -> Callable[..., Any]:
    """A function of the docs by which a program checks or takes what it gets."""
    [code] = re.findall(r"```python\n(.*?)```", Path("docs/webhooks.md").read_text(), re.S)
    found: dict[str, Any] = {}
    exec(code, found)
    return found[name]


def test_the_example_of_the_docs_believes_what_we_send_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    webhook, secret = own()
    happen(webhook)
    wire = Wire(FINE)
    assert go(wire) == 1
    [(where, body, headers)] = wire.sent
    assert (where.host, where.path) == ("example.org", "/hook")
    told = json.loads(body)
    assert (told["kind"], told["data"]) == ("match.closed", {"n": 1, "url": "http://127.0.0.1:8000/x/"})
    assert told["id"] == headers["webhook-id"]
    then = NOON.timestamp()
    assert example()(secret, headers, body, then)
    verified = example()
    for other in (
        (secret, headers, body + b" ", then), (secret, {**headers, "webhook-id": "another"}, body, then),
        (secret, {**headers, "webhook-timestamp": str(int(then) + 1)}, body, then),
        ("whsec_" + base64.b64encode(b"another").decode(), headers, body, then), (secret, headers, body, then + 301),
    ):  # fmt: skip
        assert not verified(*other)

    def fail(_event: object) -> None:
        raise OSError

    monkeypatch.setattr(time, "time", lambda: then)
    receive, stored = example("receive"), list[Any]()
    assert receive(secret, headers, body + b" ", stored.append) == 401
    with pytest.raises(OSError):
        receive(secret, headers, body, fail)
    assert [receive(secret, headers, body, stored.append) for _unused in range(2)] == [204, 204]
    assert stored == [told], "handled once, although it came twice and failed before"


def test_no_secret_is_in_any_table_and_a_replaced_one_signs_for_a_day_more() -> None:
    webhook, old = own()
    raw = base64.b64decode(old.removeprefix("whsec_"))
    assert webhook.key == raw
    assert not [one for one in (raw.hex(), old) if one in str(Webhook.objects.values().get())]
    new = subscriptions.replace_secret(uid=webhook.uid, by=webhook.player_id or 0, at=NOON).secret
    for hours, expected in ((0, [True, True]), (23, [True, True]), (24, [True, False])):
        then = NOON + timedelta(hours=hours)
        happen(webhook, key=f"n{hours}", at=then)
        wire = Wire(FINE)
        assert go(wire, at=then) == 1
        [(_, body, headers)] = wire.sent
        assert [example()(secret, headers, body, then.timestamp()) for secret in (new, old)] == expected
        assert not example()("whsec_" + base64.b64encode(b"another").decode(), headers, body, then.timestamp())


def test_what_fails_is_tried_ever_later_and_given_up_after_seven_tries() -> None:
    webhook, _ = own()
    happen(webhook)
    at, wire = NOON, Wire(BROKEN)
    gaps = []
    for _ in range(MAX_TRIES - 1):
        assert go(wire, at) == 1
        row = Delivery.objects.get()
        assert go(wire, row.due_at - timedelta(seconds=1)) == 0
        gaps.append((row.due_at - at).total_seconds())
        at = row.due_at
    go(wire, at)
    row = Delivery.objects.get()
    assert (row.status, row.due_at, row.tries, row.code, translate_stored(row.answer), row.took_ms) == (
        "failed", None, MAX_TRIES, 500, "oops", 30,
    )  # fmt: skip
    for gap, wanted in zip(gaps, [30, 120, 480, 1920, 7680, 30720], strict=True):
        assert 0.9 * wanted <= gap <= 1.1 * wanted
    assert compute_retry_delay(MAX_TRIES) is None
    assert {headers["webhook-id"] for _, _, headers in wire.sent} == {str(row.uid)}
    assert len({body for _, body, _ in wire.sent}) == 1


def test_a_target_that_is_busy_has_not_failed() -> None:
    webhook, _ = own()
    Webhook.objects.update(failures=3)
    happen(webhook)
    go(Wire(PostResult(429, "Later.", 30)))
    assert (Webhook.objects.get().failures, Delivery.objects.get().status) == (3, "waiting")


def test_a_webhook_that_fails_too_often_is_switched_off_and_its_maker_told() -> None:
    webhook, _ = own()
    Webhook.objects.update(failures=MAX_FAILURES - 2)
    for key in "abc":
        happen(webhook, key)
    wire = Wire(PostResult(None, "No response within 10 seconds.", 10_000))
    assert [go(wire), go(wire), go(wire)] == [1, 1, 0]
    webhook.refresh_from_db()
    assert translate_stored(webhook.off_why) == "20 delivery attempts failed in a row."
    assert Notification.objects.get(player=webhook.player).text.startswith("The webhook to example.org was disabled")
    assert not Delivery.objects.filter(status="waiting").exists()
    happen(webhook, "d")
    assert Delivery.objects.count() == 3, "nothing is kept for one that is off"
    subscriptions.update_webhook(uid=webhook.uid, by=webhook.player_id or 0, url=URL, kinds=["match.closed"], on=True, at=NOON)
    happen(webhook, "e")
    assert go(Wire(FINE)) == 1
    webhook.refresh_from_db()
    assert (webhook.off_at, webhook.failures) == (None, 0)


def test_gone_is_gone_a_success_forgets_the_failures_and_is_thrown_away_when_it_is_old() -> None:
    webhook, _ = own()
    Webhook.objects.update(failures=7)
    happen(webhook)
    go(Wire(FINE))
    webhook.refresh_from_db()
    assert webhook.failures == 0
    happen(webhook, "two")
    assert purge_deliveries(at=NOON + RETENTION) == 0
    assert purge_deliveries(at=NOON + RETENTION + timedelta(seconds=1)) == 1, "the old one, and none that waits"
    go(Wire(PostResult(410, "", 1)))
    webhook.refresh_from_db()
    assert translate_stored(webhook.off_why) == "The server answered 410 Gone."


def test_a_slow_webhook_holds_up_no_other_and_a_try_that_died_is_made_up_for() -> None:
    one, other = own()[0], own()[0]
    for key in "ab":
        happen(one, key)
    happen(other)
    go(Wire(FINE))
    assert Delivery.objects.filter(webhook=other, status="sent").exists()
    assert Delivery.objects.filter(webhook=one, status="sent").count() == 1
    assert [len(claim_deliveries(at)) for at in (NOON, NOON, NOON + CLAIM_LEASE)] == [1, 0, 1]


def test_a_test_is_tried_once_and_a_delivery_can_be_sent_again() -> None:
    webhook, _ = own()
    by = webhook.player_id or 0
    uid = subscriptions.queue_test(uid=webhook.uid, by=by, at=NOON)
    go(Wire(BROKEN))
    assert (Delivery.objects.get(uid=uid).status, Webhook.objects.get().failures) == ("failed", 0)
    subscriptions.redeliver(uid=webhook.uid, delivery_uid=uid, by=by, at=NOON)
    wire = Wire(FINE)
    go(wire)
    assert (Delivery.objects.get(uid=uid).status, wire.sent[0][2]["webhook-id"]) == ("sent", str(uid))


def test_a_league_hears_of_its_events_from_the_check_in_to_the_end() -> None:
    made = league()
    webhook, foreign = of_league(made), of_league(league())
    entry = AuditEntry.objects.get(act="webhook.added", league=made)
    assert entry.after["webhook"] == "example.org"
    assert "hidden" not in json.dumps(entry.after), "the log has no address"
    started = started_event(PlayerFactory(username="ada"), PlayerFactory(username="bob"), league=made.pk,
                            organiser=Player.objects.get(pk=organiser_of(made)))  # fmt: skip
    [match] = matches_of_round(started, 1)
    end(match)
    for _unused in range(2):
        sweep(NOON)
    assert kinds(webhook) == ["round.published", "standings.updated", "event.finished", "match.closed"]
    told = json.loads(webhook.deliveries.get(kind="match.closed").body)["data"]
    assert (sorted(told["players"]), told["ranks"], told["event_id"]) == (["ada", "bob"], [1, 2], started.pk)
    pairing = Pairing.objects.get(round__event=started)
    override_result(event_id=started.pk, pairing_id=pairing.pk, why="A bug.", by=organiser_of(made), at=NOON, halves=(1, 1))
    assert json.loads(webhook.deliveries.get(kind="result.corrected").body)["data"]["half_points"] == [1, 1]
    assert kinds(foreign) == []
    recompute_stats(at=NOON)
    assert kinds(webhook).count("match.closed") == 1, "counting anew tells nothing"


def test_a_league_hears_of_picks_as_the_board_shows_them() -> None:
    row = factories.draft()
    webhook = of_league(row.season.league)
    owner = DraftTeam.objects.get(draft=row, number=1).franchise.owner_id  # type: ignore[union-attr]
    state = get_state(Draft.objects.get(pk=row.pk))
    card = state.books.remaining[0]
    handle = state.setup.by_id[card.id].handle
    apply_action(draft_id=row.pk, by=owner, data={"is": "pick", "card": card.id}, at=NOON)
    told = json.loads(webhook.deliveries.get().body)
    assert told["kind"] == "pick.made"
    assert (told["data"]["pick"], told["data"]["handle"], told["data"]["price"]) == (1, handle, card.price)


def test_people_hear_of_their_own_matches_and_notifications() -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    webhook, _ = own(ada, "match.closed", "notification.check-in")
    own(bob, "notification.trade")
    row = factories.ended_match(ada, bob)
    sweep(NOON)
    made = event(ada, check_in_min=30, starts_at=NOON + timedelta(hours=1))
    sweep(NOON + timedelta(minutes=31))
    assert kinds(webhook) == ["match.closed", "notification.check-in"]
    assert json.loads(webhook.deliveries.get(kind="match.closed").body)["data"]["match_id"] == row.pk
    assert made.name in json.loads(webhook.deliveries.get(kind="notification.check-in").body)["data"]["text"]
    assert Delivery.objects.exclude(webhook=webhook).count() == 0


def test_a_webhook_with_very_much_waiting_hides_no_other() -> None:
    crowded, other = own()[0], own()[0]
    happen(crowded)
    row = Delivery.objects.get()
    Delivery.objects.bulk_create(
        Delivery(webhook=crowded, kind=row.kind, key=f"n{n}", body=row.body, made_at=NOON, due_at=NOON) for n in range(600)
    )
    happen(other, at=NOON + timedelta(seconds=1))
    assert [one.webhook_id for one in claim_deliveries(NOON + timedelta(seconds=2))] == [crowded.pk, other.pk]


def test_one_that_cannot_be_written_down_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    webhooks = [own()[0] for _ in range(2)]
    for webhook in webhooks:
        happen(webhook)
    good, first = delivery.record_attempt, Delivery.objects.order_by("pk")[0].pk

    def settle(*, delivery_id: int, result: PostResult, at: datetime) -> None:
        assert delivery_id != first, "a row that fails"
        good(delivery_id=delivery_id, result=result, at=at)

    monkeypatch.setattr(delivery, "record_attempt", settle)
    assert go(Wire(FINE)) == 2
    assert list(Delivery.objects.order_by("pk").values_list("status", flat=True)) == ["waiting", "sent"]
