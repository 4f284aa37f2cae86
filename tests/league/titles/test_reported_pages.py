"""A reported result is marked as such wherever it is shown."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from league.closed_matches import process_closed_match
from league.events.models import Event
from league.leagues.actions import SeasonDetails, create_season
from league.people.models import Player
from league.titles.actions import create_title
from matches.models import Match
from tests.factories import NOON, PlayerFactory, TitleFactory, end, event, league, matches_of_round, organiser_of, started_event
from tests.league.event_console.test_settings_page import Editing
from tests.league.titles.test_reported_events import enter, open_pairings, reported_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def same_event(module_rows: None) -> int:
    made = reported_event(title=TitleFactory(name="Chess"))
    enter(made, open_pairings(made)[0], result="1-0", score="3-1")
    return made.pk


@pytest.fixture
def made(same_event: int) -> Event:
    """An event of which one match of two has a result."""
    return Event.objects.select_related("league", "organiser").get(pk=same_event)


@pytest.fixture
def reported(made: Event) -> Match:
    return Match.objects.get(status="closed", series_match__pairing__round__event=made)


def read(path: str, **headers: str) -> str:
    response = Client(headers=headers).get(path)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def test_the_page_of_a_match_says_what_was_played_by_whom_and_that_it_is_reported(made: Event, reported: Match) -> None:
    page = read(f"/matches/{reported.pk}/")
    winner = reported.seats.get(number=0).player
    for words in ("Chess", f"{winner} won.", "Reported", "not played or refereed on this site"):
        assert words in page
    assert "match-board" not in page
    place = read(f"/fragments/matches/{reported.pk}/pairing/")
    assert [word in place for word in (made.name, "3-1")] == [True, True]
    match = Match.objects.filter(status="open", series_match__pairing__round__event=made)[0]
    page = read(f"/matches/{match.pk}/")
    assert ("No result yet." in page, "match-board" in page) == (True, False)
    assert Client().get(f"/matches/{match.pk}/plain/").status_code == 302


def test_lists_mark_it(made: Event, reported: Match) -> None:
    player = reported.seats.get(number=0).player.username
    for path in (f"/events/{made.pk}/", f"/events/{made.pk}/rounds/", f"/players/{player}/"):
        assert "reported" in read(path).lower()
    assert ",3:1,reported," in read(f"/events/{made.pk}/pairings.csv")
    pairings = [line for row in json.loads(read(f"/events/{made.pk}/event.json"))["rounds"] for line in row["pairings"]]
    assert sorted(line["reported"] for line in pairings) == [False] * (len(pairings) - 1) + [True]


def test_the_api_marks_it(made: Event, reported: Match) -> None:
    board = Client().get(f"/api/v1/matches/{reported.pk}/").json()
    assert (board["reported"], board["game"], board["game_name"]) == (True, made.game, "Chess")
    listed = Client().get("/api/v1/matches/", {"kind": "finished", "game": made.game}).json()
    assert [row["reported"] for row in listed["matches"]] == [True]
    event = Client().get(f"/api/v1/events/{made.pk}/").json()
    assert (event["game_name"], event["reported"]) == ("Chess", True)


def test_a_season_says_how_many_results_are_reported_and_refereed(made: Event) -> None:
    days = SeasonDetails("Spring", NOON.date(), NOON.date() + timedelta(days=30))
    by = organiser_of(made.league)
    season = create_season(league_id=made.league_id, by=by, days=days, at=NOON)
    Event.objects.filter(pk=made.pk).update(created_at=NOON)
    played = started_event(*PlayerFactory.create_batch(2), organiser=made.organiser, league=made.league_id)
    match_id = matches_of_round(played, 1)[0]
    end(match_id)
    process_closed_match(match_id=match_id, at=NOON)
    path = f"leagues/{made.league.slug}/seasons/{season}/"
    stats = Client().get(f"/api/v1/{path}stats/").json()
    assert (stats["reported"], stats["refereed"]) == (1, 1)
    assert "1 result is reported. 1 is refereed here." in read(f"/{path}")


def test_a_title_has_a_leaderboard_of_its_own_and_no_other_page_of_a_game(made: Event) -> None:
    assert "Chess" in read(f"/leaderboard/{made.game}/")
    assert [line["wins"] for line in Client().get(f"/api/v1/leaderboard/{made.game}/").json()["players"]] == [1, 0]
    for path in ("/rules/{}/", "/games/{}/stats/", "/learn/{}/", "/learn/{}/practice/"):
        assert Client().get(path.format(made.game)).status_code == 404
    assert Client().get("/leaderboard/title-999/").status_code == 404
    assert made.game not in [game["key"] for game in Client().get("/api/v1/games/").json()]


def test_a_bracket_and_its_overlay_show_scores_and_walkovers_and_no_mark_that_all_would_have() -> None:
    made = reported_event(title=TitleFactory(), format="single-elimination")
    played, missed = open_pairings(made)
    enter(made, played, result="1-0", score="3-1")
    enter(made, missed, result="1F-0F")
    drawn = Client().get(f"/api/v1/events/{made.pk}/bracket/").json()["matches"]
    assert [match[6:8] for match in drawn[:2]] == [["3", "1"], ["1", "0"]]
    assert [match[-2:] for match in drawn[:2]] == [[False, False], [False, True]]
    overlay = read(f"/events/{made.pk}/overlay/")
    assert (overlay.count('<span class="num">3</span>'), overlay.count("walkover")) == (1, 1)
    assert "3 – 1" in read(f"/events/{made.pk}/paper/")


def test_a_game_played_elsewhere_is_offered_no_bots_and_clocks_and_chess_has_white_and_black(client: Client) -> None:
    north = league()
    by = organiser_of(north)
    title = create_title(league_id=north.pk, by=by, data={"name": "Chess"}, at=NOON)
    made = event(*PlayerFactory.create_batch(2), organiser=Player.objects.get(pk=by), game=title.key, league=north.pk)
    client.force_login(made.organiser)
    assert 'data-sides="white-and-black"' in client.get(f"/events/{made.pk}/").content.decode()
    for page in ("", "manage/entrants/", "manage/settings/"):
        shown = client.get(f"/events/{made.pk}/{page}").content.decode()
        for name in ("Add bot", "Time control", "Spectator delay", "Bot move delay", "Duplicates", "Allow draw offers"):
            assert name not in shown, (page, name)
    before = Event.objects.values().get(pk=made.pk)
    assert "Saved." in Editing(client, made).press().page
    assert Event.objects.values().get(pk=made.pk) == before
