"""An operation of the API takes the query parameters of its schema, and refuses others by name."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def refusal(path: str) -> Any:
    answer = Client().get(path)
    assert answer.status_code == 400
    return answer.json()


def test_a_misspelt_filter_is_refused_with_those_that_exist() -> None:
    refused = refusal("/api/v1/events/?stauts=running")
    assert (refused["code"], refused["field"]) == ("unknown-parameter", "stauts")
    assert "status" in refused["text"]


def test_an_operation_without_parameters_takes_none() -> None:
    assert refusal("/api/v1/games/?format=xml") == {
        "code": "unknown-parameter",
        "text": "Unknown query parameter: format.",
        "field": "format",
    }


def test_a_parameter_with_a_very_long_name_is_shortened_in_the_answer() -> None:
    assert len(refusal(f"/api/v1/games/?{'x' * 3000}=1")["text"]) < 120


@pytest.mark.parametrize("method", ["get", "head"])
def test_known_parameters_are_taken(method: str) -> None:
    assert getattr(Client(), method)("/api/v1/events/?status=running").status_code == 200


def test_sending_takes_no_unknown_parameters_and_changes_nothing() -> None:
    player = PlayerFactory()
    client = Client()
    client.force_login(player)
    body = {"name": "Club", "slug": "club"}
    refused = client.post("/api/v1/leagues/?dry=1", body, content_type="application/json")
    assert refused.json()["field"] == "dry"
    assert client.get("/api/v1/leagues/club/").status_code == 404
