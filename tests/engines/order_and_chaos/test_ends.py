"""How a match ends (OC-7 to OC-10)."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import Outcome
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, ORDER, do, end, graves, legal, refusal, scene, seen, start


@pytest.mark.parametrize(
    ("state", "turn", "winner"),
    [
        (scene("S4 s, B4 b, W6 b", "W2 ss"), "W6-B6", "order"),
        (scene("S4 s, S6 s, B6 s", "W2 ss"), "B6-S5", "order"),
        (scene("B4 b, B6 b, B3 b, S4 s", "W2 ss"), "B3-W3", "order"),
        # A chessman in a core counts too; a small one in a big triangle doesn't.
        (scene("B2 b, S1 s, W3 b, B6 b", "S5 s", south=CHAOS), "W3-B3", "order"),
        (scene("S4 s, B4 s, W6 s", "W2 ss"), "W6-B6", None),
        # The step into B5 turns the territories: those count that stand in what has become the enemy's,
        (scene("W5 b, B1 b, S1 s, S3 s", "W2 s"), "W5-B5", "order"),
        (scene("W5 b, B1 b, S1 s, S3 s", "W2 s", fresh="B1"), "W5-B5", None),  # if they have moved
        (scene("W5 s, S2 s", "B4 b, S4 s, S6 s"), "W5-B5", "chaos"),
        # and if both occupy, the mover wins.
        (scene("W5 s, B1 b, S1 s, S2 s", "B4 b, S4 s, S6 s"), "W5-B5", "order"),
        (scene("B4 b, S4 s, S6 s", "W5 s, B1 b, S1 s, S2 s", south=CHAOS, turn=CHAOS), "W5-B5", "chaos"),
        # Occupation is looked at before the grave.
        (scene("S4 s, B4 b, W6 b", "W2 ssb", graves=("sbs", "")), "W6-B6", "order"),
    ],
)
def test_three_in_matching_triangles_of_the_enemy_territory_win(state: Any, turn: str, winner: str | None) -> None:
    after = do(state, turn)
    if winner:
        assert (end(after), seen(after)["phase"]) == ((winner, "occupation"), "over")
    else:
        assert ENGINE.outcome(after) is None


def test_who_has_moved_counts_also_when_it_came_back() -> None:
    after = do(scene("W5 b, B1 b, S1 s, S3 s", "W2 s", fresh="B1"), "W5-B5")
    assert seen(after)["occupation"] == [2, 0]
    state = do(start(), "B1-W1", "B4-W4", "W1-B1", "W4-B4")
    assert {area for area, shown in seen(state)["areas"].items() if shown["men"] and shown["men"][0][2]} == {"B1", "B4"}


def test_three_in_the_grave_after_the_own_revival_lose() -> None:
    state = scene("S1 s", "W2 ssb, S5 s", graves=("sbb", ""))
    assert end(do(state, "S1-B1")) == ("chaos", "blocked")
    assert end(do(scene("W5 ssb, S1 s", "S5 s", graves=("", "sbb"), turn=CHAOS), "S5-B5")) == ("order", "blocked")
    assert ENGINE.outcome(do(scene("S1 s", "W2 ssb, S5 s", graves=("sb", "")), "S1-B1")) is None, "two do not"


def test_three_killed_do_not_lose_before_their_side_has_tried_to_revive_them() -> None:
    after = do(scene("W1 ssb, W6 b", "W1 s, S5 s, B4 s", graves=("", "sb")), "W6-W1")
    assert graves(after) == ("", "sbs")
    assert ENGINE.outcome(after) is None
    assert graves(do(after, "B4-W4")) == ("", "")


@pytest.mark.parametrize(
    ("order", "chaos", "fresh", "winner"),
    [
        ("W1 s, S4 s", "W4 s", "", "order"),
        ("W1 s, S4 s", "W4 s, B1 b", "", "chaos"),  # a big one is worth more
        ("W1 s, S4 s, S6 s", "W4 s, B1 b", "", "order"),
        ("W1 s, S4 s", "W4 s, S1 s", "", None),
        ("W1 s, S4 s", "W4 s", "S4", None),  # it has not moved yet
    ],
)
def test_after_120_quiet_turns_points_decide(order: str, chaos: str, fresh: str, winner: str | None) -> None:
    assert ENGINE.outcome(do(scene(order, chaos, quiet=118, fresh=fresh), "W1-W2")) is None
    assert end(do(scene(order, chaos, quiet=119, fresh=fresh), "W1-W2")) == (winner, "quiet")


def test_the_limit_is_an_option_and_a_draw_gives_both_the_first_rank() -> None:
    limited = scene("W1 s", "W4 s", quiet=6, quiet_turn_limit=7)
    assert ENGINE.outcome(do(limited, "W1-W2")) == Outcome((1, 1), "quiet")


@pytest.mark.parametrize(
    ("state", "action", "quiet"),
    [
        (scene("W1 b", "B1 s, S5 s", quiet=119), "W1-B1", 0),  # a kill
        (scene("W5 s", "W2 s", quiet=119), "W5-B5", 0),  # a turning
        (scene("B4 s", "W2 s", quiet=119), "B4-S4", 0),  # an occupation more
        (scene("S4 s", "W2 s", quiet=119), "S4-B4", 0),  # one less
        (scene("S1 s, W2 sbb", "W2 b, S5 s", graves=("s", ""), quiet=119), "S1-B1", 0),  # a kill by one that comes back
        (scene("W1 s", "W4 s"), "W1-W2", 1),
        (scene("S1 s", "S5 s", graves=("b", "")), "S1-B1", 1),  # a revival alone
        (scene("W1 s", "W1 sb, S5 s"), "pass", 1),
    ],
)
def test_what_happens_starts_the_count_of_quiet_turns_anew(state: Any, action: str, quiet: int) -> None:
    after = do(state, action)
    assert (ENGINE.outcome(after), seen(after)["quiet"]) == (None, quiet)


ROUND = ("W1-W2", "W4-W5", "W2-W1", "W5-W4")


def test_no_move_makes_a_position_stand_a_third_time_and_the_start_counts() -> None:
    before = do(scene("W1 s, S4 s", "W4 s"), *ROUND, *ROUND[:3])
    assert (seen(before)["repeats"], seen(before)["barred"]) == ({"W5-W4": 2}, ["W5-W4"])
    assert legal(before, "W5") == {"W5-W6", "W5-B5"}
    assert refusal(before, "W5-W4").code == "repetition"
    after = do(before, "W5-W6")
    assert ENGINE.outcome(after) is None
    assert seen(after)["barred"] == [], "Order may move as before: the position is a new one"


def test_the_repetition_limit_is_an_option() -> None:
    assert seen(do(scene("W1 s", "W4 s", repetition_limit=2), *ROUND[:3]))["barred"] == ["W5-W4"]
    assert seen(do(scene("W1 s", "W4 s", repetition_limit=4), *ROUND, *ROUND[:3]))["barred"] == []


@pytest.mark.parametrize("classroom", [False, True])
def test_who_has_only_barred_moves_passes_and_a_pass_may_repeat_a_position(classroom: bool) -> None:
    """Order's only chessman walks until it has been in every area around it; Chaos has none and always passes."""
    state = scene("S1 s", "", classroom=classroom, repetition_limit=2, quiet_turn_limit=1000)
    while state.seat == CHAOS or legal(state) != {"pass"}:
        assert (state.seat == CHAOS) == (legal(state) == {"pass"})
        state = do(state, min(legal(state)))
    assert sorted(seen(state)["barred"]) == sorted(seen(state)["repeats"]) != []
    assert refusal(state, seen(state)["barred"][0]).code == "repetition"
    assert seen(do(state, "pass", "pass"))["stood"] == 2


def test_repetitions_end_the_matches_of_versions_1_and_2_on_points() -> None:
    engine = registry.get("order-and-chaos", 2)
    state = engine.load(ENGINE.dump(scene("W1 s, S4 s", "W4 s")))
    for text in (*ROUND, *ROUND):
        view = engine.view(state, None)
        assert (view["barred"], text in map(engine.encode, engine.legal(state, state.seat) or ())) == (None, True)
        state = engine.apply(state, state.seat, engine.decode(text))
    assert end(state) == ("order", "repetition")


def test_by_the_printed_rules_positions_may_repeat_and_points_decide_after_1200_turns() -> None:
    state = scene("W1 s, S4 s", "W4 s", turns=1188, rules="printed", repetition_limit=2)
    for text in 3 * ROUND:
        assert (ENGINE.outcome(state), seen(state)["barred"], seen(state)["stood_limit"]) == (None, None, None)
        state = do(state, text)
    assert (seen(state)["stood"], end(state)) == (4, ("order", "turn-limit"))


def test_with_the_other_side_to_move_it_is_another_position() -> None:
    assert seen(do(scene("W1 s", "W4 s", turn=CHAOS), "W4-W5", "W1-W2", "W5-W4", "W2-W1"))["stood"] == 2
    assert seen(do(scene("W1 s", "W4 s"), "W1-W2", "W4-W5", "W2-W1"))["stood"] == 1


def test_who_dominates_makes_another_position() -> None:
    """Order's chessman leaves the tie in W1 that it dominated and comes back into one that Chaos dominates."""
    state = scene("W1 s, S3 s", "W1 s, W4 s", dominated={"W1": ORDER})
    after = do(state, "W1-W2", "W4-W5", "W2-W1", "W5-W4")
    assert seen(after)["areas"]["W1"]["dominator"] == CHAOS
    assert seen(after)["stood"] == 1
    assert seen(do(after, "W1-W2", "W4-W5", "W2-W1", "W5-W4"))["stood"] == 2


def test_who_has_moved_makes_another_position() -> None:
    there_and_back = ("B1-W1", "B4-W4", "W1-B1", "W4-B4")
    once = do(start(), *there_and_back)
    assert (seen(once)["stood"], seen(do(once, *there_and_back))["stood"]) == (1, 2)


def test_who_gives_up_or_falls_loses_and_when_both_fall_nobody_is_first() -> None:
    begun = play.begin(ENGINE, {}, 2)
    for by, text in ((ORDER, "resign"), (None, "flag 0"), (None, "disqualify 0"), (None, "no-show 0")):
        reached = play.advance(ENGINE, begun, by, text)
        assert reached.outcome.ranks == (2, 1)
    assert play.advance(ENGINE, begun, None, "no-show 0,1").outcome == Outcome((2, 2), "double-forfeit")
