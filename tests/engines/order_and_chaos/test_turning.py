"""Cores and territories."""

from __future__ import annotations

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


def test_a_step_into_the_own_core_turns_nothing() -> None:
    state = scene("W2 s", FAR)
    assert note(state, "W2-B2") == "W2-B2"
    assert south(do(state, "W2-B2")) == "order"


def test_the_other_side_can_turn_them_back() -> None:
    turned = do(scene("W5 s", "W4 b, S6 s"), "W5-B5")
    assert south(turned) == "chaos"
    back = do(scene("B5 s, W1 s", "W5 b", south=CHAOS, turn=CHAOS), "W5-B5")
    assert south(back) == "order"
    assert men(back, "B5") == ("", "b")


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


def test_leaving_the_only_core_turns_nothing() -> None:
    assert south(do(scene("B5 b", FAR, south=CHAOS), "B5-W5")) == "chaos"
    assert south(do(scene("B5 b", "B2 b, S6 s", south=CHAOS), "B5-W5")) == "chaos"


def test_a_step_from_core_to_core_takes_the_territory_stepped_into() -> None:
    assert south(do(scene("B2 b", FAR), "B2-B5")) == "chaos"
    assert south(do(scene("B5 b", FAR, south=CHAOS), "B5-B2")) == "order"


def test_who_kills_in_one_of_two_cores_takes_that_territory() -> None:
    """OC-11: whether the dead one has left its core or not, the end is the same."""
    for owner in (ORDER, CHAOS):
        for at, door in (("B5", "W5"), ("B2", "W2")):
            state = scene("B2 s, B5 s, S3 s", f"{door} b, S6 s", south=owner, turn=CHAOS)
            assert south(do(state, f"{door}-{at}")) == ("chaos" if at == "B2" else "order")
