"""Files by the API: what lies beside the pages, with the API's tokens, limits and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league.api_tokens.actions import issue_token
from league.events.models import Event, EventStatus
from matches.server_time import now
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(Path("docs/openapi.json").read_text())


def files() -> dict[str, str]:
    """The operations of the schema that answer with something else than JSON, with what it is."""
    return {
        path: kind
        for path, methods in SCHEMA["paths"].items()
        for operation in methods.values()
        for kind in operation["responses"].get("200", {}).get("content", {})
        if kind != "application/json"
    }


def test_every_file_is_in_the_schema() -> None:
    assert sorted(set(files().values())) == [
        "application/jsonl", "application/toml", "application/zip", "text/calendar", "text/csv", "text/plain",
    ]  # fmt: skip
    assert len(files()) > 15


@pytest.mark.parametrize("accept", ["text/csv", "application/json", "*/*", "image/png", ""])
def test_a_file_is_what_it_is_whatever_is_accepted(accept: str) -> None:
    """A client that is made from the schema asks for the type that it names."""
    PlayerFactory(username="ada")
    made = factories.event()
    for path in ("players/ada/ratings.csv", f"events/{made.pk}/standings.csv"):
        answer = Client().get(f"/api/v1/{path}", headers={"Accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    refused = Client().get("/api/v1/players/nobody/ratings.csv", headers={"Accept": accept})
    assert (refused.status_code, refused.json()["code"]) == (404, "not-found")


def test_a_record_may_be_asked_for_by_its_type() -> None:
    path = f"/api/v1/matches/{factories.ended_match().pk}/record/"
    assert Client().get(path, headers={"Accept": "application/jsonl"}).status_code == 200


@pytest.mark.parametrize("name", ["standings.csv", "pairings.csv", "entrants.csv", "event.json", "calendar.ics"])
def test_it_is_the_file_that_lies_beside_the_page(name: str) -> None:
    made = factories.started_event(PlayerFactory(), PlayerFactory())
    by_api, by_page = Client().get(f"/api/v1/events/{made.pk}/{name}"), Client().get(f"/events/{made.pk}/{name}")
    assert (by_api.status_code, by_api["Content-Type"]) == (200, by_page["Content-Type"])
    stamps = (b"DTSTAMP",)
    assert [line for line in by_api.content.splitlines() if not line.startswith(stamps)] == [
        line for line in by_page.content.splitlines() if not line.startswith(stamps)
    ]


def test_a_head_is_answered_as_a_get() -> None:
    made = factories.event()
    assert Client().head(f"/api/v1/events/{made.pk}/standings.csv").status_code == 200


@pytest.mark.parametrize(
    "path", ["events/99/standings.csv", "events/{}/secrets.csv", "events/{}/report-7.trf", "events/{}/stats/x.csv"]
)
def test_what_is_not_there_is_refused_in_the_one_shape(path: str) -> None:
    answer = Client().get("/api/v1/" + path.format(factories.event().pk))
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_files_of_an_event_that_is_not_public_are_for_its_organisers_token() -> None:
    organiser = PlayerFactory()
    made = factories.event(organiser=organiser)
    Event.objects.filter(pk=made.pk).update(status=EventStatus.DRAFT)

    def asked(**headers: Any) -> int:
        return Client(headers=headers).get(f"/api/v1/events/{made.pk}/entrants.csv").status_code

    token = issue_token(username=organiser.username, name="bot", scopes=[], days=7, at=now())
    assert (asked(), asked(Authorization=f"Bearer {token}"), asked(Authorization="Bearer lz_no")) == (404, 200, 401)
