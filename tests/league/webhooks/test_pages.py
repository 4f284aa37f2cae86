import re
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.people.models import Player
from league.webhooks.actions import subscriptions
from league.webhooks.models import Delivery, Webhook
from tests.factories import NOON, GuestFactory, PlayerFactory

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
    [line] = client.get(f"{here}deliveries/").json()["deliveries"]
    assert (line["id"], line["status"]) == (delivery, "waiting")
    assert client.post(f"{here}deliveries/{delivery}/again/", **JSON).status_code == 202
    assert client.patch(here, {"on": False}, **JSON).json()["on"] is False
    assert client.post(f"{here}test/", **JSON).json()["code"] == "switched-off"
    assert client.patch(here, {"on": True, "kinds": ["notification.trade"]}, **JSON).json()["kinds"] == ["notification.trade"]
    assert len(client.get("/api/v1/webhooks/").json()["webhooks"]) == 1
    assert client.delete(here).status_code == 204
    assert client.get(here).status_code == 404
