"""Reading lists page by page, and not reading again what has not changed: the same at every endpoint."""

from __future__ import annotations

import pytest
from django.test import Client

from league.closed_matches import process_closed_match
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


def test_who_asks_for_another_etag_is_refused_in_the_one_shape() -> None:
    client, _ = Client(), PlayerFactory(username="ada")
    refused = client.get("/api/v1/players/ada/", headers={"If-Match": '"another"'})
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition-failed")
    assert refused.json()["field"] == "If-Match"
    same = client.get("/api/v1/players/ada/").headers["ETag"]
    assert client.get("/api/v1/players/ada/", headers={"If-Match": same}).status_code == 200


@pytest.mark.parametrize("rubbish", ["rubbish", '"', "W/", ",,,", '"a" "b"', "\u2603".encode().decode("latin-1")])
def test_an_etag_that_cannot_be_read_is_none_that_one_has(rubbish: str) -> None:
    PlayerFactory(username="ada")
    assert Client().get("/api/v1/players/ada/", headers={"If-None-Match": rubbish}).status_code == 200


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


def test_an_event_tells_what_was_decided_about_it() -> None:
    league = factories.league(slug="northern")
    made = factories.event(
        name="Of the league", league=league.pk, organiser=league.staff.get().player, about="Bring tea.", start_by_min=7
    )
    told = Client().get(f"/api/v1/events/{made.pk}/").json()
    assert (told["league"], told["season_id"], told["about"], told["start_by_min"]) == ("northern", None, "Bring tea.", 7)
    assert told["control"] == made.control
    assert [one["format"] for one in told["stages"]] == [one.format for one in made.stages.all()]
    assert [one["settings"] for one in told["stages"]] == [one.settings for one in made.stages.all()]


def test_a_season_is_read_with_its_phase_and_found_among_those_of_its_league() -> None:
    season = factories.season()
    league = season.league
    here = f"/api/v1/leagues/{league.slug}/seasons/"
    client = Client()
    told = client.get(f"{here}{season.pk}/").json()
    assert (told["season_id"], told["league"], told["name"]) == (season.pk, league.slug, season.name)
    assert (told["franchised"], told["phase"], told["archived"]) == (True, season.terms.phase, False)
    assert [one["season_id"] for one in client.get(here).json()["seasons"]] == [season.pk]
    elsewhere = factories.league(slug="southern")
    assert client.get(f"/api/v1/leagues/{elsewhere.slug}/seasons/{season.pk}/").json()["code"] == "not-found"


def test_events_are_found_by_the_season_whose_franchises_play_them() -> None:
    season = factories.season()
    factories.event(name="Elsewhere")
    inside = factories.event(name="Of the season")
    type(inside).objects.filter(pk=inside.pk).update(season=season)
    client = Client()
    found = client.get(f"/api/v1/events/?season_id={season.pk}").json()["events"]
    assert [one["event_id"] for one in found] == [inside.pk]
    assert client.get("/api/v1/events/?season_id=x").json()["field"] == "season_id"


def test_numbered_pages_link_to_the_next_one_too() -> None:
    process_closed_match(match_id=factories.ended_match().pk, at=factories.NOON)
    client = Client()
    first = client.get("/api/v1/leaderboard/field-tactics/?limit=1")
    assert (first.json()["pages"], first.json()["next"]) == (2, 2)
    last = client.get(first.headers["Link"].removeprefix("<").partition(">")[0])
    assert (last.json()["page"], last.json()["next"]) == (2, None)
    assert "Link" not in last.headers
