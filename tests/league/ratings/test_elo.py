"""Expected values come from FIDE's published table (handbook B.02, 8.1.2) and from sums done by hand."""

import pytest
from hypothesis import given, strategies as st

from league.ratings.elo import EloState, Rule, changes_ratings, score_against

RULE = Rule()
ratings = st.floats(800, 2900)

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


@given(ratings, ratings)
def test_the_two_expectations_add_up_to_one(one: float, other: float) -> None:
    assert RULE.expected(one, other) + RULE.expected(other, one) == pytest.approx(1)


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
