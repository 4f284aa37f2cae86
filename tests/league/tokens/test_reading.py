"""Reading lists page by page, and not reading again what has not changed: the same at every door."""

from __future__ import annotations

import pytest
from django.test import Client

from league.counting import count_closed
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def test_what_has_not_changed_is_not_sent_again() -> None:
    client, ada = Client(), PlayerFactory(username="ada")
    first = client.get("/api/v1/players/ada/")
    again = client.get("/api/v1/players/ada/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "Authorization" in again.headers["Vary"]
    ada.about = "Now I say something."
    ada.save()
    changed = client.get("/api/v1/players/ada/", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_pages_of_the_site_bear_no_etag() -> None:
    assert "ETag" not in Client().get("/events/").headers


def test_a_packed_replay_is_known_again() -> None:
    client, match = Client(headers={"Accept-Encoding": "gzip"}), factories.ended_match()
    first = client.get(f"/api/v1/matches/{match.pk}/replay/")
    assert first.status_code == 200
    path, known = f"/api/v1/matches/{match.pk}/replay/", {"If-None-Match": first.headers["ETag"]}
    assert client.get(path, headers=known).status_code == 304


def test_events_are_read_to_their_end_by_following_the_link() -> None:
    client, organiser = Client(), PlayerFactory()
    made = [factories.event(organiser=organiser, name=f"Cup {n}").pk for n in range(3)]
    seen, path = [], "/api/v1/events/?limit=2&game=field-tactics"
    while path:
        answer = client.get(path)
        seen += [one["event_id"] for one in answer.json()["events"]]
        link = answer.headers.get("Link", "")
        assert bool(link) == (answer.json()["next"] is not None)
        path = link.removeprefix("<").partition(">")[0]
    assert seen == made[::-1]


def test_events_are_found_by_league_game_and_status() -> None:
    league = factories.league(slug="northern")
    factories.event(name="Elsewhere")
    inside = factories.event(
        name="Of the league", league=league.pk, organiser=league.staff.get().player
    )  # fmt: skip
    client = Client()
    found = client.get("/api/v1/events/?league=northern&status=registration").json()["events"]
    assert [one["event_id"] for one in found] == [inside.pk]
    assert client.get("/api/v1/events/?game=zero-day").json()["events"] == []
    assert client.get("/api/v1/events/?limit=0").json()["field"] == "limit"


def test_numbered_pages_link_to_the_next_one_too() -> None:
    count_closed(match_id=factories.ended_match().pk, at=factories.NOON)
    client = Client()
    first = client.get("/api/v1/leaderboard/field-tactics/?limit=1")
    assert (first.json()["pages"], first.json()["next"]) == (2, 2)
    last = client.get(first.headers["Link"].removeprefix("<").partition(">")[0])
    assert (last.json()["page"], last.json()["next"]) == (2, None)
    assert "Link" not in last.headers
