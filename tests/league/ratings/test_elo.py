"""Expected values come from FIDE's published table (handbook B.02, 8.1.2) and from sums done by hand."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from league.ratings.elo import EloState, Rule, changes_ratings, score_against
from league.ratings.glicko2 import START_DEVIATION
from league.ratings.rating_calculation import MatchToRate, PoolRatings, RatingState, RatingStep

RULE = Rule()
ratings = st.floats(800, 2900)
START = datetime(2026, 1, 1, tzinfo=UTC)
seatings = st.lists(st.permutations(range(5)), min_size=1, max_size=40)

FIDE_TABLE = [(0, 0.50), (50, 0.57), (100, 0.64), (150, 0.70), (200, 0.76), (250, 0.81), (300, 0.85), (350, 0.89)]
"""Rating difference and expected score of the higher rated, to two places. FIDE tabulates the normal curve, which
leaves the logistic one by less than a hundredth up to here."""


def test_the_expected_score_agrees_with_fides_table_and_every_400_points_are_ten_to_one() -> None:
    for gap, expected in FIDE_TABLE:
        assert RULE.expected(1500 + gap, 1500) == pytest.approx(expected, abs=0.0101)
    for gap, expected in ((400, 10 / 11), (-400, 1 / 11), (800, 100 / 101), (-800, 1 / 101), (0, 1 / 2)):
        assert RULE.expected(1500 + gap, 1500) == pytest.approx(expected)


def test_with_the_400_point_rule_a_larger_gap_counts_as_400() -> None:
    capped = Rule(cap_400=True)
    assert capped.expected(2300, 1500) == pytest.approx(10 / 11)
    assert capped.expected(1500, 2300) == pytest.approx(1 / 11)
    assert capped.expected(1700, 1500) == RULE.expected(1700, 1500)


def test_the_factor_falls_after_30_games_and_for_good_above_2400() -> None:
    for value, games, peak, factor in (
        (1500, 0, 1500, 40), (1500, 29, 1500, 40), (1500, 30, 1500, 20), (2500, 29, 2500, 40), (2400, 30, 2400, 20),
        (2400.5, 30, 2400.5, 10), (2300, 99, 2450, 10),
    ):  # fmt: skip
        assert RULE.get_k_factor(EloState(value, games, peak)) == factor


def test_changes_by_hand() -> None:
    """Newcomers move by half of 40. With 400 points less 1/11 is expected, so a settled winner gains 20 × 10/11 = 18.18,
    and a new loser loses 40 × 10/11 = 36.36. Against three equals the first scores 3 of 3, the shared second and third
    1½, the last none: 20, 0, 0, −20."""
    assert RULE.changes([EloState(), EloState()], (1, 2)) == (20.0, -20.0)
    assert RULE.changes([EloState(), EloState()], (1, 1)) == (0.0, 0.0)
    low, high = EloState(1500, games=40), EloState(1900, games=3)
    assert RULE.changes([low, high], (1, 2)) == pytest.approx((18.1818, -36.3636), abs=1e-4)
    assert RULE.changes([EloState()] * 4, (1, 2, 2, 4)) == pytest.approx((20, 0, 0, -20))


@given(st.lists(ratings, min_size=2, max_size=4), st.randoms())
def test_with_one_factor_no_points_are_made_or_lost(values: list[float], rng: object) -> None:
    ranks = list(range(1, len(values) + 1))
    rng.shuffle(ranks)  # type: ignore[attr-defined]
    changes = RULE.changes([EloState(value, 40, 1500) for value in values], ranks)
    assert sum(changes) == pytest.approx(0, abs=1e-9)
    assert max(abs(change) for change in changes) <= 20


def test_a_pairwise_result_is_read_from_the_ranks_and_only_what_was_played_and_decided_counts() -> None:
    for rank, other, expected in ((1, 2, 1.0), (2, 1, 0.0), (1, 1, 0.5), (2, 2, 0.5), (2, 4, 1.0)):
        assert score_against(rank, other) == expected
    for ranks, reason, played, counts in (
        ((1, 2), "base", True, True), ((1, 1), "stalled", True, True), ((1, 2), "time", True, True),
        ((1, 2), "no-show", False, False), ((1, 2), "resigned", False, False), ((2, 2), "double-forfeit", True, False),
        ((2, 2), "time", True, False),
    ):  # fmt: skip
        assert changes_ratings(ranks, reason, played=played) is counts


# The ladder of a pool: one code for one match and for many


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


def test_the_factor_falls_with_the_thirtieth_match_and_for_good_above_2400() -> None:
    """Equal players, one of whom always wins: 40 / 2, after thirty matches 20 / 2; above 2400 only 10 / 2."""
    ladder = PoolRatings(Rule())
    for player, value, played in ((1, 1500.0, 29), (2, 1500.0, 30), (3, 2399.0, 50), (4, 2399.0, 50)):
        ladder.places[player] = RatingState(value=value, peak=value, wins=played)
    duels = [MatchToRate(n, START, pair, (1, 2)) for n, pair in enumerate([(1, 2), (3, 4)])]
    assert [step.after - step.before for step in ladder.rate_matches(duels)] == pytest.approx([20, -10, 10, -10])
    assert ladder.rate_matches([MatchToRate(2, START, (3, 2), (2, 1))])[0].after < 2400
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
