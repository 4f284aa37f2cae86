"""The classroom model: only time ends it, and points decide."""

from typing import Any

import pytest

from engines import registry
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, ORDER, do, end, refusal, scene, seen, start


def room(order: str, chaos: str, **more: Any) -> Any:
    return scene(order, chaos, classroom=True, **more)


@pytest.mark.parametrize(
    ("order", "chaos", "turn", "winner"),
    [
        ("S4 s", "W1 s", CHAOS, "order"),
        ("S4 s", "W1 s", ORDER, None),  # 1 less 1: equal
        ("B4 b", "W1 s", ORDER, "order"),  # 1.5 less 1
        ("S4 s", "B1 b", CHAOS, "order"),  # Chaos is ahead by a half and to move: 1 against 0.5
        ("S4 s", "B1 b", ORDER, "chaos"),
        ("S4 s", "S1 s", ORDER, None),  # nobody is ahead, nobody loses a point
        ("W1 s", "W4 s", CHAOS, None),
        ("S4 s, S6 s, B4 b", "S1 s, B1 b", ORDER, None),
        ("S4 s, S6 s, B4 b, B6 b", "S1 s, B1 b", ORDER, "order"),
    ],
)
def test_points_decide_and_the_side_to_move_loses_one_if_ahead(order: str, chaos: str, turn: int, winner: str | None) -> None:
    assert end(do(room(order, chaos, turn=turn), "time")) == (winner, "classroom")


def test_a_small_one_is_worth_one_a_big_one_one_and_a_half_and_who_has_not_moved_nothing() -> None:
    assert seen(room("S4 s, B4 b, B6 b", "S1 s, B3 s"))["points"] == [4.0, 1.0]
    assert seen(room("S4 s", "S1 s", fresh="S4"))["points"] == [0.0, 1.0]


def test_neither_occupation_nor_a_full_grave_nor_quiet_turns_end_it_and_repetitions_are_barred() -> None:
    assert ENGINE.outcome(do(room("S4 s, B4 b, W6 b", "W2 ss"), "W6-B6")) is None
    assert ENGINE.outcome(do(room("S1 s", "W2 ssb, S5 s", graves=("sbb", "")), "S1-B1")) is None
    there_and_back = ("W1-W2", "W4-W5", "W2-W1", "W5-W4")
    state = do(room("W1 s", "W4 s", quiet=119), *there_and_back, *there_and_back[:3])
    assert ENGINE.outcome(state) is None
    assert (seen(state)["quiet"], seen(state)["barred"]) == (126, ["W5-W4"])


def test_positions_may_repeat_in_classroom_matches_of_versions_1_and_2() -> None:
    engine = registry.get("order-and-chaos", 2)
    state = engine.load(ENGINE.dump(room("W1 s", "W4 s")))
    for text in 5 * ("W1-W2", "W4-W5", "W2-W1", "W5-W4"):
        state = engine.apply(state, state.seat, engine.decode(text))
    assert (engine.outcome(state), engine.view(state, None)["stood"]) == (None, 0)


def test_only_the_referee_says_that_time_is_over_and_only_in_a_classroom() -> None:
    assert refusal(start(classroom=True), "time").code == "not-a-players"
    assert refusal(start(), "time", None).code == "no-classroom"
    assert refusal(start(classroom=True), "B1-W1", None).code == "not-the-referees"
    assert ENGINE.describe(start(classroom=True), None, ENGINE.decode("time"), None) == "Time is up."


def test_its_length_is_five_minutes_or_without_a_clock_1200_turns() -> None:
    assert [ENGINE.time_limit(ENGINE.options({"classroom": on})) for on in (True, False)] == [300_000, None]  # type: ignore[attr-defined]
    assert seen(start(classroom=True))["time_ms"] == 300_000
    state = room("W1 s", "W4 s", turns=1199)
    assert ENGINE.chance(state, None) is None  # type: ignore[arg-type]
    state = do(state, "W1-W2")
    assert (seen(state)["to_act"], list(ENGINE.legal(state, state.seat) or ())) == ([], [])
    assert refusal(state, "W4-W5").code == "time-is-due"
    assert ENGINE.chance(state, None) is ENGINE.decode("time")  # type: ignore[arg-type]
    assert end(do(state, "time")) == (None, "classroom")


@pytest.mark.parametrize(
    ("order", "chaos", "winner"),
    [("S4 s", "W1 s", "order"), ("W1 s", "S1 s", "chaos"), ("S4 s", "S1 s", None), ("B4 b", "S1 s", "order")],
)
def test_at_the_cap_of_turns_nobody_loses_a_point(order: str, chaos: str, winner: str | None) -> None:
    capped = room(order, chaos, turns=1200)
    assert end(do(capped, "time")) == (winner, "classroom")
    assert ENGINE.describe(capped, None, ENGINE.decode("time"), None) == "The last turn has been played."
    assert [seen(state)["penalty"] for state in (room("S4 s", "W1 s"), capped, start())] == [1.0, 0.0, 0.0]


def test_between_equal_points_those_of_all_turns_together_decide() -> None:
    """Order has held a point for two turns when Chaos gets one too: 2 + 1 against 1."""
    state = do(room("S4 s, W1 s", "W3 s"), "W1-W6", "W3-B3", "W6-W1")
    assert (seen(state)["points"], seen(state)["held"]) == ([1.0, 0.0], [3.0, 0.0])
    level = do(room("S4 s, W1 s", "W2 s, W5 s"), "W1-W6", "W5-W4", "W6-W1", "W4-W5")
    assert seen(level)["held"] == [4.0, 0.0]


@pytest.mark.parametrize(("held", "winner"), [((3.0, 2.5), "order"), ((2.0, 4.0), "chaos"), ((2.0, 2.0), None)])
def test_held_points_decide_only_if_the_points_are_equal(held: tuple[float, float], winner: str | None) -> None:
    equal = room("S4 s", "S1 s")._replace(held=held)
    assert end(do(equal, "time")) == (winner, "classroom")
    ahead = room("S4 s", "W1 s", turn=CHAOS)._replace(held=held)
    assert end(do(ahead, "time")) == ("order", "classroom")
    made_equal_by_the_lost_point = room("S4 s", "W1 s")._replace(held=held)
    assert end(do(made_equal_by_the_lost_point, "time")) == (winner, "classroom")


def test_no_points_are_held_in_matches_of_version_3_and_equal_points_are_a_draw() -> None:
    engine = registry.get("order-and-chaos", 3)
    state = engine.load(ENGINE.dump(room("S4 s", "S1 s")._replace(held=(5.0, 0.0))))
    assert engine.view(state, None)["held"] is None
    assert engine.outcome(engine.apply(state, None, engine.decode("time"))).ranks == (1, 1)
    assert seen(scene("S4 s", "S1 s"))["held"] is None, "nor outside the classroom"


def test_by_the_printed_rules_equal_points_are_a_draw() -> None:
    for rules, held, winner in (("tuned", [4.0, 1.0], "order"), ("printed", None, None)):
        state = do(room("S4 s, W1 s", "W3 s", rules=rules), "W1-W6", "W3-B3", "W6-W1", "B3-S3")
        assert (seen(state)["held"], end(do(state, "time"))) == (held, (winner, "classroom"))
