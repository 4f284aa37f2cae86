"""The excess of a decision: 0 on average for honest players, above 0 for those who know the truth."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean

from engines.fair_play.decision_scores import MAX_STANDARDISED, Decision, score_decision, score_shared
from tests.thorough import WHOLE

ACTIONS, CARDS, WORLDS = 5, 5, 40
Chooser = Callable[[Sequence[float], Random], int]


def draw_world(rng: Random, weights: Sequence[float]) -> list[float]:
    """Return a world in which one action, drawn by these weights, wins a card and the others win nothing."""
    card = rng.choices(range(CARDS), weights)[0]
    return [float(at == card) for at in range(ACTIONS)]


def mean_excess(
    choose: Chooser, *, truth: Sequence[float], drawn: Sequence[float], scores: Sequence[float], n: int = 4000 if WHOLE else 600
) -> float:
    """Return the mean excess of many decisions; `truth` and `drawn` weigh where the card lies, and where it is drawn."""
    rng, found = Random(7), []
    for _ in range(n):
        world = draw_world(rng, truth)
        decision = Decision(choose(world, rng), scores, world, [draw_world(rng, drawn) for _ in range(WORLDS)])
        excess = score_decision(decision)
        assert excess is not None
        found.append(excess.standardised)
    return mean(found)


EVEN, UNEVEN = [1.0] * CARDS, [6.0, 1.0, 1.0, 1.0, 1.0]
INDIFFERENT = [0.0] * ACTIONS


def prefer_the_first(world: Sequence[float], rng: Random) -> int:
    return 0


def choose_at_random(world: Sequence[float], rng: Random) -> int:
    return rng.randrange(ACTIONS)


def look(world: Sequence[float], rng: Random) -> int:
    return world.index(1.0)


def test_an_honest_player_has_no_excess_if_worlds_are_as_likely_as_the_truth_or_it_chooses_as_expected() -> None:
    assert abs(mean_excess(prefer_the_first, truth=EVEN, drawn=EVEN, scores=INDIFFERENT)) < (0.06 if WHOLE else 0.15)
    assert abs(mean_excess(choose_at_random, truth=UNEVEN, drawn=EVEN, scores=INDIFFERENT)) < (0.06 if WHOLE else 0.15)
    assert mean_excess(prefer_the_first, truth=UNEVEN, drawn=EVEN, scores=INDIFFERENT) > 0.3, "both fail"


def test_who_looks_has_an_excess_whether_or_not_the_assumptions_hold() -> None:
    assert mean_excess(look, truth=EVEN, drawn=EVEN, scores=INDIFFERENT) > 1.0
    assert mean_excess(look, truth=UNEVEN, drawn=EVEN, scores=INDIFFERENT) > 1.0


def test_what_is_equal_in_all_worlds_does_not_count() -> None:
    rng = Random(3)
    worlds, truth = [draw_world(rng, EVEN) for _ in range(WORLDS)], draw_world(rng, EVEN)
    plain = score_decision(Decision(1, INDIFFERENT, truth, worlds))
    bonus = [50.0, 0.0, -3.0, 0.0, 7.0]
    shifted = [[value + extra for value, extra in zip(world, bonus, strict=True)] for world in [truth, *worlds]]
    raised = score_decision(Decision(1, INDIFFERENT, shifted[0], shifted[1:]))
    assert plain is not None
    assert raised is not None
    assert abs(plain.standardised - raised.standardised) < 1e-9
    worlds = [[1.0, 0.0, 2.0]] * 10
    assert score_decision(Decision(2, [0.0] * 3, [1.0, 0.0, 2.0], worlds)) is None
    assert score_decision(Decision(2, [0.0] * 3, [1.0, 0.0, 2.0], [])) is None


def test_one_lucky_guess_is_bounded() -> None:
    worlds = [[0.0, 0.0]] * 999 + [[0.0, 1.0]]
    excess = score_decision(Decision(1, [9.0, 0.0], [0.0, 1.0], worlds))
    assert excess is not None
    assert excess.standardised == MAX_STANDARDISED


def test_partners_have_an_excess_only_where_the_partner_knew_something_else() -> None:
    own = [0.4, 0.4, 0.4]
    assert score_shared(0, [0.0] * 3, own, own) is None
    fitting, other = score_shared(0, [0.0] * 3, own, [0.9, 0.2, 0.1]), score_shared(2, [0.0] * 3, own, [0.9, 0.2, 0.1])
    assert fitting is not None
    assert other is not None
    assert fitting.standardised > 1.0 > 0.0 > other.standardised
