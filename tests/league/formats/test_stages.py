"""Chains of stages: checked before the start, and tried out on simulated entrants."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.forecast import decide_result, simulate_stages
from league.formats.heat_tables import POINTS_BY_PLACE, score_heat
from league.formats.protocol import Entrant, Pairing
from league.formats.stages import BadStage, Stage, check_stages, select_qualifiers
from league.ratings.elo import Rule
from tests.league.formats.playing import examples, refused

GROUPS = Stage("groups", {"groups": 8, "top": 2})


def usual(ranks: Any) -> tuple[int, ...]:
    return score_heat(ranks, POINTS_BY_PLACE[len(ranks)])


def test_forty_entrants_go_through_groups_of_five_to_a_double_elimination_of_sixteen() -> None:
    """What groups send on is taken if nothing is said."""
    planned = check_stages([GROUPS, Stage("double-elimination", take=16)], 40)
    assert [(one.title, one.entrants, one.rounds) for one in planned] == [("Groups", 40, 5), ("Double elimination", 16, 9)]
    assert check_stages([GROUPS, Stage("swiss"), Stage("single-elimination", take=8)], 40)[1].entrants == 16


@pytest.mark.parametrize(
    ("stages", "number", "field", "sentence"),
    [
        ([Stage("groups", {"groups": 41})], 1, "groups", "from 1 to 128|too many for 40 entrants"),
        ([GROUPS, Stage("double-elimination", take=12)], 2, "take", "has 16 qualifiers, not 12"),
        ([Stage("swiss"), Stage("single-elimination", take=41)], 2, "take", "2 to 40"),
        ([Stage("swiss"), Stage("single-elimination", take=1)], 2, "take", "2 to 40"),
        ([Stage("swiss", take=16)], 1, "take", "takes all 40"),
        ([Stage("swiss"), Stage("swiss", {"rounds": 8}, take=8)], 2, "rounds", "at most 7 rounds"),
        ([Stage("swiss"), Stage("tombola")], 2, "format", "Unknown format"),
        ([Stage("ladder"), Stage("swiss")], 1, "format", "can't be combined with other stages"),
        ([Stage("single-elimination"), Stage("swiss", take=6)], 2, "take", "several share"),
        ([Stage("swiss", {"colour": 3})], 1, "colour", "swiss"),
    ],
)
def test_a_chain_that_cannot_be_is_refused_with_stage_and_field(
    stages: list[Stage], number: int, field: str, sentence: str
) -> None:
    with pytest.raises(BadStage, match=sentence) as refused:
        check_stages(stages, 40)
    assert (refused.value.stage, refused.value.field) == (number, field)


def test_a_chain_has_one_stage_at_least_and_eight_at_most() -> None:
    for stages in ([], [Stage("swiss")] * 9):
        with refused("stages"):
            check_stages(stages, 40)


def test_a_bracket_is_cut_only_where_it_tells_who_is_better() -> None:
    """A match for the third place lets three go on."""
    for take, third_place in ((2, False), (3, True), (4, False), (8, False)):
        stages = [Stage("single-elimination", {"third_place": third_place}), Stage("round-robin", take=take)]
        assert check_stages(stages, 16)[1].entrants == take
    for take in (3, 12):
        with pytest.raises(BadStage):
            check_stages([Stage("single-elimination"), Stage("round-robin", take=take)], 16)


def test_qualifiers_keep_the_order_of_their_places_and_for_one_who_withdraws_the_next_moves_up() -> None:
    (planned,) = check_stages([Stage("single-elimination")], 4)
    entrants = [Entrant(one) for one in (1, 2, 3, 4)]
    semis = (Pairing((1, 4), (2, 0), key="W1.1"), Pairing((2, 3), (2, 0), key="W1.2"))
    history = [semis, (Pairing((1, 2), (0, 2), key="W2.1"),)]
    assert select_qualifiers(planned, entrants, history, 2) == (2, 1)
    gone = [replace(one, left=2) if one.id == 2 else one for one in entrants]
    assert select_qualifiers(planned, gone, history, 2)[0] == 1
    assert 2 not in select_qualifiers(planned, gone, history, 2)


CHAINS = st.sampled_from(
    [
        [Stage("groups", {"groups": 3, "top": 2}), Stage("double-elimination")],
        [Stage("round-robin"), Stage("single-elimination", {"best_of": 3}, take=4)],
        [Stage("swiss", {"rounds": 3}), Stage("single-elimination", {"drawn": "seed"}, take=4)],
        [Stage("heats", {"rounds": 3}), Stage("heats", {"rounds": 2, "final": True}, take=8)],
        [Stage("league", {"cycles": 1}), Stage("groups", {"groups": 2, "top": 1}, take=6), Stage("round-robin")],
    ]
)


@settings(max_examples=examples(8))
@given(CHAINS, st.integers(0, 2**32))
def test_chances_add_up_whatever_the_chain(stages: list[Stage], seed: int) -> None:
    rng = Random(seed)
    runs = 2
    told = simulate_stages(stages, [rng.uniform(1000, 2200) for _unused in range(10)], rng, runs=runs)
    planned = check_stages(stages, 10)
    assert sum(one.win for one in told.chances) == pytest.approx(1)
    for at, stage in enumerate(planned):
        assert sum(one.reach[at] for one in told.chances) == pytest.approx(stage.entrants)
        assert told.stages[at].rounds >= 1
        assert told.stages[at].entrants == stage.entrants
    assert all(one.win <= one.reach[-1] <= one.reach[0] == 1 for one in told.chances)


def test_a_dry_run_counts_rounds_and_matches() -> None:
    told = simulate_stages([GROUPS, Stage("single-elimination")], [1500.0] * 40, Random(3), runs=3, draws=0)
    assert [(one.rounds, one.matches, one.stuck) for one in told.stages] == [(5, 80, 0), (4, 15, 0)]
    told = simulate_stages([Stage("single-elimination")], [1500.0] * 8, Random(1), runs=50, draws=0.6)
    assert (told.stages[0].matches, told.stages[0].rounds) == (7, 3), "a replayed match counts once"


def test_the_chance_to_win_one_match_is_elos_and_the_same_seed_gives_the_same_forecast() -> None:
    told, again = (
        simulate_stages([Stage("single-elimination")], [1600, 1500], Random(11), runs=1000, draws=0) for _ in range(2)
    )
    assert told == again
    assert told.chances[0].win == pytest.approx(Rule().expected(1600, 1500), abs=0.04)


@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_draws_do_not_change_the_expected_score(draws: float) -> None:
    rng = Random(5)
    bye = Pairing((1, None), (2, None))
    assert decide_result(bye, {1: 1500.0}, rng, draws, usual) is bye, "it is decided already"
    made = [decide_result(Pairing((1, 2)), {1: 1700, 2: 1500}, rng, draws, usual).halves[0] or 0 for _ in range(2000)]
    assert sum(made) / 4000 == pytest.approx(Rule().expected(1700, 1500), abs=0.03)
    assert made.count(1) / 2000 == pytest.approx(draws, abs=0.03)


def test_at_a_table_of_four_each_two_finish_in_elos_order_as_often_as_elo_says() -> None:
    rng = Random(6)
    rating = {1: 1700.0, 2: 1600.0, 3: 1500.0, 4: 1400.0}
    table = Pairing((1, 2, 3, 4), (None,) * 4)
    ahead: Counter[tuple[int, int]] = Counter()
    for _ in range(2000):
        done = decide_result(table, rating, rng, 0, usual)
        ahead.update((one, other) for one in rating for other in rating if done.made(one) > done.made(other))
    for one in rating:
        for other in rating:
            if one != other:
                assert ahead[one, other] / 2000 == pytest.approx(Rule().expected(rating[one], rating[other]), abs=0.04)


def test_a_dry_run_that_cannot_be_is_refused() -> None:
    for given_ in ({"runs": 0}, {"draws": 1.0}, {"runs": 10**6}):
        with refused(next(iter(given_))):
            simulate_stages([Stage("swiss")], [1500.0] * 8, Random(1), **given_)  # type: ignore[arg-type]


def test_a_stage_that_cannot_pair_a_round_is_told_and_not_hidden() -> None:
    told = simulate_stages([Stage("swiss", {"rounds": 5})], [1500.0] * 6, Random(2), runs=10)
    assert told.stages[0].stuck > 0
    assert sum(one.win for one in told.chances) == pytest.approx(1)
