"""The board, the start, and one step of one chessman (OC-1 to OC-4)."""

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, do, legal, men, note, refusal, scene, seen, south, start

FAR = "S5 s"  # an enemy who is not in the way


def test_each_side_starts_in_the_triangles_of_its_territory_and_moves_in_turn() -> None:
    for area, shown in seen(start())["areas"].items():
        seat = 0 if area[1] in "123" else 1
        assert shown["men"] == ([] if area[0] == "W" else [[seat, area[0].lower(), False]])
    assert seen(start())["owners"] == {"south": 0, "north": 1}
    assert legal(start()) == {"B1-W1", "B2-W2", "B3-W3", "S1-W1", "S1-W2", "S2-W2", "S2-W3", "S3-W3"}
    turns = [start(), do(start(), "B1-W1"), do(start(), "B1-W1", "B4-W4")]
    assert [seen(state)["to_act"] for state in turns] == [[0], [1], [0]], "Order moves first"


@pytest.mark.parametrize(
    ("area", "neighbours"),
    [
        *(("S1", "B1 B2"), ("S2", "B2 B3"), ("S3", "B3 B4"), ("S4", "B4 B5"), ("S5", "B5 B6"), ("S6", "B6 B1")),
        *(("B1", "S1 S6 W1"), ("B2", "S1 S2 W2 B5"), ("B3", "S2 S3 W3"), ("B4", "S3 S4 W4"), ("B5", "S4 S5 W5 B2")),
        *(("B6", "S5 S6 W6"), ("W1", "B1 W2 W6"), ("W2", "B2 W1 W3"), ("W3", "B3 W2 W4"), ("W4", "B4 W3 W5")),
        *(("W5", "B5 W4 W6"), ("W6", "B6 W5 W1")),
    ],
)
def test_a_small_chessman_goes_to_any_area_that_shares_an_edge(area: str, neighbours: str) -> None:
    assert legal(scene(f"{area} s", "")) == {f"{area}-{other}" for other in neighbours.split()}

    if area[0] != "S":  # which a big one never enters
        assert legal(scene(f"{area} b", "")) == {f"{area}-{other}" for other in neighbours.split() if other[0] != "S"}


def test_a_big_chessman_kills_a_small_enemy_in_a_big_triangle() -> None:
    state = scene("W1 b", "B1 s, S5 s")
    assert note(state, "W1-B1") == "W1-B1xs"
    assert men(do(state, "W1-B1"), "B1") == ("b", "")


@pytest.mark.parametrize(
    ("order", "chaos", "step", "code"),
    [
        # Areas that share a corner only are not adjacent.
        ("S1 s", FAR, "S1-S2", "not-adjacent"),
        ("S1 s", FAR, "S1-W1", "no-passage"),
        ("B1 b", FAR, "B1-B2", "not-adjacent"),
        ("B1 b", FAR, "B1-S1", "too-big"),
        # A small triangle holds one,
        ("B1 s, S1 s", FAR, "B1-S1", "occupied"),
        ("B1 s", "S1 s", "B1-S1", "occupied"),
        # and so does a big one: a small chessman kills nobody there, nobody an own one, and nobody a big one.
        ("W1 s", "B1 s, S5 s", "W1-B1", "occupied"),
        ("W1 b, B1 s", FAR, "W1-B1", "occupied"),
        ("W1 s, B1 s", FAR, "W1-B1", "occupied"),
        ("W1 b", "B1 b, S5 s", "W1-B1", "occupied"),
        ("W1 s", "B1 b, S5 s", "W1-B1", "occupied"),
        ("W1 b, B1 b", FAR, "W1-B1", "occupied"),
        # Cores are no exception.
        ("B2 s", "B5 s", "B2-B5", "occupied"),
        ("B2 b, B5 s", FAR, "B2-B5", "occupied"),
        ("B2 b", "B5 b, S5 s", "B2-B5", "occupied"),
        # A small chessman passes an own big one outward, and no other,
        ("S1 s", "B1 b, S5 s", "S1-W1", "no-passage"),
        ("S1 s, B1 s", FAR, "S1-W1", "no-passage"),
        ("S1 s, B2 b", FAR, "S1-W1", "no-passage"),
        ("W1 s, B1 b", FAR, "W1-S1", "not-adjacent"),
        ("S2 s, B2 b", FAR, "S2-B5", "not-adjacent"),
        # into a battle area that lets it in.
        ("S1 s, B1 b", "W1 ssb", "S1-W1", "closed"),
        ("S1 s, B1 b, W1 ssbb", FAR, "S1-W1", "full"),
    ],
)
def test_a_step_is_refused(order: str, chaos: str, step: str, code: str) -> None:
    assert refusal(scene(order, chaos), step).code == code


def test_a_small_chessman_passes_an_own_big_one_to_the_battle_area_behind() -> None:
    state = scene("S1 s, B1 b", FAR)
    assert legal(state, "S1") == {"S1-W1", "S1-B2"}
    after = do(state, "S1-W1")
    assert (men(after, "S1"), men(after, "B1"), men(after, "W1")) == (("", ""), ("b", ""), ("s", ""))


def test_passing_a_core_turns_nothing() -> None:
    state = scene("S4 s, B5 b, W1 s", "W3 s", south=CHAOS)
    assert south(do(state, "S4-W5")) == "chaos"
    assert note(state, "S4-W5") == "S4-W5"


def test_one_may_step_from_core_to_empty_core_and_kill_there() -> None:
    assert "B2-B5" in legal(scene("B2 s", FAR)) & legal(scene("B2 b", FAR))
    assert note(scene("B2 b", "B5 s, S5 s"), "B2-B5") == "B2-B5xs~"


def test_a_side_without_a_move_passes_and_only_then() -> None:
    stuck = scene("W1 s", "W1 sb, S5 s")
    assert legal(stuck) == {"pass"}
    after = do(stuck, "pass")
    assert (seen(after)["to_act"], seen(after)["quiet"], seen(after)["turn"]) == ([1], 1, 41)
    assert refusal(start(), "pass").code == "can-move"
    assert note(scene("W1 s", "W1 sb, S5 s", graves=("b", "")), "pass") == "pass+b", "it still revives its dead"


def test_a_letter_says_which_kind_leaves_a_battle_area() -> None:
    state = scene("W1 sb", FAR)
    assert legal(state) == {f"W1{kind}-{area}" for kind in "sb" for area in ("W2", "W6", "B1")}
    assert men(do(state, "W1s-W2"), "W2") == ("s", "")
    assert men(do(state, "W1b-W2"), "W2") == ("b", "")
    assert refusal(state, "W1-W2").code == "say-which"
    assert refusal(scene("W1 ss", FAR), "W1s-W2").code == "needless-letter"
