"""Who picks when: orders, how they are drawn and proved, and how the turns run."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Order, Pass, Skip, Take
from league.drafts.formats.draws import build_manual_order, draw_random_order, lottery, reverse_standings, verify_order
from league.drafts.formats.entities import ActionError, Chance, Rules
from tests.league.drafts.formats.playing import NOON, done, refused, setup

CHANCE = Chance(b"k" * 32, "12", ("a", "b"))


@pytest.mark.parametrize(
    ("kind", "given", "teams"),
    [("linear", {}, "123123123123"), ("snake", {}, "123321123321"), ("snake", {"third_reversed": True}, "123321321123")],
)
def test_a_linear_draft_repeats_its_order_and_a_snake_reverses_it(kind: str, given: dict[str, bool], teams: str) -> None:
    state = draft_rules.start(setup(kind, 3, settings=given), NOON)
    rng = Random(1)
    while not state.over:
        (team,) = draft_rules.teams_to_act(state)
        state = done(state, Take(team, rng.choice(state.books.remaining).id))
    assert "".join(str(pick.team) for pick in state.picks) == teams


def test_a_random_order_is_a_fair_shuffle_that_the_revealed_seed_proves() -> None:
    ordering = draw_random_order((1, 2, 3, 4), CHANCE)
    assert sorted(ordering.order) == [1, 2, 3, 4]
    assert verify_order(ordering, CHANCE, CHANCE.commitment) == ""
    first = Counter(draw_random_order((1, 2, 3), Chance(bytes([n]) * 32, str(m))).order for n in range(30) for m in range(10))
    assert len(first) == 6
    assert min(first.values()) > 25


def test_a_lottery_draws_by_weight_and_the_rest_follow_as_they_stood() -> None:
    ordering = lottery((4, 3, 2, 1), {4: 5, 3: 3, 2: 0}, CHANCE, 1)
    assert ordering.draws[0].total == 8
    assert ordering.order == (ordering.draws[0].team, *(team for team in (4, 3, 2, 1) if team != ordering.draws[0].team))
    assert verify_order(ordering, CHANCE, CHANCE.commitment) == ""
    won = Counter(lottery((1, 2), {1: 9, 2: 1}, Chance(bytes([n]) * 32, str(m))).order[0]
                  for n in range(20) for m in range(20))  # fmt: skip
    assert 340 < won[1] < 380


def test_a_tampered_lottery_is_found_out() -> None:
    ordering = lottery((1, 2, 3), {1: 1, 2: 1, 3: 1}, CHANCE)
    told = replace(ordering.draws[1], number=1 - ordering.draws[1].number)
    lied = replace(ordering, draws=(ordering.draws[0], told, ordering.draws[2]))
    assert verify_order(lied, CHANCE, CHANCE.commitment).startswith("Position 2: the seed gives number")
    assert verify_order(replace(ordering, order=ordering.order[::-1]), CHANCE, CHANCE.commitment)
    assert verify_order(ordering, replace(CHANCE, seed=b"x" * 32), CHANCE.commitment)
    assert verify_order(reverse_standings((1, 2)), CHANCE, CHANCE.commitment)


def test_standings_are_turned_upside_down_and_a_hand_made_order_is_checked() -> None:
    assert reverse_standings((5, 6, 7)).order == (7, 6, 5)
    assert build_manual_order((2, 1), (1, 2)).order == (2, 1)
    for call in (
        lambda: build_manual_order((1, 1), (1, 2)),
        lambda: lottery((1, 2), {1: 1}, CHANCE, 2),
        lambda: lottery((1, 2), {3: 1}, CHANCE),
        lambda: lottery((1, 2), {1: -1}, CHANCE),
    ):
        with pytest.raises(ActionError) as caught:
            call()
        assert caught.value.field in ("order", "weights")


def test_a_skipped_turn_comes_at_the_end_and_is_not_lost() -> None:
    state = done(draft_rules.start(setup(), NOON), Skip())
    assert draft_rules.teams_to_act(state) == {2}
    state = draft_rules.apply(state, Take(2, 1), NOON)
    assert [turn.team for turn in state.table.queue][-1] == 1
    assert [turn.team for turn in state.table.queue].count(1) == 4
    alone = draft_rules.start(setup(teams=1), NOON)
    assert refused(alone, Skip()).code == "nobody-else"


def test_the_organiser_deals_the_turns_that_are_left_anew_but_takes_none_that_is_needed() -> None:
    state = draft_rules.start(setup(teams=2, rules=Rules(60, 2, 4), settings={"rounds": 2}), NOON)
    state = done(state, Take(1, 1))
    again = done(state, Order((1, 2, 2)))
    assert draft_rules.teams_to_act(again) == {1}
    assert refused(state, Order((1, 1, 2))).code == "needs-turn"
    assert refused(state, Order((1, 2))).code == "bad-order"
    roomy = draft_rules.start(setup(teams=2, rules=Rules(60, 1, 2)), NOON)
    assert refused(roomy, Order((1, 1, 1, 2))).code == "full"


def test_a_turn_may_be_passed_only_where_the_roster_can_do_without() -> None:
    state = draft_rules.start(setup(teams=2, rules=Rules(60, 1, 2)), NOON)
    state = done(state, Pass(1), Take(2, 1))
    assert refused(state, Pass(1)).code == "needs-turn"
    done_by = done(state, Take(1, 2), Pass(2))
    assert done_by.over == "complete"
