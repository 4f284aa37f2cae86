"""The one error shape where no endpoint answers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.queries import board_view
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["nothing/", "matches/x/", "players/not a name/", "players/a%0Ab/", "events/1/manage/do/"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_with_nothing_answers_like_every_endpoint(method: str, path: str) -> None:
    answer = Client().generic(method, f"/api/v1/{path}", "{}", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/events/", "/api/v1/%0A"])
def test_so_does_whatever_begins_as_the_api_does(path: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_number_that_no_row_can_have_is_of_nothing() -> None:
    client = Client()
    client.force_login(PlayerFactory())
    answer = client.post(f"/api/v1/challenges/{1 << 70}/cancel/", "{}", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_fault_of_ours_answers_like_every_endpoint_and_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = factories.match()
    monkeypatch.setattr(board_view, "get_match", lambda _: 1 / 0)
    answer = Client(raise_request_exception=False).get(f"/api/v1/matches/{match.pk}/")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (500, "fault", None)
    assert "ZeroDivision" not in answer.content.decode()


def test_addresses_are_still_made_of_their_names() -> None:
    assert reverse("api-match", args=[12]) == "/api/v1/matches/12/"
