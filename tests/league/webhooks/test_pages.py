"""Webhooks on the pages and for programs: whose they are, and who may not even know that they are there."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.people.models import Player
from league.webhooks.actions import subscriptions
from league.webhooks.models import Delivery, Webhook
from tests.factories import NOON, GuestFactory, PlayerFactory, league, organiser_of, staff

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}
URL = "https://example.org/hook"
NEW = {"url": URL, "kinds": ["match.closed"]}


@pytest.fixture
def ada(client: Client) -> Player:
    made: Player = PlayerFactory(username="ada")
    client.force_login(made)
    return made


def test_somebody_makes_tries_changes_and_removes_one(client: Client, ada: Player) -> None:
    assert "No webhooks yet" in client.get("/accounts/webhooks/").content.decode()
    answer = client.post("/accounts/webhooks/", NEW)
    [secret] = re.findall(r"whsec_[\w+/=]+", answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    here = f"/webhooks/{Webhook.objects.get().uid}/"
    assert "No deliveries yet" in client.get(here).content.decode()
    client.post(f"{here}test/")
    row = Delivery.objects.get()
    Delivery.objects.update(status="failed", due_at=None, tries=1, code=500, answer="<i>oops</i>", took_ms=3)
    page = client.get(here).content.decode()
    assert "&lt;i&gt;oops&lt;/i&gt;" in page
    assert secret not in page
    client.post(f"{here}deliveries/{row.uid}/again/")
    assert Delivery.objects.get().status == "waiting"
    assert client.post(here, {"url": URL + "2", "kinds": ["match.closed"]}).status_code == 302
    stored = Webhook.objects.get()
    assert (stored.url, translate_stored(stored.off_why)) == (URL + "2", "Turned off in the settings.")
    assert secret not in client.post(f"{here}secret/").content.decode()
    client.post(f"{here}remove/")
    assert not Webhook.objects.exists()


def test_bad_input_is_refused_with_its_field(client: Client, ada: Player) -> None:
    wrong: list[tuple[str, Any]] = [
        ("url", "http://example.org/"), ("url", 1), ("url", "https://10.0.0.1/"), ("kinds", []), ("kinds", ["pick.made"]),
        ("kinds", "match.closed"), ("kinds", [1]), ("secret", "mine"),
    ]  # fmt: skip
    for field, given in wrong:
        answer = client.post("/api/v1/webhooks/", {**NEW, field: given}, **JSON)
        assert (answer.status_code, answer.json()["field"]) == (400, field), given
    answer = client.post("/accounts/webhooks/", {**NEW, "url": "https://169.254.169.254/latest/"})
    assert (answer.status_code, "not on the public internet" in answer.content.decode()) == (422, True)
    assert client.post("/accounts/webhooks/", {"url": URL}).status_code == 422
    assert not Webhook.objects.exists()
    for _ in range(10):
        subscriptions.create_webhook(by=ada.pk, url=URL, kinds=["match.closed"], at=NOON)
    assert client.post("/api/v1/webhooks/", NEW, **JSON).json()["code"] == "too-many-webhooks"
    client.force_login(GuestFactory())
    assert client.post("/api/v1/webhooks/", NEW, **JSON).json()["code"] == "account-needed"


def test_programs_do_the_same(client: Client, ada: Player) -> None:
    made = client.post("/api/v1/webhooks/", NEW, **JSON)
    assert made.status_code == 201
    assert made["Cache-Control"] == "no-store"
    here = f"/api/v1/webhooks/{made.json()['id']}/"
    assert made.json()["secret"].startswith("whsec_")
    assert "secret" not in client.get(here).json()
    assert client.post(f"{here}secret/", **JSON).json()["secret"] != made.json()["secret"]
    delivery = client.post(f"{here}test/", **JSON).json()["id"]
    log = client.get(f"{here}deliveries/")
    [line] = log.json()["deliveries"]
    assert ("Link" in log, log.json()["next"]) == (False, None)
    assert (line["id"], line["status"]) == (delivery, "waiting")
    assert client.post(f"{here}deliveries/{delivery}/again/", **JSON).status_code == 202
    assert client.patch(here, {"on": False}, **JSON).json()["on"] is False
    assert client.post(f"{here}test/", **JSON).json()["code"] == "switched-off"
    assert client.patch(here, {"on": True, "kinds": ["notification.trade"]}, **JSON).json()["kinds"] == ["notification.trade"]
    assert len(client.get("/api/v1/webhooks/").json()["webhooks"]) == 1
    assert client.delete(here).status_code == 204
    assert client.get(here).status_code == 404


def _endpoints(uid: UUID, delivery: UUID) -> list[tuple[str, str]]:
    page, endpoint = f"/webhooks/{uid}/", f"/api/v1/webhooks/{uid}/"
    again = f"deliveries/{delivery}/again/"
    return [
        ("get", page), ("post", page), ("post", f"{page}test/"), ("post", f"{page}secret/"), ("post", f"{page}remove/"),
        ("post", page + again), ("get", endpoint), ("patch", endpoint), ("delete", endpoint), ("post", f"{endpoint}test/"),
        ("post", f"{endpoint}secret/"), ("get", f"{endpoint}deliveries/"), ("post", endpoint + again),
    ]  # fmt: skip


def test_for_everybody_else_there_is_none_through_any_endpoint(client: Client) -> None:
    """A stranger, a referee of the league, and a site without a webhook of that name answer alike."""
    made = league()
    owned = subscriptions.create_webhook(by=PlayerFactory().pk, url=URL, kinds=["match.closed"], at=NOON).uid
    leagues = subscriptions.create_webhook(
        by=organiser_of(made), url=URL, kinds=["round.published"], league_id=made.pk, at=NOON
    ).uid
    client.force_login(staff(made, "referee"))
    for uid in (owned, leagues, uuid4()):
        for method, path in _endpoints(uid, uuid4()):
            data: dict[str, Any] = {"data": {}, **JSON} if path.startswith("/api/") and method != "get" else {}
            assert getattr(client, method)(path, **data).status_code == 404, (method, path)
    assert Webhook.objects.filter(off_at=None).count() == 2


def test_a_leagues_webhooks_are_for_its_organisers(client: Client) -> None:
    made = league()
    page, endpoint = f"/leagues/{made.slug}/webhooks/", f"/api/v1/leagues/{made.slug}/webhooks/"
    new = {"url": URL, "kinds": ["round.published"]}
    for person in (PlayerFactory(), staff(made, "referee")):
        client.force_login(person)
        assert client.get(page).status_code == client.post(page, new).status_code == 403
        assert client.get(endpoint).status_code == client.post(endpoint, new, **JSON).status_code == 403
    assert client.get("/api/v1/leagues/nowhere/webhooks/").status_code == 404
    client.force_login(staff(made, "organiser"))
    assert client.post(page, new).status_code == 200
    assert client.post(endpoint, new, **JSON).status_code == 201
    assert len(client.get(endpoint).json()["webhooks"]) == 2
    assert "example.org" in client.get(page).content.decode()
