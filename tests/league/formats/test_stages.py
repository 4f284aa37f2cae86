"""Chains of stages: checked before the start, and tried out on simulated entrants."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.forecast import decide_result, simulate_stages
from league.formats.heat_tables import POINTS_BY_PLACE, score_heat
from league.formats.protocol import Entrant, Pairing
from league.formats.registry import ROUND_FORMATS
from league.formats.settings import BadSetting
from league.formats.stages import BadStage, Stage, check_stages, select_qualifiers
from league.ratings.elo import Rule
from tests.league.formats.playing import Event

GROUPS = Stage("groups", {"groups": 8, "top": 2})


def usual(ranks: Any) -> tuple[int, ...]:
    return score_heat(ranks, POINTS_BY_PLACE[len(ranks)])


def test_forty_entrants_go_through_groups_of_five_to_a_double_elimination_of_sixteen() -> None:
    planned = check_stages([GROUPS, Stage("double-elimination", take=16)], 40)
    assert [(one.title, one.entrants) for one in planned] == [("Groups", 40), ("Double elimination", 16)]
    assert [one.rounds for one in planned] == [5, 9]


def test_what_groups_send_on_is_taken_if_nothing_is_said() -> None:
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
        with pytest.raises(BadSetting) as refused:
            check_stages(stages, 40)
        assert refused.value.field == "stages"


@pytest.mark.parametrize(("take", "fits"), [(2, True), (3, False), (4, True), (8, True), (12, False)])
def test_a_bracket_is_cut_only_where_it_tells_who_is_better(take: int, fits: bool) -> None:
    stages = [Stage("single-elimination"), Stage("single-elimination", take=take)]
    if fits:
        assert check_stages(stages, 16)[1].entrants == take
    else:
        with pytest.raises(BadStage):
            check_stages(stages, 16)


def test_a_match_for_the_third_place_lets_three_go_on() -> None:
    stages = [Stage("single-elimination", {"third_place": True}), Stage("round-robin", take=3)]
    assert check_stages(stages, 16)[1].entrants == 3


def test_for_a_qualifier_who_withdraws_the_next_moves_up() -> None:
    played = Event(ROUND_FORMATS["groups"], {"groups": 2, "top": 2}, 8, Random(1)).play()
    (planned,) = check_stages([Stage("groups", {"groups": 2, "top": 2})], 8)
    before = select_qualifiers(planned, played.entrants, played.history, 4)
    gone = [replace(one, left=len(played.history)) if one.id == before[0] else one for one in played.entrants]
    after = select_qualifiers(planned, gone, played.history, 4)
    assert len(after) == 4
    assert before[0] not in after
    assert set(before[1:]) <= set(after)


CHAINS = st.sampled_from(
    [
        [Stage("groups", {"groups": 3, "top": 2}), Stage("double-elimination")],
        [Stage("round-robin"), Stage("single-elimination", {"best_of": 3}, take=4)],
        [Stage("swiss", {"rounds": 3}), Stage("single-elimination", {"drawn": "seed"}, take=4)],
        [Stage("heats", {"rounds": 3}), Stage("heats", {"rounds": 2, "final": True}, take=8)],
        [Stage("league", {"cycles": 1}), Stage("groups", {"groups": 2, "top": 1}, take=6), Stage("round-robin")],
    ]
)


@settings(max_examples=12, deadline=None)
@given(CHAINS, st.integers(0, 2**32))
def test_chances_add_up_whatever_the_chain(stages: list[Stage], seed: int) -> None:
    rng = Random(seed)
    runs = 5
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


def test_the_same_seed_gives_the_same_forecast() -> None:
    chain = [Stage("swiss", {"rounds": 3}), Stage("single-elimination", take=2)]
    assert simulate_stages(chain, [1800, 1600, 1500, 1400], Random(7), runs=20) == simulate_stages(
        chain, [1800, 1600, 1500, 1400], Random(7), runs=20
    )


def test_the_chance_to_win_one_match_is_elos() -> None:
    told = simulate_stages([Stage("single-elimination")], [1600, 1500], Random(11), runs=4000, draws=0)
    assert told.chances[0].win == pytest.approx(Rule().expected(1600, 1500), abs=0.03)


@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_draws_do_not_change_the_expected_score(draws: float) -> None:
    rng = Random(5)
    made = [decide_result(Pairing((1, 2)), {1: 1700, 2: 1500}, rng, draws, usual).halves[0] or 0 for _ in range(6000)]
    assert sum(made) / 12000 == pytest.approx(Rule().expected(1700, 1500), abs=0.02)
    assert made.count(1) / 6000 == pytest.approx(draws, abs=0.03)


def test_at_a_table_of_four_each_two_finish_in_elos_order_as_often_as_elo_says() -> None:
    rng = Random(6)
    rating = {1: 1700.0, 2: 1600.0, 3: 1500.0, 4: 1400.0}
    table = Pairing((1, 2, 3, 4), (None,) * 4)
    ahead: Counter[tuple[int, int]] = Counter()
    for _ in range(5000):
        done = decide_result(table, rating, rng, 0, usual)
        ahead.update((one, other) for one in rating for other in rating if done.made(one) > done.made(other))
    for one in rating:
        for other in rating:
            if one != other:
                assert ahead[one, other] / 5000 == pytest.approx(Rule().expected(rating[one], rating[other]), abs=0.03)


@pytest.mark.parametrize(("given_", "field"), [({"runs": 0}, "runs"), ({"draws": 1.0}, "draws"), ({"runs": 10**6}, "runs")])
def test_a_dry_run_that_cannot_be_is_refused(given_: dict[str, Any], field: str) -> None:
    with pytest.raises(BadSetting) as refused:
        simulate_stages([Stage("swiss")], [1500.0] * 8, Random(1), **given_)
    assert refused.value.field == field


def test_a_stage_that_cannot_pair_a_round_is_told_and_not_hidden() -> None:
    told = simulate_stages([Stage("swiss", {"rounds": 5})], [1500.0] * 6, Random(2), runs=10)
    assert told.stages[0].stuck > 0
    assert sum(one.win for one in told.chances) == pytest.approx(1)


def test_decided_pairings_are_left_as_they_are() -> None:
    bye = Pairing((1, None), (2, None))
    assert decide_result(bye, {1: 1500.0}, Random(1), 0.1, usual) is bye


def test_entrants_of_a_stage_keep_the_order_of_their_seeds() -> None:
    planned = check_stages([Stage("single-elimination")], 4)[0]
    history = [(Pairing((1, 4), (2, 0), key="W1.1"), Pairing((2, 3), (2, 0), key="W1.2"))]
    final = [*history, (Pairing((1, 2), (0, 2), key="W2.1"),)]
    assert select_qualifiers(planned, [Entrant(one) for one in (1, 2, 3, 4)], final, 2) == (2, 1)
