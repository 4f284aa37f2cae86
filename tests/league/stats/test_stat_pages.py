import csv
import html
import io
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from engines import registry
from league.events.models import Event
from league.leagues.models import Season
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.results.actions.results import record_result
from league.stats.actions import count_stats
from tests.factories import GAME, NOON, PlayerFactory, end, ended_match, league, match, matches_of_round, started_event
from tests.league.stats.played import played, records
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
World = tuple[str, list[Season], list[Event]]


def counted(match_id: int) -> int:
    apply_rated_match(match_id=match_id, at=NOON)
    count_stats(match_id=match_id, at=NOON)
    return match_id


def cup(*players: Player, of: Any = None, name: str = "Spring Cup") -> Event:
    """An event in which the first of each pairing has won the first round."""
    made = started_event(*players, name=name)
    Event.objects.filter(pk=made.pk).update(league=of)
    for match_id in matches_of_round(made, 1):
        end(match_id)
        counted(match_id)
    return made


def tables(client: Client, url: str) -> list[dict[str, Any]]:
    answer = client.get(url)
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


def table(client: Client, url: str, key: str) -> list[dict[str, Any]]:
    return next((one["rows"] for one in tables(client, url) if one["key"] == key), [])


@pytest.fixture(scope="module")
def world(module_rows: None) -> World:
    """Ada's matches: in two cups of a league's spring, one elsewhere, a casual one, and one of another game with Ben."""
    ada, made = PlayerFactory(username="ada"), league()
    seasons = [
        Season.objects.create(league=made, name=name, starts_on=date(2026, month, 1), ends_on=date(2026, month + 5, 30))
        for name, month in (("Spring", 1), ("Autumn", 7))
    ]
    cups = [cup(ada, *PlayerFactory.create_batch(3), of=made, name=name) for name in ("First", "Second")]
    cups.append(cup(ada, PlayerFactory(), name="Elsewhere"))
    counted(ended_match(ada, PlayerFactory()).pk)
    counted(played("zero-order", 0, [ada, PlayerFactory(username="ben")]).pk)
    return made.slug, seasons, cups


def test_a_players_matches_are_chosen_by_game_event_and_season(client: Client, world: World) -> None:
    _, (spring, autumn), (first, *_) = world
    for query, matches in (
        ("", 5), (f"game={GAME}", 4), ("game=zero-order", 1), ("game=zero-day", 0), (f"season_id={spring.pk}", 2),
        (f"season_id={autumn.pk}", 0), (f"event_id={first.pk}", 1), (f"event_id={first.pk}&game=zero-day", 0),
    ):  # fmt: skip
        assert client.get(f"/api/v1/players/ada/stats/?{query}").json()["matches"] == matches, query
    page = client.get(f"/players/ada/stats/?of=event-{first.pk}").content.decode()
    assert f"?of=event-{first.pk}" in page
    assert f'value="season-{spring.pk}"' in page
    assert f'value="season-{autumn.pk}"' not in page


def test_a_season_adds_the_points_of_its_events(client: Client, world: World) -> None:
    slug, (spring, _), cups = world
    for event in cups:
        for match_id in matches_of_round(event, 1):
            record_result(match_id=match_id, at=NOON)
    base = f"/leagues/{slug}/seasons/{spring.pk}/"
    rows = table(client, f"/api/v1{base}stats/", "points")
    ada = next(row for row in rows if row["player"] == "ada")
    assert ada["events"] == 2
    assert ada["points"] == sum(ada[f"event-{one.pk}"] for one in cups[:2])
    assert sum(row["points"] for row in rows) == 4
    assert "Elsewhere" not in client.get(base).content.decode()


def test_the_results_of_each_opening_are_on_the_pages_of_game_and_player(client: Client) -> None:
    two = PlayerFactory(username="dee"), PlayerFactory()
    for _ in range(2):
        counted(played("order-and-chaos", 0, two).pk)
    [own] = table(client, "/api/v1/players/dee/stats/", "openings")
    assert own["matches"] == 2
    assert own["won"] + own["drawn"] + own["lost"] == 2
    rows = table(client, "/api/v1/games/order-and-chaos/stats/", "openings")
    assert (own["opening"], own["side"], 2) in {(row["opening"], row["side"], row["matches"]) for row in rows}
    assert len(rows) == 2


@pytest.mark.parametrize("key", sorted(registry.keys()))
def test_the_api_and_files_hold_what_the_page_shows(client: Client, key: str) -> None:
    people = [PlayerFactory(username=f"p{n}") for n in range(records(key)[0].seats)]
    counted(played(key, 0, people).pk)
    for page in (f"/games/{key}/stats/", "/players/p0/stats/"):
        text = client.get(page).content.decode()
        shown = re.findall(r'<section class="section stat-block" id="([\w-]+)">(.*?)</section>', text, re.S)
        assert len(shown) > 3
        told = {one["key"]: one for one in tables(client, f"/api/v1{page}")}
        for number, (name, section) in enumerate(shown):
            heads = re.findall(r'data-key="([\w-]+)"', section)
            values = re.findall(r'data-value="([^"]*)"', section)
            assert heads == [column["key"] for column in told[name]["columns"]]
            assert len(values) == len(heads) * len(told[name]["rows"])
            if number % 6 == 0 or WHOLE:
                printed = [
                    [html.unescape(cell) for cell in values[at : at + len(heads)]] for at in range(0, len(values), len(heads))
                ]
                kept = list(csv.reader(io.StringIO(client.get(f"{page}{name}.csv").content.decode())))
                assert kept[0] == heads
                assert kept[1:] == printed or "at" in heads  # moments are written with a T on the page
                assert client.get(f"{page}{name}.json").json() == told[name]


def test_what_there_cannot_be_is_refused(client: Client) -> None:
    PlayerFactory(username="cy")
    for query in ("game=chess", "of=cup-1", "of=event-x", "of=event", "event_id=-1", "season_id=1e9", "event_id=1&season_id=1"):
        assert client.get(f"/players/cy/stats/?{query}").status_code == 404
        answer = client.get(f"/api/v1/players/cy/stats/?{query}")
        assert (answer.status_code in (400, 404, 422), set(answer.json()) >= {"code", "text"}) == (True, True)
    for url in (
        "/players/nobody/stats/", "/games/chess/stats/", "/events/999999999/stats/", "/leagues/none/seasons/1/",
        "/players/cy/stats/nothing.csv", f"/games/{GAME}/stats/sides.xml", "/players/cy/against/cy/score.csv",
    ):  # fmt: skip
        assert client.get(url).status_code == 404


def test_empty_pages_say_what_comes_next(client: Client) -> None:
    PlayerFactory(username="dee")
    made = started_event()
    league_of = league()
    season = Season.objects.create(league=league_of, name="Spring", starts_on=date(2025, 1, 1), ends_on=date(2025, 6, 1))
    for url in ("/players/dee/stats/", "/games/zero-day/stats/", f"/events/{made.pk}/stats/",
                f"/leagues/{league_of.slug}/seasons/{season.pk}/"):  # fmt: skip
        assert 'class="empty"' in client.get(url).content.decode()


def test_upsets_and_scores_are_held_against_the_ratings_at_the_start(client: Client) -> None:
    strong, weak = PlayerFactory(display_name="Strong"), PlayerFactory(display_name="Weak")
    made = started_event(strong, weak)
    made.entrants.filter(player=strong).update(rating=1800)
    made.entrants.filter(player=weak).update(rating=1400)
    (match_id,) = matches_of_round(made, 1)
    first = made.rounds.get(number=1).pairings.get().series.get().match.seats.get(number=0).player
    end(match_id, ranks=(2, 1) if first == strong else (1, 2))
    counted(match_id)
    url = f"/api/v1/events/{made.pk}/stats/"
    (upset,) = table(client, url, "upsets")
    assert (upset["winner"], upset["loser"], upset["gap"]) == ("Weak", "Strong", 400)
    best, last = table(client, url, "performance")
    assert (best["player"], best["score"], best["expected"], best["surplus"]) == ("Weak", 1.0, 0.09, 0.91)
    assert (last["player"], last["surplus"]) == ("Strong", -0.91)


def test_the_score_of_two_is_told_over_time(client: Client) -> None:
    one, other = PlayerFactory(username="dee"), PlayerFactory(username="eve")
    for hours, ranks in enumerate([(1, 2), (1, 2), (1, 1), (2, 1)]):
        counted(ended_match(one, other, ranks=ranks, at=NOON + timedelta(hours=hours)).pk)
    match(one, other)
    lead = [row["lead"] for row in client.get("/players/dee/against/eve/score.json").json()["rows"]]
    assert lead == [1, 2, 2, 1]
    assert [row["lead"] for row in client.get("/players/eve/against/dee/score.json").json()["rows"]] == [-1, -2, -2, -1]


def test_ratings_over_time_are_those_of_the_matches(client: Client) -> None:
    one = PlayerFactory(username="dee")
    for hours in range(3):
        counted(ended_match(one, PlayerFactory(), at=NOON + timedelta(hours=hours)).pk)
    rows = table(client, "/api/v1/players/dee/stats/", f"rating-{GAME}")
    assert [row["rating"] for row in rows] == sorted(row["rating"] for row in rows)
    assert rows[0]["rating"] == 1520
    assert rows[0]["change"] == 20
