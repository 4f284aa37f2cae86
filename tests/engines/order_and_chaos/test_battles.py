"""Battle areas: domination, what it forbids, and the kills in a full one."""

from typing import Any

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, do, dominator, graves, legal, men, note, refusal, scene

FAR = "S5 s"


@pytest.mark.parametrize(
    ("rule", "state", "turns", "expected"),
    [
        ("the first to enter", scene("B1 b", FAR), ["B1-W1"], "order"),
        ("the first to enter", scene("S2 s", "B6 b, W2 s", turn=CHAOS), ["W2-W1"], "chaos"),
        ("nobody where nobody is", scene("W1 s", FAR), ["W1-W2"], None),
        ("with as many it stays", scene("W2 b", "W1 s, S5 s"), ["W2-W1"], "chaos"),
        ("more take it", scene("W2 b, W6 s", "W1 s, S5 s"), ["W2-W1", "S5-B5", "W6-W1"], "order"),
        ("more who stay take it", scene("W1 sb", "W1 sb, S5 s", dominated={"W1": CHAOS}, turn=CHAOS), ["W1s-W2"], "order"),
        ("as many who stay do not", scene("W1 s", "W1 sb, S5 s", turn=CHAOS), ["W1s-W2"], "chaos"),
    ],
)
def test_who_dominates_a_battle_area(rule: str, state: Any, turns: list[str], expected: str | None) -> None:
    assert dominator(do(state, *turns), "W1") == expected, rule


def test_one_dominator_forbids_nothing() -> None:
    state = scene("W1 s, W2 s", "W1 s, S5 s", dominated={"W1": CHAOS})
    assert legal(state, "W1") == {"W1-W2", "W1-W6", "W1-B1"}
    assert "W2-W1" in legal(state)


def test_two_dominators_hold_the_opponents_inside_but_let_more_in_and_move_freely() -> None:
    state = scene("W1 s, W2 s", "W1 sb, S5 s")
    assert (legal(state, "W1"), refusal(state, "W1-W6").code) == (set(), "frozen")
    assert "W2-W1" in legal(state)
    assert {"W1s-W6", "W1b-W6"} < legal(scene("W1 s", "W1 sb, S5 s", turn=CHAOS))


@pytest.mark.parametrize("chaos", ["W1 ssb", "W1 sbb"])
def test_three_dominators_let_no_opponent_in(chaos: str) -> None:
    assert refusal(scene("W2 b", chaos), "W2-W1").code == "closed"
    assert refusal(scene("W1 s, W2 b", chaos), "W1-W6").code == "frozen"


@pytest.mark.parametrize(
    ("order", "killer", "inside", "victim"),
    [
        *(("ssb", killer, victim, victim) for killer in "sb" for victim in "sb"),  # of one, of whatever kind
        ("sb", "s", "sb", "s"),  # of two, the one of the same kind first
        ("sb", "b", "sb", "b"),
        ("sb", "s", "ss", "s"),
        ("sb", "b", "bb", "b"),
        ("sb", "s", "bb", "b"),
        ("sb", "b", "ss", "s"),
    ],
)
def test_the_dominator_enters_a_full_area_by_a_kill(order: str, killer: str, inside: str, victim: str) -> None:
    state = scene(f"W1 {order}, W2 {killer}", f"W1 {inside}, S5 s")
    assert note(state, "W2-W1") == f"W2-W1x{victim}"
    after = do(state, "W2-W1")
    assert (men(after, "W1")[1], graves(after)) == (inside.replace(victim, "", 1), ("", victim))
    assert dominator(after, "W1") == "order"


def test_a_full_area_is_closed_to_who_does_not_dominate_it_and_to_all_if_it_holds_one_side() -> None:
    state = scene("W1 sb, W2 s", "W1 sb, S5 s", dominated={"W1": CHAOS})
    assert refusal(state, "W2-W1").code == "full"
    assert refusal(scene("W1 ssbb, W2 s", FAR), "W2-W1").code == "full"
    assert refusal(scene("W1 ssbb, S4 s", "W2 s", turn=CHAOS), "W2-W1").code == "closed"
