"""The excess of a decision: 0 on average for honest players, above 0 for those who know the truth.

The evidence of several matches, and its bound on false alarms.
"""

from collections.abc import Callable, Sequence
from math import exp, log
from random import Random
from statistics import mean

import pytest

from engines.fair_play.decision_scores import MAX_STANDARDISED, Decision, Excess, score_decision, score_shared
from engines.fair_play.evidence import (
    ALARM,
    MAX_SCORE,
    RATES,
    WINDOW,
    Bounds,
    bound_mean,
    calibrate,
    count_honest_below,
    score_match,
    weigh_evidence,
)
from engines.fair_play.match_scores import Scored
from tests.thorough import WHOLE

ACTIONS, CARDS, WORLDS = 5, 5, 40
Chooser = Callable[[Sequence[float], Random], int]


def draw_world(rng: Random, weights: Sequence[float]) -> list[float]:
    """Return a world in which one action, drawn by these weights, wins a card and the others win nothing."""
    card = rng.choices(range(CARDS), weights)[0]
    return [float(at == card) for at in range(ACTIONS)]


def mean_excess(choose: Chooser, *, truth: Sequence[float], drawn: Sequence[float]) -> float:
    """Return the mean excess of many decisions; `truth` and `drawn` weigh where the card lies, and where it is drawn."""
    rng, found = Random(7), []
    for _ in range(4000 if WHOLE else 600):
        world = draw_world(rng, truth)
        decision = Decision(choose(world, rng), INDIFFERENT, world, [draw_world(rng, drawn) for _ in range(WORLDS)])
        excess = score_decision(decision)
        found.append(excess.standardised)
    return mean(found)


EVEN, UNEVEN = [1.0] * CARDS, [6.0, 1.0, 1.0, 1.0, 1.0]
INDIFFERENT = [0.0] * ACTIONS


def prefer_the_first(world: Sequence[float], rng: Random) -> int:
    return 0


def look(world: Sequence[float], rng: Random) -> int:
    return world.index(1.0)


def test_an_honest_player_has_no_excess_if_worlds_are_as_likely_as_the_truth_or_it_chooses_as_expected() -> None:
    assert abs(mean_excess(prefer_the_first, truth=EVEN, drawn=EVEN)) < (0.06 if WHOLE else 0.15)
    assert abs(mean_excess(lambda world, rng: rng.randrange(ACTIONS), truth=UNEVEN, drawn=EVEN)) < (0.06 if WHOLE else 0.15)
    assert mean_excess(prefer_the_first, truth=UNEVEN, drawn=EVEN) > 0.3, "both fail"


def test_who_looks_has_an_excess_whether_or_not_the_assumptions_hold() -> None:
    assert mean_excess(look, truth=EVEN, drawn=EVEN) > 1.0
    assert mean_excess(look, truth=UNEVEN, drawn=EVEN) > 1.0


def test_what_is_equal_in_all_worlds_does_not_count() -> None:
    rng = Random(3)
    worlds, truth = [draw_world(rng, EVEN) for _ in range(WORLDS)], draw_world(rng, EVEN)
    plain = score_decision(Decision(1, INDIFFERENT, truth, worlds))
    bonus = [50.0, 0.0, -3.0, 0.0, 7.0]
    shifted = [[value + extra for value, extra in zip(world, bonus, strict=True)] for world in [truth, *worlds]]
    raised = score_decision(Decision(1, INDIFFERENT, shifted[0], shifted[1:]))
    assert abs(plain.standardised - raised.standardised) < 1e-9
    worlds = [[1.0, 0.0, 2.0]] * 10
    assert score_decision(Decision(2, [0.0] * 3, [1.0, 0.0, 2.0], worlds)) is None
    assert score_decision(Decision(2, [0.0] * 3, [1.0, 0.0, 2.0], [])) is None


def test_one_lucky_guess_is_bounded() -> None:
    worlds = [[0.0, 0.0]] * 999 + [[0.0, 1.0]]
    excess = score_decision(Decision(1, [9.0, 0.0], [0.0, 1.0], worlds))
    assert excess.standardised == MAX_STANDARDISED


def test_partners_have_an_excess_only_where_the_partner_knew_something_else() -> None:
    own = [0.4, 0.4, 0.4]
    assert score_shared(0, [0.0] * 3, own, own) is None
    fitting, other = score_shared(0, [0.0] * 3, own, [0.9, 0.2, 0.1]), score_shared(2, [0.0] * 3, own, [0.9, 0.2, 0.1])
    assert fitting.standardised > 1.0 > 0.0 > other.standardised


def draw_matches(rng: Random, number: int, mean: float = 0.0) -> list[list[float]]:
    return [[rng.gauss(mean, 1.0)] for _ in range(number)]


def test_the_evidence_against_honest_players_is_at_most_1_on_average() -> None:
    bounds, rng = calibrate({"honest": draw_matches(Random(1), 400)}), Random(2)
    assert weigh_evidence(bounds, []) == 1.0
    found = [weigh_evidence(bounds, [score for [score] in draw_matches(rng, 3)]) for _ in range(20_000 if WHOLE else 2000)]
    assert sum(found) / len(found) < 1.0


def test_honest_windows_raise_no_alarm_and_cheaters_do() -> None:
    bounds, rng = calibrate({"honest": draw_matches(Random(1), 400)}), Random(3)
    honest = [weigh_evidence(bounds, [score for [score] in draw_matches(rng, WINDOW)]) for _ in range(3000 if WHOLE else 300)]
    cheats = [
        weigh_evidence(bounds, [score for [score] in draw_matches(rng, WINDOW, 2.0)]) for _ in range(300 if WHOLE else 60)
    ]
    assert max(honest) < ALARM
    assert sum(evidence >= ALARM for evidence in cheats) >= 0.95 * len(cheats)


def test_the_worst_line_up_counts() -> None:
    calm = {"calm": draw_matches(Random(1), 300)}
    both = {**calm, "wild": [[2.5 * score] for [score] in draw_matches(Random(2), 300)]}
    bounds = calibrate(both)
    wild = [score for [score] in both["wild"]]
    for rate, bound in zip(RATES, bounds.bounds, strict=True):
        assert bound > log(sum(exp(rate * bounds.standardise(score)) for score in wild) / len(wild))


@pytest.mark.parametrize("number", [60, *([300, 1000] if WHOLE else [])])
def test_a_bound_is_above_the_true_mean_about_as_often_as_promised(number: int) -> None:
    rng = Random(number)
    true_mean, low = 0.5 * (exp(1.0) + exp(-1.0)), 0
    for _ in range(200):
        low += bound_mean([exp(rng.choice((-1.0, 1.0))) for _ in range(number)], exp(MAX_SCORE)) < true_mean
    assert low <= 20  # 5 % of 200 are 10.


def test_a_bound_gets_closer_with_more_matches_and_one_match_cannot_raise_an_alarm() -> None:
    rng = Random(5)
    values = [rng.random() for _ in range(4000)]
    few, many = bound_mean(values[:100], 20.0), bound_mean(values, 20.0)
    assert 0.5 < many < few
    bounds = Bounds(0.0, 1.0, tuple(rate * rate / 2 for rate in RATES), 400)
    assert weigh_evidence(bounds, [1e9]) < 100.0


def test_the_words_count_honest_players_of_10_000() -> None:
    assert [count_honest_below(evidence) for evidence in (0.2, 1.0, 10.0, ALARM, 1e300)] == [0, 0, 9000, 9999, 9999]


def test_decisions_count_by_what_was_at_stake() -> None:
    small, large = Scored(3, 0, Excess(-1.0, 0.1)), Scored(9, 0, Excess(2.0, 10.0))
    assert score_match([]) is None
    score = score_match([small, large])
    assert score is not None
    assert score == pytest.approx(2.0, abs=0.05)
