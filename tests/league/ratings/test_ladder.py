"""The ladder of a pool: one code for one match and for many."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from league.ratings.elo import EloState, Rule
from league.ratings.glicko2 import START_DEVIATION
from league.ratings.rating_calculation import MatchToRate, PoolRatings, RatingState, RatingStep

START = datetime(2026, 1, 1, tzinfo=UTC)
seatings = st.lists(st.permutations(range(5)), min_size=1, max_size=40)


def games(orders: list[list[int]]) -> list[MatchToRate]:
    """Matches hours apart, of two to four of five players; every third match is drawn."""
    made = []
    for number, order in enumerate(orders):
        count = 2 + order[0] % 3
        ranks = tuple(range(1, count + 1)) if number % 3 else (1,) * count
        made.append(MatchToRate(number, START + timedelta(hours=number), tuple(order[:count]), ranks))
    return made


@given(seatings, st.integers(0, 39))
def test_matches_one_at_a_time_or_in_two_parts_come_to_the_same_bits_as_all_at_once(orders: list[list[int]], cut: int) -> None:
    played = games(orders)
    at_once, one_by_one, first, second = (PoolRatings(Rule()) for _ in range(4))
    steps = at_once.rate_matches(played)
    assert [step for match in played for step in one_by_one.rate_matches([match])] == steps
    assert [at_once.place(player) for player in range(5)] == [one_by_one.place(player) for player in range(5)]
    begun = first.rate_matches(played[:cut])
    second.places = dict(first.places)
    assert begun + second.rate_matches(played[cut:]) == steps
    last: dict[int, RatingStep] = {}
    for step in steps:  # Each starts where the player's last one ended.
        if before := last.get(step.player):
            assert step[4:11:2] == before[5:12:2]
        last[step.player] = step
    for player, step in last.items():
        place = at_once.place(player)
        assert (place.value, place.strength, place.changed_at) == (step.after, step.strength_after, step.at)
        assert place.peak >= place.value


def test_the_factor_falls_with_the_thirtieth_match_and_above_2400() -> None:
    """Equal players, one of whom always wins: 40 / 2, after thirty matches 20 / 2; above 2400 only 10 / 2."""
    ladder = PoolRatings(Rule())
    for player, value, played in ((1, 1500.0, 29), (2, 1500.0, 30), (3, 2399.0, 50), (4, 2399.0, 50)):
        ladder.places[player] = RatingState(value=value, peak=value, wins=played)
    duels = [MatchToRate(n, START, pair, (1, 2)) for n, pair in enumerate([(1, 2), (3, 4)])]
    assert [step.after - step.before for step in ladder.rate_matches(duels)] == pytest.approx([20, -10, 10, -10])
    assert ladder.rate_matches([MatchToRate(2, START, (3, 1), (1, 1))])[0].after < 2409
    top = Rule().expected(ladder.place(3).value, ladder.place(2).value)
    step = ladder.rate_matches([MatchToRate(3, START, (3, 2), (1, 2))])[0]
    assert step.after - step.before == pytest.approx(10 * (1 - top))


@pytest.mark.parametrize("rule", [Rule(), Rule(cap_400=True)])
def test_nobody_falls_below_the_floor(rule: Rule) -> None:
    ladder = PoolRatings(rule)
    ladder.places = {1: RatingState(value=105, peak=1500), 2: RatingState(value=110, peak=1500)}
    assert ladder.rate_matches([MatchToRate(1, START, (1, 2), (2, 1))])[0].after == 100
    assert Rule().changes([EloState(105), EloState(110)], (2, 1))[0] == -5


def test_decay_is_off_unless_asked_for_and_shows_in_the_row_of_the_next_match() -> None:
    """480 days idle, 180 of grace: ten months at 12 points."""
    for rule, lost in ((Rule(), 0), (Rule(decay=12), 120)):
        ladder = PoolRatings(rule)
        for player in (1, 2):
            ladder.places[player] = RatingState(value=1800, peak=1800, wins=40, changed_at=START)
        steps = ladder.rate_matches([MatchToRate(1, START + timedelta(days=480), (1, 2), (1, 1))])
        assert [step.before for step in steps] == [1800, 1800]
        assert [step.after for step in steps] == pytest.approx([1800 - lost] * 2)


def test_idle_time_makes_a_rating_less_sure() -> None:
    for days, seats in ((0, 2), (300, 2), (300, 3)):
        ladder = PoolRatings(Rule())
        for player in range(3):
            ladder.places[player] = RatingState(wins=40, changed_at=START, deviation=60)
        after = ladder.rate_matches([MatchToRate(1, START + timedelta(days=days), (0, 1, 2)[:seats], (1, 1, 1)[:seats])])
        assert (after[0].deviation_after > 60) is (days > 0)
        assert after[0].deviation_after < START_DEVIATION
