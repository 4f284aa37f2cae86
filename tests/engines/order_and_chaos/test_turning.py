"""Cores and territories."""

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, ORDER, do, graves, men, note, scene, seen, south

FAR = "S6 s"


@pytest.mark.parametrize("kind", "sb")
def test_a_step_into_the_enemy_core_turns_both_territories(kind: str) -> None:
    state = scene(f"W5 {kind}", "W2 s")
    after = do(state, "W5-B5")
    assert note(state, "W5-B5") == "W5-B5~"
    assert seen(after)["owners"] == {"south": CHAOS, "north": ORDER}
    assert seen(after)["revive"] == ["W5", "W2"]


def test_a_step_into_the_own_core_turns_nothing_and_the_other_side_can_turn_them_back() -> None:
    state = scene("W2 s", FAR)
    assert (note(state, "W2-B2"), south(do(state, "W2-B2"))) == ("W2-B2", "order")
    back = do(scene("B5 s, W1 s", "W5 b", south=CHAOS, turn=CHAOS), "W5-B5")
    assert (south(back), men(back, "B5")) == ("order", ("", "b"))


def test_killing_comes_before_turning_and_both_before_the_revival() -> None:
    """The dead of Order come back at W5, for by then the north is Order's."""
    state = scene("W5 b", "B5 s, S6 s", graves=("s", ""))
    assert note(state, "W5-B5") == "W5-B5xs~+s"
    after = do(state, "W5-B5")
    assert men(after, "W5") == ("s", "")
    assert graves(after) == ("", "s")


@pytest.mark.parametrize(
    ("owner", "leaving", "turns"),
    [
        (CHAOS, "B5-W5", True),  # B2 is still held, and the south was Chaos's
        (CHAOS, "B2-W2", False),  # B5 is still held, and the north is Order's already
        (ORDER, "B2-W2", True),
        (ORDER, "B5-W5", False),
    ],
)
def test_who_leaves_one_of_two_cores_keeps_the_territory_of_the_other(owner: int, leaving: str, turns: bool) -> None:
    state = scene("B2 b, B5 b", FAR, south=owner)
    after = do(state, leaving)
    assert seen(after)["last"]["turned"] is turns
    assert south(after) == ("order" if leaving == "B5-W5" else "chaos")


@pytest.mark.parametrize(
    ("order", "chaos", "owner", "step", "owns_the_south"),
    [
        ("B5 b", FAR, CHAOS, "B5-W5", "chaos"),  # who leaves its only core turns nothing
        ("B5 b", "B2 b, S6 s", CHAOS, "B5-W5", "chaos"),
        ("B2 b", FAR, ORDER, "B2-B5", "chaos"),  # a step from core to core takes the territory stepped into
        ("B5 b", FAR, CHAOS, "B5-B2", "order"),
    ],
)
def test_the_core_that_is_left_does_not_count(order: str, chaos: str, owner: int, step: str, owns_the_south: str) -> None:
    assert south(do(scene(order, chaos, south=owner), step)) == owns_the_south


def test_who_kills_in_one_of_two_cores_takes_that_territory() -> None:
    """OC-11: whether the dead one has left its core or not, the end is the same."""
    for owner in (ORDER, CHAOS):
        for at, door in (("B5", "W5"), ("B2", "W2")):
            state = scene("B2 s, B5 s, S3 s", f"{door} b, S6 s", south=owner, turn=CHAOS)
            assert south(do(state, f"{door}-{at}")) == ("chaos" if at == "B2" else "order")
