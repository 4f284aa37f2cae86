"""What a program creates is created once for each `Idempotency-Key`, and the answer says where it is."""

import json
import re
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from league.leagues.models import League
from league.webhooks.models import Webhook
from matches.api.idempotency import KEPT_FOR, purge_idempotent_requests
from matches.models import IdempotentRequest
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.races.test_matches import race

pytestmark = pytest.mark.django_db


def client_of(player: Any = None) -> Client:
    client = Client()
    client.force_login(player or PlayerFactory())
    return client


def create(client: Client, key: str, name: str = "Chess club", path: str = "/api/v1/leagues/", **body: Any) -> Any:
    body = body or {"name": name}
    return client.post(path, body, content_type="application/json", headers={"Idempotency-Key": key})


def test_the_same_request_again_creates_nothing_and_is_answered_as_before_with_where_it_is_and_another_is_refused() -> None:
    client = client_of()
    first, second = create(client, "k-1"), create(client, "k-1")
    assert first.status_code == 201
    assert client.get(first["Location"]).json()["name"] == "Chess club"
    assert (second.status_code, second.json(), second["Location"]) == (201, first.json(), first["Location"])
    assert "Idempotency-Replayed" not in first.headers
    assert second["Idempotency-Replayed"] == "true"
    refused = create(client, "k-1", "Another club")
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (409, "key-reused", "Idempotency-Key")
    IdempotentRequest.objects.update(answer=b"from before the secret key was replaced")
    assert create(client, "k-1").json()["code"] == "key-reused", "an answer that cannot be read any more creates nothing new"
    assert list(League.objects.filter(name__endswith=" club").values_list("name", flat=True)) == ["Chess club"]


def test_keys_are_each_players_own_and_without_a_key_each_request_creates() -> None:
    assert create(client_of(), "k-1").status_code == 201
    client, names = client_of(), ["Go club", "Shogi club"]
    assert create(client, "k-1", "Chess circle").json()["slug"] == "chess-circle"
    made = [client.post("/api/v1/leagues/", {"name": name}, content_type="application/json") for name in names]
    assert [client.get(answer["Location"]).json()["name"] for answer in made] == names


def test_what_was_refused_may_be_tried_again_with_its_key_and_a_key_that_is_none_is_refused() -> None:
    client = client_of()
    for key in ("", " ", "x" * 65, "with space", "é"):
        refused = create(client, key)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-key")
    assert not League.objects.filter(name="Chess club").exists()
    assert create(client, "k-1", name="").status_code == 400
    assert not IdempotentRequest.objects.exists()
    assert create(client, "k-1").status_code == 201


def test_a_secret_that_is_shown_once_is_not_stored_as_it_is() -> None:
    body = {"url": "https://example.org/hook", "kinds": ["match.closed"]}
    client = client_of()
    first = create(client, "k-1", path="/api/v1/webhooks/", **body).json()
    assert first["secret"].encode() not in bytes(IdempotentRequest.objects.get().answer)
    assert create(client, "k-1", path="/api/v1/webhooks/", **body).json() == first
    assert Webhook.objects.count() == 1


def test_keys_are_forgotten_after_a_day() -> None:
    client = client_of()
    create(client, "k-1")
    assert purge_idempotent_requests(at=now() + KEPT_FOR - timedelta(minutes=1)) == 0
    assert purge_idempotent_requests(at=now() + KEPT_FOR + timedelta(minutes=1)) == 1
    assert create(client, "k-1", "Go club").json()["slug"] == "go-club"


def test_every_operation_that_creates_takes_keys() -> None:
    """By what the schema says of each: where 201 is answered, `creates` has to see to it."""
    paths = json.loads(Path("docs/openapi.json").read_text())["paths"]
    creating = [path for path, methods in paths.items() if "201" in methods.get("post", {}).get("responses", {})]
    views = {path: resolve(re.sub(r"{\w+}", "1", path)).func.cls for path in creating}  # type: ignore[attr-defined]
    assert [path for path, view in views.items() if not hasattr(view.post, "creates")] == []
    assert len(views) > 20


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_create_one() -> None:
    player = PlayerFactory()
    clients = [client_of(player) for _unused in range(4)]
    told = race(*(partial(create, client, "k-1") for client in clients))
    assert {answer.status_code for answer in told} == {201}
    assert len({answer.json()["slug"] for answer in told}) == 1
    assert League.objects.filter(name="Chess club").count() == 1
