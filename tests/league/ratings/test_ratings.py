"""Counting matches into ratings, once, each in its pool."""

from datetime import datetime, timedelta

import pytest

from engines import registry
from league.ratings.actions.rating_updates import apply_rated_match, mark_rated
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.queries.counted_matches import MAX_JOINED_SEATS
from league.ratings.queries.players import compute_shares, get_rating_values, get_rule, list_pools, list_ratings, list_uncounted
from tests.factories import GAME, NOON, BotFactory, GuestFactory, PlayerFactory, end, ended_match, match
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def ratings() -> dict[str, float]:
    return {row.player.username: row.value for row in Rating.objects.select_related("player")}


def test_a_win_between_newcomers_is_counted_once_in_both_systems(at: datetime) -> None:
    """The second seat wins. Glicko-2 moves it from 1500 ±700 to 1662 ±581, as Glickman's formulas give by hand."""
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    played = ended_match(ada, ben, ranks=(2, 1))
    assert apply_rated_match(match_id=played.pk, at=at)
    assert not apply_rated_match(match_id=played.pk, at=at + timedelta(hours=1))
    assert ratings() == {"ada": 1480, "ben": 1520}
    assert (RatedMatch.objects.get().counted_at, RatingChange.objects.count()) == (at, 2)
    change, row = RatingChange.objects.get(player=ben), Rating.objects.get(player=ben)
    assert (change.match_id, change.pool, change.result, change.at) == (played.pk, GAME, 1, played.closed_at)
    assert (change.before, change.after, change.strength_before, change.deviation_before) == (1500, 1520, 1500, 350)
    assert change.strength_after == pytest.approx(1662.2, abs=0.1)
    assert change.deviation_after == pytest.approx(290.3, abs=0.1)
    assert (row.games, row.wins, row.draws, row.losses, row.peak) == (1, 1, 0, 0, 1520)
    assert (row.value, row.strength) == (change.after, change.strength_after)
    assert (row.deviation, row.volatility) == (change.deviation_after, change.volatility_after)


def test_a_draw_is_counted_as_a_game_bots_are_rated_and_what_nobody_counted_is_found_oldest_first(at: datetime) -> None:
    bot = BotFactory()
    won = ended_match(PlayerFactory(), bot, ranks=(2, 1), at=at + timedelta(hours=1))
    drawn = ended_match(ranks=(1, 1), at=at)
    assert list_uncounted(NOON) == [drawn.pk, won.pk]
    apply_rated_match(match_id=drawn.pk, at=at)
    assert {(row.value, row.games, row.draws) for row in Rating.objects.all()} == {(1500, 1, 1)}
    apply_rated_match(match_id=won.pk, at=at)
    assert Rating.objects.get(player=bot).value == 1520


def test_what_is_casual_still_played_or_was_played_by_nobody_changes_no_rating(at: datetime) -> None:
    running, casual, of_a_guest = match(rated=True), ended_match(rated=False), ended_match(PlayerFactory(), GuestFactory())
    assert not apply_rated_match(match_id=running.pk, at=at)
    assert not apply_rated_match(match_id=casual.pk, at=at)
    assert apply_rated_match(match_id=of_a_guest.pk, at=at)
    for ranks, reason in (((1, 2), "no-show"), ((2, 2), "double-forfeit")):
        unplayed = match(rated=True)
        end(unplayed.pk, ranks=ranks, reason=reason)
        assert apply_rated_match(match_id=unplayed.pk, at=at)
    assert RatedMatch.objects.get(match=running).counted_at is None
    assert list_uncounted(NOON) == []
    assert not RatingChange.objects.exists()
    assert not Rating.objects.exclude(games=0).exists()


def test_a_table_of_four_moves_everybody_by_the_mean_of_their_duels(at: datetime) -> None:
    four = [PlayerFactory(username=name) for name in ("ada", "ben", "cy", "dee")]
    played = ended_match(*four, ranks=(1, 2, 2, 4), game="zero-day")
    assert apply_rated_match(match_id=played.pk, at=at)
    assert ratings() == {"ada": 1520, "ben": 1500, "cy": 1500, "dee": 1480}
    tallies = Rating.objects.order_by("player__username").values_list("wins", "draws", "losses")
    assert list(tallies) == [(1, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1)]
    strengths = list(Rating.objects.order_by("-strength").values_list("player__username", flat=True))
    assert (strengths[0], strengths[-1]) == ("ada", "dee")


def test_pools_of_one_game_are_rated_apart(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    for pool, ranks in (("", (1, 2)), (f"{GAME}/blitz", (2, 1)), (f"{GAME}/blitz", (2, 1))):
        apply_rated_match(match_id=ended_match(ada, ben, ranks=ranks, pool=pool).pk, at=at)
    values = {row.pool: row.games for row in Rating.objects.filter(player=ada)}
    assert values == {GAME: 1, f"{GAME}/blitz": 2}
    assert Rating.objects.get(player=ada, pool=GAME).value == 1520
    assert list_pools(GAME) == [f"{GAME}/fast", GAME, f"{GAME}/correspondence", f"{GAME}/blitz"]
    lines = list_ratings(ada.pk)
    assert [line.game_name for line in lines] == ["Field Tactics (normal)", "Field Tactics (blitz)"]
    assert [line.speed for line in lines] == ["normal", None]


def test_a_pool_has_the_name_of_its_game_first() -> None:
    played = match()
    for pool in ("chess", "zero-day/x", f"{GAME}/", f"{GAME}/Blitz", f"{GAME}/a/b", f"{GAME}/" + "x" * 80):
        with refused("bad-pool", "pool"):
            mark_rated(match_id=played.pk, game=GAME, pool=pool)
    assert not RatedMatch.objects.exists()


def test_a_pool_counts_by_its_own_rule(at: datetime) -> None:
    """With the 400-point rule a win against 800 points less still earns 40 / 11; nobody falls below the floor."""
    strong, weak = PlayerFactory(username="strong"), PlayerFactory(username="weak")
    RatingPool.objects.create(key=GAME, cap_400=True, floor=1498)
    Rating.objects.create(player=strong, pool=GAME, value=2300, peak=2300)
    apply_rated_match(match_id=ended_match(strong, weak).pk, at=at)
    assert ratings()["strong"] == pytest.approx(2300 + 40 / 11)
    assert ratings()["weak"] == 1498


def test_what_is_expected_of_players_is_shared_out(at: datetime) -> None:
    ada, ben, cy = (PlayerFactory() for _ in range(3))
    Rating.objects.create(player=ada, pool=GAME, value=1900)
    known, rule = get_rating_values([ada.pk, ben.pk, cy.pk], GAME), get_rule(GAME)
    assert compute_shares(rule, [known[ada.pk], known[ben.pk]]) == pytest.approx((10 / 11, 1 / 11))
    three = compute_shares(rule, [known[ada.pk], known[ben.pk], known[cy.pk]])
    assert sum(three) == pytest.approx(1)
    assert three == pytest.approx((20 / 33, 13 / 66, 13 / 66))


def test_counting_takes_few_queries(at: datetime, django_assert_max_num_queries: object) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    apply_rated_match(match_id=ended_match(ada, ben, at=at).pk, at=at)
    played = ended_match(ada, ben, at=at + timedelta(hours=1))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert apply_rated_match(match_id=played.pk, at=at)


def test_the_seats_of_all_installed_games_are_joined() -> None:
    assert max(max(registry.get(key).seat_counts) for key in registry.keys()) == MAX_JOINED_SEATS  # noqa: SIM118
