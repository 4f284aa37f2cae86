"""Battle areas: domination, what it forbids, and the kills in a full one."""

from __future__ import annotations

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, do, dominator, graves, legal, men, note, refusal, scene

FAR = "S5 s"


def test_the_first_to_enter_an_empty_area_dominates_it() -> None:
    assert dominator(do(scene("B1 b", FAR), "B1-W1"), "W1") == "order"
    assert dominator(do(scene("S2 s", "B6 b", turn=CHAOS), "B6-W6"), "W6") == "chaos"


def test_an_area_left_empty_has_no_dominator() -> None:
    assert dominator(do(scene("W1 s", FAR), "W1-W2"), "W1") is None


def test_with_as_many_the_dominator_stays() -> None:
    assert dominator(do(scene("W2 b", "W1 s, S5 s"), "W2-W1"), "W1") == "chaos"


def test_a_greater_number_takes_the_domination() -> None:
    one = do(scene("W2 b, W6 s", "W1 s, S5 s"), "W2-W1")
    assert dominator(do(one, "S5-B5", "W6-W1"), "W1") == "order"


def test_domination_is_looked_at_when_someone_leaves() -> None:
    state = scene("W1 sb", "W1 sb, S5 s", dominated={"W1": CHAOS}, turn=CHAOS)
    assert dominator(state, "W1") == "chaos"
    assert dominator(do(state, "W1s-W2"), "W1") == "order"


def test_it_stays_when_one_leaves_and_the_others_are_as_many() -> None:
    state = scene("W1 s", "W1 sb, S5 s", turn=CHAOS)
    assert dominator(do(state, "W1s-W2"), "W1") == "chaos"


def test_one_dominator_forbids_nothing() -> None:
    state = scene("W1 s, W2 s", "W1 s, S5 s", dominated={"W1": CHAOS})
    assert legal(state, "W1") == {"W1-W2", "W1-W6", "W1-B1"}
    assert "W2-W1" in legal(state)


def test_two_dominators_hold_the_opponents_inside_but_let_more_in() -> None:
    state = scene("W1 s, W2 s", "W1 sb, S5 s")
    assert legal(state, "W1") == set()
    assert refusal(state, "W1-W6").code == "frozen"
    assert "W2-W1" in legal(state)


def test_the_dominator_moves_freely() -> None:
    state = scene("W1 s", "W1 sb, S5 s", turn=CHAOS)
    assert {"W1s-W6", "W1b-W6"} < legal(state)


@pytest.mark.parametrize("chaos", ["W1 ssb", "W1 sbb"])
def test_three_dominators_let_no_opponent_in(chaos: str) -> None:
    assert refusal(scene("W2 b", chaos), "W2-W1").code == "closed"
    assert refusal(scene("W1 s, W2 b", chaos), "W1-W6").code == "frozen"


@pytest.mark.parametrize("victim", "sb")
@pytest.mark.parametrize("killer", "sb")
def test_the_fourth_of_three_kills_the_one_opponent_of_any_kind(killer: str, victim: str) -> None:
    state = scene(f"W1 ssb, W2 {killer}", f"W1 {victim}, S5 s")
    assert note(state, "W2-W1") == f"W2-W1x{victim}"
    after = do(state, "W2-W1")
    assert men(after, "W1")[1] == ""
    assert graves(after) == ("", victim)


@pytest.mark.parametrize(
    ("killer", "inside", "victim"),
    [("s", "sb", "s"), ("b", "sb", "b"), ("s", "ss", "s"), ("b", "bb", "b"), ("s", "bb", "b"), ("b", "ss", "s")],
)
def test_of_two_opponents_the_one_of_the_same_kind_dies_first(killer: str, inside: str, victim: str) -> None:
    state = scene(f"W1 sb, W2 {killer}", f"W1 {inside}, S5 s")
    assert note(state, "W2-W1") == f"W2-W1x{victim}"
    after = do(state, "W2-W1")
    assert men(after, "W1")[1] == inside.replace(victim, "", 1)
    assert dominator(after, "W1") == "order"


def test_two_and_two_are_full_for_who_does_not_dominate() -> None:
    state = scene("W1 sb, W2 s", "W1 sb, S5 s", dominated={"W1": CHAOS})
    assert refusal(state, "W2-W1").code == "full"


def test_four_of_one_side_are_closed_to_all() -> None:
    assert refusal(scene("W1 ssbb, W2 s", FAR), "W2-W1").code == "full"
    assert refusal(scene("W1 ssbb, S4 s", "W2 s", turn=CHAOS), "W2-W1").code == "closed"
