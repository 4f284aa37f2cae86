from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.people.models import Player
from matches.models import Match
from tests import factories
from tests.factories import BotFactory, GuestFactory, PlayerFactory
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    path, ada = "/api/v1/players/ada/", PlayerFactory(username="ada")
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert "Authorization" in again.headers["Vary"]
    assert client.get(path, headers={"If-Match": tag}).status_code == 200
    ada.about = "Now I say something."
    ada.save()
    changed = client.get(path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.headers["ETag"] != tag) == (200, True)
    refused = client.get(path, headers={"If-Match": tag})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (412, "precondition-failed", "If-Match")
    for rubbish in ("rubbish", '"', "W/", ",,,", '"a" "b"', "\u2603".encode().decode("latin-1")):
        assert client.get(path, headers={"If-None-Match": rubbish}).status_code == 200, rubbish
    assert "ETag" not in client.get("/verify/").headers


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


def test_events_are_found_by_league_season_game_and_status_and_tell_what_was_decided() -> None:
    season = factories.season(factories.league(slug="northern"), pool=False)
    factories.event(name="Elsewhere")
    made = factories.event(
        name="Of the league", league=season.league.pk, organiser=season.league.staff.get().player, about="Bring tea.",
        start_by_min=7,
    )  # fmt: skip

    def found(query: str) -> list[int]:
        return [one["event_id"] for one in listed(f"events/?{query}")["events"]]

    assert found("league=northern&status=registration") == [made.pk]
    assert found("game=zero-day") == found(f"season_id={season.pk}") == []
    told = listed(f"events/{made.pk}/")
    assert (told["league"], told["season_id"], told["about"], told["start_by_min"]) == ("northern", None, "Bring tea.", 7)
    assert told["control"] == made.control
    stages = [(one.format, one.settings) for one in made.stages.all()]
    assert [(one["format"], one["settings"]) for one in told["stages"]] == stages
    Event.objects.filter(pk=made.pk).update(season=season)
    assert found(f"season_id={season.pk}&limit=9") == [made.pk]
    for wrong in ("limit", "season_id"):
        assert listed(f"events/?{wrong}=0x")["field"] == wrong


def test_a_season_is_read_with_its_phase_and_found_among_those_of_its_league() -> None:
    season, elsewhere = factories.season(pool=False), factories.league(slug="southern")
    here = f"leagues/{season.league.slug}/seasons/"
    told = listed(f"{here}{season.pk}/")
    assert (told["season_id"], told["league"], told["name"]) == (season.pk, season.league.slug, season.name)
    assert (told["franchised"], told["phase"], told["archived"]) == (True, season.terms.phase, False)
    assert [one["season_id"] for one in listed(here)["seasons"]] == [season.pk]
    assert listed(f"leagues/{elsewhere.slug}/seasons/{season.pk}/")["code"] == "not-found"


def listed(path: str) -> Any:
    return Client().get(f"/api/v1/{path}").json()


def ids(query: str) -> list[int]:
    return [one["match_id"] for one in listed(f"matches/?{query}")["matches"]]


def test_matches_are_listed_by_kind_and_game_page_by_page() -> None:
    live, other, over = factories.match(), factories.match(game="zero-order"), factories.ended_match()
    assert ids("") == [other.pk, live.pk]
    assert ids("kind=live&game=zero-order") == [other.pk]
    assert ids("kind=finished") == [over.pk]
    assert ids("kind=open") == []
    first = listed("matches/?limit=1")
    assert [one["match_id"] for one in first["matches"]] == [other.pk]
    assert ids(f"limit=2&before={first['next']}") == [live.pk]
    Match.objects.filter(pk=over.pk).update(delay_ms=60_000, held_until="2126-01-01T00:00:00Z")
    assert ids("kind=finished") == [], "held back from spectators"
    for query, field in (("kind=secret", "kind"), ("game=chess", "game"), ("limit=0", "limit")):
        answer = Client().get(f"/api/v1/matches/?{query}")
        assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_players_are_found_by_either_name_and_guests_are_not() -> None:
    PlayerFactory(username="ada", display_name="The Countess"), PlayerFactory(username="Ben")
    BotFactory(username="bot-carl"), GuestFactory(), PlayerFactory(username="gone", is_active=False)
    assert [one["username"] for one in listed("players/")["players"]] == ["ada", "Ben", "bot-carl"]
    assert [one["username"] for one in listed("players/?text=countess")["players"]] == ["ada"]
    first = listed("players/?limit=2")
    assert first["next"] == "Ben"
    assert [one["username"] for one in listed("players/?limit=2&after=Ben")["players"]] == ["bot-carl"]


PATH = "/api/v1/events/"
CUP = {"name": "Spring Cup", "game": "field-tactics"}


def sent(player: Player, given: dict[str, Any]) -> Any:
    client = client_of(player)
    return client.post(PATH, given, content_type="application/json")


def test_an_event_needs_a_name_and_a_game_and_everything_else_can_be_decided() -> None:
    league = factories.league(slug="northern")
    organiser = league.staff.get().player
    answer = sent(organiser, CUP)
    assert answer.status_code == 201
    made = Event.objects.get(pk=answer.json()["event_id"])
    assert (made.name, made.organiser_id, made.status) == ("Spring Cup", organiser.pk, "registration")
    stages = [{"format": "swiss", "settings": {"rounds": 3}}]
    given = {**CUP, "league": "northern", "draft": True, "stages": stages, "max_entrants": 8}
    made = Event.objects.get(pk=sent(organiser, given).json()["event_id"])
    assert (made.league_id, made.status, made.max_entrants) == (league.pk, "draft", 8)
    assert [stage.format for stage in made.stages.all()] == ["swiss"]
