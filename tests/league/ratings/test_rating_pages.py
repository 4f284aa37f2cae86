import csv
import itertools
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.elo import Rule, rounded
from league.ratings.models import Rating, RatingPool
from league.ratings.queries.expected_scores import find_expected_result, to_percentages
from league.ratings.queries.history import compute_rank_history, list_match_changes
from league.ratings.queries.leaderboard import LeaderboardFilters, get_leaderboard_page, list_best_ratings
from tests.factories import GAME, NOON, BotFactory, PlayerFactory, end, ended_match, match, started_event

pytestmark = pytest.mark.django_db
URL = f"/leaderboard/{GAME}/"
API = f"/api/v1/leaderboard/{GAME}/"


def rated(username: str, value: float, *, games: int = 12, days_ago: int = 0, at: datetime, bot: bool = False) -> Player:
    player: Player = (BotFactory if bot else PlayerFactory)(username=username)
    Rating.objects.create(
        player=player, pool=GAME, value=value, peak=value, games=games, wins=games,
        changed_at=at - timedelta(days=days_ago), deviation=50,
    )  # fmt: skip
    return player


def names(at: datetime, **asked: Any) -> list[tuple[int, str]]:
    return [(line.rank, line.username) for line in get_leaderboard_page(LeaderboardFilters(GAME, **asked), at=at).lines]


@pytest.fixture
def five(at: datetime) -> dict[str, Player]:
    return {
        "ada": rated("ada", 1900.2, at=at), "bot": rated("bot", 1800, at=at, bot=True),
        "cy": rated("cy", 1700.4, at=at, days_ago=40), "dee": rated("dee", 1699.6, at=at, games=3),
        "eve": rated("eve", 1600, at=at, games=40, days_ago=400),
    }  # fmt: skip


def test_ranks_are_among_those_shown_and_your_own_is_told_from_whatever_page(at: datetime, five: dict[str, Player]) -> None:
    assert names(at) == [(1, "ada"), (2, "bot"), (3, "cy"), (3, "dee"), (5, "eve")]
    best = list_best_ratings(GAME)
    assert [(line.rank, line.username) for line in best] == names(at)
    assert [line.username for line in best if line.provisional] == ["dee"]
    assert names(at, bots=False) == [(1, "ada"), (2, "cy"), (2, "dee"), (4, "eve")]
    assert names(at, min_games=10) == [(1, "ada"), (2, "bot"), (3, "cy"), (4, "eve")]
    assert names(at, active_days=30) == [(1, "ada"), (2, "bot"), (3, "dee")]
    assert names(at, page=4, limit=3) == [(3, "dee"), (5, "eve")]
    shown = get_leaderboard_page(LeaderboardFilters(GAME, limit=2), at=at, viewer=five["eve"].pk)
    assert (shown.you.rank, shown.total, shown.pages) == (5, 5, 3)
    assert get_leaderboard_page(LeaderboardFilters(GAME, active_days=30), at=at, viewer=five["eve"].pk).you is None


def test_the_margin_is_two_deviations_and_grows_with_the_time_since_the_last_match(at: datetime) -> None:
    now, long_ago = rated("now", 1600, at=at), rated("then", 1500, at=at, days_ago=365)
    first, second = get_leaderboard_page(LeaderboardFilters(GAME), at=at).lines
    assert (first.username, first.margin) == (now.username, 100)
    assert second.username == long_ago.username
    assert 190 < second.margin < 215


def test_the_page_takes_the_same_queries_for_one_line_and_for_many(
    client: Client, at: datetime, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    assert "No ratings yet" in client.get(URL).content.decode()
    for count in (2, 8):
        while Rating.objects.count() < count:
            apply_rated_match(match_id=ended_match().pk, at=at)
        with django_assert_num_queries(3):
            page = client.get(URL).content.decode()
        assert page.count("+20") == count // 2
    client.force_login(rated("eve", 1400, at=at))
    with django_assert_max_num_queries(10):
        text = client.get(f"{URL}?limit=2&page=2").content.decode()
    assert ("number 9</strong> of 9 with a rating of 1400" in text, "±" in text) == (True, True)


def test_page_by_page_everybody_comes_once_and_equals_share_a_rank(at: datetime) -> None:
    rng = Random(5)
    values = [1400 + rng.choice([0, 0.3, 10, 10.4, 10.6, 25, 40]) for _ in range(20)]
    for number, value in enumerate(values):
        Rating.objects.create(player=PlayerFactory(username=f"p{number:02}"), pool=GAME, value=value, games=1, wins=1)
    best = sorted(range(20), key=lambda one: (-values[one], one))
    ranks = {one: 1 + sum(rounded(other) > rounded(values[one]) for other in values) for one in best}
    for limit in (1, 3, 7, 20, 100):
        pages = [
            get_leaderboard_page(LeaderboardFilters(GAME, page=page, limit=limit), at=at)
            for page in range(1, -(-20 // limit) + 1)
        ]
        lines = [line for page in pages for line in page.lines]
        assert [(line.username, line.rank) for line in lines] == [(f"p{one:02}", ranks[one]) for one in best]
        assert {(page.total, page.pages) for page in pages} == {(20, len(pages))}


@pytest.mark.usefixtures("five")
def test_the_page_keeps_its_filters_from_page_to_page_and_when_it_changes_live(client: Client) -> None:
    page = client.get(f"{URL}?bots=hide&limit=2&min_games=2").content.decode()
    assert f'href="{URL}?min_games=2&amp;bots=hide&amp;page=2&amp;limit=2"' in page
    assert f'hx-get="/fragments/leaderboard/{GAME}/?min_games=2&amp;bots=hide&amp;limit=2"' in page
    assert '<option value="2" selected>2 or more</option>' in page
    assert "provisional" in page
    assert ">bot<" not in page
    page = client.get(f"{URL}?min_games=1000").content.decode()
    assert ("No players match these filters" in page, "Show all" in page) == (True, True)


def test_what_there_is_not_is_refused_with_the_field(client: Client) -> None:
    for query, code, field in (
        ("min_games=many", "bad-number", "min_games"), ("min_games=-1", "bad-number", "min_games"),
        ("active_days=1e9", "bad-number", "active_days"), ("page=0", "bad-number", "page"),
        ("page=99999999999999999999", "bad-number", "page"), ("limit=501", "bad-number", "limit"),
        ("limit=٣", "bad-number", "limit"), ("bots=maybe", "bad-choice", "bots"), ("pool=chess", "unknown-pool", "pool"),
        ("pool=zero-day", "unknown-pool", "pool"), (f"pool={GAME}/nothing", "unknown-pool", "pool"),
        ("pool=%00", "unknown-pool", "pool"),
    ):  # fmt: skip
        answer = client.get(f"{API}?{query}")
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    page = client.get(f"{URL}?bots=maybe")
    assert (page.status_code, "Showing all players instead" in page.content.decode()) == (400, True)
    PlayerFactory(username="ada")
    for path, status, code in (
        ("nobody/ratings/", 404, "not-found"), ("nobody/ratings.csv", 404, "not-found"),
        ("ada/ratings/?pool=chess", 400, "unknown-pool"), ("ada/ratings/?limit=0", 400, "bad-number"),
        ("ada/ranks/", 400, "unknown-pool"), (f"ada/ranks/?pool={GAME}&moments=1000", 400, "bad-number"),
    ):  # fmt: skip
        answer = client.get(f"/api/v1/players/{path}")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    for url in ("/leaderboard/chess/", "/fragments/leaderboard/chess/", "/api/v1/leaderboard/chess/"):
        assert client.get(url).status_code == 404


def test_pools_have_boards_of_their_own(client: Client, at: datetime) -> None:
    RatingPool.objects.create(key=GAME)
    blitz = f"{GAME}/blitz"
    apply_rated_match(match_id=ended_match(PlayerFactory(username="zed"), pool=blitz).pk, at=at)
    assert "zed" not in client.get(URL).content.decode()
    page = client.get(f"{URL}?pool={blitz}").content.decode()
    assert "zed" in page
    assert 'aria-current="page">Blitz</a>' in page
    assert client.get(f"{API}?pool={blitz}").json()["players"][0]["username"] == "zed"


def played(at: datetime) -> tuple[Player, list[int]]:
    """Ada wins, draws and loses, a day apart; a fourth match is still played."""
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    ids = []
    for day, ranks in enumerate(((1, 2), (1, 1), (2, 1))):
        ids.append(ended_match(ada, ben, ranks=ranks, at=at + timedelta(days=day)).pk)
        apply_rated_match(match_id=ids[-1], at=at)
    match(ada, ben, rated=True)
    return ada, ids


def test_a_history_names_every_match_newest_first_as_json_and_as_a_table(client: Client, at: datetime) -> None:
    _unused, ids = played(at)
    told = client.get("/api/v1/players/ADA/ratings/").json()
    assert [(one["match_id"], one["result"]) for one in told["changes"]] == [
        (ids[2], "lost"), (ids[1], "drawn"), (ids[0], "won"),
    ]  # fmt: skip
    newest, middle, oldest = told["changes"]
    assert (oldest["before"], oldest["after"], oldest["pool"]) == (1500, 1520, GAME)
    assert (middle["before"], newest["before"]) == (oldest["after"], middle["after"])
    assert 350 > oldest["deviation"] > newest["deviation"] > 30
    assert told["total"] == 3
    second = client.get("/api/v1/players/ada/ratings/?limit=1&page=2").json()
    assert [one["match_id"] for one in second["changes"]] == [ids[1]]
    assert client.get("/api/v1/players/ada/ratings/?pool=zero-day").json()["changes"] == []
    answer = client.get(f"/api/v1/players/ada/ratings.csv?pool={GAME}")
    lines = list(csv.DictReader(answer.content.decode().splitlines()))
    assert [int(line["match_id"]) for line in lines] == ids[::-1]
    assert (float(lines[2]["before"]), float(lines[2]["after"])) == (1500, 1520)
    assert datetime.fromisoformat(lines[2]["at"]) == at
    assert answer["Content-Type"].startswith("text/csv")


def test_ranks_are_what_they_were(client: Client, at: datetime) -> None:
    """Ada leads; Cy wins on the day on which Ada draws with a weaker Ben, and again; Ben beats Ada."""
    ada, _unused = played(at)
    cy = PlayerFactory(username="cy")
    for day in (1, 2):
        apply_rated_match(match_id=ended_match(cy, at=at + timedelta(days=day)).pk, at=at)
    ranks = [(one.rank, one.of) for one in compute_rank_history(ada.pk, GAME, moments=3)]
    assert ranks == [(1, 2), (2, 4), (3, 5)]
    told = client.get(f"/api/v1/players/ada/ranks/?pool={GAME}&moments=3").json()
    assert [one["rank"] for one in told["ranks"]] == [1, 2, 3]


def test_the_rule_of_a_pool_is_told_to_programs_and_the_first_game_is_the_usual_one(client: Client) -> None:
    RatingPool.objects.update_or_create(key=GAME, defaults={"cap_400": True, "floor": 500, "decay": 7.5})
    rule = client.get(API).json()["rule"]
    assert (rule["cap_400"], rule["floor"], rule["decay"], rule["k"]) == (True, 500, 7.5, 20)
    answer = client.get("/leaderboard/", follow=True)
    assert (answer.redirect_chain, answer.status_code) == ([(URL, 302)], 200)


# What is expected of a match, what it changed, and the page that explains a pool


@given(st.lists(st.floats(100, 3500), min_size=2, max_size=4), st.booleans())
def test_whole_percents_make_a_hundred_and_the_stronger_is_expected_to_make_no_less(ratings: list[float], cap: bool) -> None:
    made = to_percentages(Rule(cap_400=cap), ratings)
    assert sum(made) == 100
    assert all(0 <= one <= 100 for one in made)
    ordered = [share for _, share in sorted(zip(ratings, made, strict=True))]
    assert all(high - low >= -1 for low, high in itertools.pairwise(ordered))


def test_the_match_page_tells_both_players_ratings_margins_and_shares(client: Client) -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, deviation=50, games=12, wins=12, changed_at=NOON)
    rated = match(ada, bob, rated=True)
    expected = find_expected_result(rated.pk, NOON)
    assert [(one.rating, one.margin, one.share, one.provisional) for one in expected.seats] == [
        (1700, 100, 76, False), (1500, 700, 24, True),
    ]  # fmt: skip
    assert f"/fragments/matches/{rated.pk}/expected/" in client.get(f"/matches/{rated.pk}/").content.decode()
    shown = client.get(f"/fragments/matches/{rated.pk}/expected/").content.decode()
    assert "1700" in shown
    assert "76%" in shown


def test_both_players_read_how_a_rated_match_changed_their_ratings_and_of_others_there_is_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(match_id: int, of: str = "ratings") -> str:
        return client.get(f"/fragments/matches/{match_id}/{of}/").content.decode()

    ada, ben = PlayerFactory.create_batch(2)
    rated, casual = match(ada, ben, rated=True), match(ada, ben)
    assert not {"Expected"} & {word for one in (casual.pk, 987654) for word in shown(one, "expected").split()}
    for one in (rated, casual):
        end(one.pk)
    read_then_count = lambda one: (list_match_changes(one), apply_rated_match(match_id=one, at=NOON))[0]  # noqa: E731
    with monkeypatch.context() as patch:
        patch.setattr("league.ratings.views.list_match_changes", read_then_count)
        assert "Calculating" in shown(rated.pk), "counted between two reads of one answer"
    changes = list_match_changes(rated.pk)
    assert [(change.player, change.difference) for change in changes] == [(str(ada), 20), (str(ben), -20)]
    text = shown(rated.pk)
    assert ("+20" in text, "hx-get" in text) == (True, False)
    assert [shown(one).strip() for one in (casual.pk, 987654)] == ["", ""]


def test_open_pairings_of_an_event_tell_what_is_expected(client: Client) -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, games=12, wins=12)
    made = started_event(ada, bob)
    client.force_login(bob)
    page = client.get(f"/events/{made.pk}/").content.decode()
    assert "expected 76 – 24%" in page
    assert "Your expected score: 24% of the points." in page


def test_a_pools_page_explains_its_own_settings_and_is_linked(client: Client) -> None:
    pool = f"{GAME}/quick"
    RatingPool.objects.create(key=pool, cap_400=True, floor=250, decay=5)
    page = client.get(f"/ratings/{pool}/").content.decode()
    for text in ("counts as 400", "below 250", "lose 5 points", "K is 40 in your first 30 matches", "±700"):
        assert text in page
    plain = client.get(f"/ratings/{GAME}/").content.decode()
    for text in ("the 400-point rule is off", "below 100", "Your rating doesn't change while you are inactive."):
        assert text in plain
    for wrong in ("chess", f"{GAME}/nobody", f"{GAME}/quick/more"):
        assert client.get(f"/ratings/{wrong}/").status_code == 404
    assert f"/ratings/{GAME}/" in client.get(f"/leaderboard/{GAME}/").content.decode()
    ada = PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, deviation=50, games=12, wins=12)
    assert "±100" in client.get(f"/players/{ada.username}/").content.decode()
