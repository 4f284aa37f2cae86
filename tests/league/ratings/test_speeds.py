"""Ratings of each speed, and how today's ratings became those."""

from datetime import datetime, timedelta
from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.test import Client

from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import accept_challenge, create_challenge
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, mark_rated
from league.ratings.actions.recalculation import compare_pool, recompute_if_due, recompute_pool
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.pools import RESERVED_NAMES, find_speed, get_bots_pool, get_speed_pool
from league.ratings.queries.expected_scores import find_expected_result
from league.ratings.queries.players import list_due_pools, list_ratings
from league.ratings.speeds import Speed, get_match_speed, get_speed
from league.sweep import sweep
from league.time_controls.presets import PRESETS
from matches.clock import DAY_MS, TimeControl
from matches.models import Match
from tests.factories import GAME, PlayerFactory, end, event, match, started_event
from tests.league.events.playing import refused

MIN_MS = 60_000
FAST, SLOW = f"{GAME}/fast", f"{GAME}/correspondence"
migration = import_module("league.migrations.0004_ratings_per_speed")


def test_the_time_of_a_player_for_a_match_decides_and_a_day_for_a_turn_is_correspondence() -> None:
    assert {key: str(get_speed(control)) for key, control in PRESETS.items()} == {
        "standard": "normal", "quick": "fast", "blitz": "fast", "long": "normal", "fischer": "fast", "absolute": "fast",
        "days": "correspondence",
    }  # fmt: skip
    for control, speed in (
        (TimeControl(), Speed.NORMAL), (TimeControl(0, 25 * MIN_MS - 1), Speed.FAST),
        (TimeControl(0, 25 * MIN_MS), Speed.NORMAL), (TimeControl(0, 15 * MIN_MS, 15_000), Speed.NORMAL),
        (TimeControl(0, DAY_MS - 1), Speed.NORMAL), (TimeControl(0, DAY_MS), Speed.CORRESPONDENCE),
        (TimeControl(DAY_MS, 0), Speed.CORRESPONDENCE),
    ):  # fmt: skip
        assert get_speed(control) == speed


def test_a_shared_match_clock_decides_instead_of_the_time_control() -> None:
    days = TimeControl(DAY_MS, 0)
    assert get_match_speed("order-and-chaos", {}, days) == Speed.CORRESPONDENCE
    assert get_match_speed("order-and-chaos", {"classroom": True}, days) == Speed.FAST
    assert get_speed(TimeControl(1_000, 0), 30 * MIN_MS) == Speed.NORMAL


def test_pools_of_bot_accounts_have_the_speed_of_theirs_and_an_events_own_pool_has_none() -> None:
    for pool in (get_speed_pool(GAME, speed) for speed in Speed):
        assert find_speed(get_bots_pool(pool)) == find_speed(pool)
    assert find_speed(f"{GAME}/advanced") is find_speed(f"{GAME}/advanced-bots") is None


def played(
    players: tuple[Player, Player], control: TimeControl, at: datetime, *, pool: str = GAME, ranks: tuple[int, int] = (1, 2)
) -> Match:
    made = match(*players, at=at)
    Match.objects.filter(pk=made.pk).update(control=control.dump())
    mark_rated(match_id=made.pk, game=GAME, pool=pool)
    end(made.pk, ranks=ranks, at=at)
    return made


@pytest.mark.django_db
def test_a_challenge_counts_for_the_ratings_of_its_speed(client: Client, at: datetime) -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    Rating.objects.create(player=ben, pool=FAST, value=1700, games=1, wins=1)
    offer = ChallengeOptions(GAME, PRESETS["blitz"], rated=True)
    match_id = create_challenge(by=ada.pk, offer=offer, at=at)
    client.force_login(ben)
    assert "Rated · fast" in client.get("/lobby/").content.decode()
    assert [row["speed"] for row in client.get("/api/v1/challenges/").json()["open"]] == ["fast"]
    accept_challenge(match_id=match_id, player_id=ben.pk, at=at)
    expected = find_expected_result(match_id, at)
    assert (expected.pool_name, [seat.rating for seat in expected.seats]) == ("Field Tactics (fast)", [1500, 1700])
    end(match_id, at=at)
    apply_rated_match(match_id=match_id, at=at)
    assert [(line.pool, line.games) for line in list_ratings(ada.pk)] == [(FAST, 1)]


@pytest.mark.django_db
def test_ratings_of_each_speed_have_their_own_lines_and_leaderboards(client: Client, at: datetime) -> None:
    pair = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    for hour, (control, pool) in enumerate([(PRESETS["days"], SLOW), (TimeControl(), GAME), (PRESETS["blitz"], FAST)]):
        apply_rated_match(match_id=played(pair, control, at + timedelta(hours=hour), pool=pool).pk, at=at)
    profile = client.get("/api/v1/players/ada/").json()
    assert [(line["speed"], line["rating"]) for line in profile["ratings"]] == [
        ("fast", 1520), ("normal", 1520), ("correspondence", 1520),
    ]  # fmt: skip
    for pool, speed in ((FAST, "fast"), (GAME, "normal"), (SLOW, "correspondence")):
        board = client.get(f"/api/v1/leaderboard/{GAME}/?pool={pool}").json()
        assert (board["speed"], board["pool"], board["total"]) == (speed, pool, 2)
        page = client.get(f"/leaderboard/{GAME}/?pool={pool}").content.decode()
        assert f'aria-current="page">{speed.capitalize()}</a>' in page
        assert "Speeds" in client.get(f"/ratings/{pool}/").content.decode()
    history = client.get("/api/v1/players/ada/ratings/").json()["changes"]
    assert [change["speed"] for change in history] == ["fast", "normal", "correspondence"]


@pytest.mark.django_db
def test_an_event_seeds_and_rates_by_the_speed_of_its_time_control(client: Client) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1900, games=1, wins=1)
    Rating.objects.create(player=ben, pool=FAST, value=1700, games=1, wins=1)
    for control, pool, first, rated_in in (
        ("standard", "", ada, GAME), ("blitz", "", ben, FAST), ("days", "", ada, SLOW),
        ("blitz", "advanced", ben, f"{GAME}/advanced"),
    ):  # fmt: skip
        made = started_event(ada, ben, control=PRESETS[control], pool=pool)
        assert made.entrants.get(seed=1).player == first
        assert RatedMatch.objects.get(match__series_match__pairing__round__event=made).pool == rated_in
        assert client.get(f"/api/v1/events/{made.pk}/").json()["speed"] == get_speed(PRESETS[control])


@pytest.mark.django_db
def test_an_event_cannot_call_its_pool_by_a_speed() -> None:
    assert {"fast", "normal", "correspondence", "bots", "fast-bots"} < RESERVED_NAMES
    organiser = PlayerFactory()
    for name in RESERVED_NAMES:
        with refused("bad-pool", "pool"):
            event(organiser=organiser, pool=name)


# The migration


def rows_of_today(at: datetime) -> None:
    """Players with matches of three time controls in the game's one pool, some also in an event's own."""
    rng, players = Random(3), [PlayerFactory(username=f"p{number}") for number in range(4)]
    bot = PlayerFactory(username="engine", is_bot_account=True)
    for hour in range(18):
        control = (PRESETS["blitz"], TimeControl(), PRESETS["days"])[hour % 3]
        first, second = rng.sample([*players, bot], 2)
        pool = f"{GAME}/advanced" if hour % 5 == 0 else GAME
        ranks = rng.choice([(1, 2), (2, 1), (1, 1)])
        made = played((first, second), control, at + timedelta(hours=hour), pool=pool, ranks=ranks)
        apply_rated_match(match_id=made.pk, at=at)


def all_ratings() -> dict[tuple[str, str], float]:
    rows = Rating.objects.filter(games__gt=0)
    return {(pool, player): value for pool, player, value in rows.values_list("pool", "player__username", "value")}


@pytest.mark.django_db
def test_todays_matches_are_moved_to_the_pools_of_their_speeds_and_back_and_recomputed(at: datetime) -> None:
    rows_of_today(at)
    RatingPool.objects.filter(pk=GAME).update(cap_400=True, floor=1_400)
    recompute_pool(pool=GAME)
    before = all_ratings()
    own = {key: value for key, value in before.items() if "advanced" in key[0]}
    waiting = played((PlayerFactory(), PlayerFactory()), PRESETS["blitz"], at)

    migration.split_pools(apps, None)
    assert RatedMatch.objects.get(match=waiting).pool == FAST
    due = set(list_due_pools())
    assert due == {key for pool in (GAME, FAST, SLOW) for key in (pool, get_bots_pool(pool))}
    assert {pool.rule.cap_400 for pool in RatingPool.objects.filter(pk__in=(GAME, FAST, SLOW))} == {True}
    assert all(recompute_if_due(pool=pool) for pool in due)

    for row in RatedMatch.objects.select_related("match").exclude(pool__contains="advanced"):
        assert find_speed(row.pool) == get_speed(row.match.control_value)
    assert not list_due_pools()
    assert {compare_pool(pool=pool).first for pool in {*due, f"{GAME}/advanced"}} == {""}
    assert {key: value for key, value in all_ratings().items() if "advanced" in key[0]} == own
    counted = {(change.pool, change.match_id) for change in RatingChange.objects.all()}
    assert counted == set(RatedMatch.objects.exclude(match=waiting).values_list("pool", "match"))

    migration.join_pools(apps, None)
    sweep(at + timedelta(days=40))
    assert not list_due_pools()
    recompute_pool(pool=GAME)
    assert {key: value for key, value in all_ratings().items() if key in before} == before


@pytest.mark.prove
@pytest.mark.django_db
def test_events_own_pools_make_room_for_those_of_speeds(at: datetime) -> None:
    made = event()
    made.update(pool="fast")
    pair = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    apply_rated_match(match_id=played(pair, TimeControl(), at, pool=FAST).pk, at=at)
    apply_rated_match(match_id=played(pair, PRESETS["blitz"], at).pk, at=at)

    migration.split_pools(apps, None)
    made.refresh_from_db()
    own = f"{GAME}/own-fast"
    assert (made.pool, made.rating_pool) == ("own-fast", own)
    for pool in list_due_pools():
        recompute_if_due(pool=pool)
    assert {pool: value for (pool, player), value in all_ratings().items() if player == "ada"} == {own: 1520, FAST: 1520}
    assert compare_pool(pool=own).first == ""
