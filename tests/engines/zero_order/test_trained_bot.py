"""What the trained bot makes of Zero Order."""

from random import Random
from typing import Any

import pytest

from engines import bots, play
from engines.search_adapter import IterationBudget
from engines.zero_order import trained_evaluation as trained
from engines.zero_order.grid import MIRROR
from tests.engines.zero_order.scenes import CODES, ENGINE, GRIDS, WHITE, do, scene, units
from tests.thorough import WHOLE


def played_turn(state: Any) -> Any:
    seat = state.seat
    while state.outcome is None and state.seat == seat:
        legal = [ENGINE.encode(action) for action in ENGINE.legal(state, seat) or ()]
        view, budget = ENGINE.view(state, seat), IterationBudget(12)
        chosen = bots.choose_action("trained", "zero-order", seat, view, legal, str, Random(1), budget)
        state = ENGINE.apply(state, seat, ENGINE.decode(chosen))
    return state


def test_it_deletes_what_it_can_reach_and_builds_the_tile() -> None:
    state = scene("C4 DE, A1 PU", "C6 SW, E9 TO", tiles="A1 A2 A3 B2 B3 B4 C3 C4 C6 E8 E9 D8")
    after = played_turn(state)
    assert "sw" not in units(after).values()
    assert after.board.tiled.bit_count() == state.board.tiled.bit_count() + 1


def test_it_wins_with_a_glitch_and_leaves_a_check() -> None:
    assert ENGINE.outcome(played_turn(scene("C4 GL, A1 PU", "C6 DE, E9 SW"))).ranks == (1, 2)
    assert ENGINE.outcome(played_turn(scene("C4 ER, A1 PU", "C5 DE, E9 SW", turn=WHITE))) is None


def mirrored(state: Any) -> Any:
    sides: list[list[str]] = [[], []]
    for cell, token in enumerate(state.board.units):
        if token < 36:
            sides[1 - token // 18].append(f"{GRIDS[MIRROR[cell]]} {CODES[token % 18]}")
    tiles = [GRIDS[MIRROR[cell]] for cell in range(39) if state.board.tiled >> cell & 1]
    return scene(", ".join(sides[0]), ", ".join(sides[1]), tiles=" ".join(tiles), turn=1 - state.seat)


def test_the_colours_do_not_matter() -> None:
    compared = 0
    for options in trained.PLAN.options[:: 1 if WHOLE else 3]:
        for _, _, position in play.play_randomly(ENGINE, ENGINE.options(options), 2, Random(1)):
            state = position.state
            if state.phase == "move" and not state.board.holds and not state.board.beneath:
                white, grey = trained.TRAINED.evaluate(state)
                assert trained.TRAINED.evaluate(mirrored(state)) == pytest.approx((grey, white))
                compared += 1
    assert compared > 15


THERE_AND_BACK = ("A1-A2", "end", "E9-E8", "end", "A2-A1", "end", "E8-E9", "end")


def test_a_third_time_of_a_position_is_worth_a_draw_to_it() -> None:
    adapter, once = trained.TRAINED, scene("A1 PU, A3 TW, B4 SP", "E9 TO")
    twice = do(once, *2 * THERE_AND_BACK)
    assert adapter.turns is not None
    drawn = []
    for state in (once, twice):
        [seen] = [adapter.determinizer(WHITE, ENGINE.view(state, WHITE), [])(Random(1))]
        drawn.append([turn for turn in adapter.turns(seen) if turn.after is None and turn.value == 0.5])
    assert [len(turns) for turns in drawn] == [0, 1]
    assert ENGINE.outcome(played_turn(twice)) is None  # It is ahead.


def test_it_takes_the_draw_by_repetition_when_it_is_behind() -> None:
    state = do(scene("A1 PU", "E9 TO, E7 DE, D8 SP, C8 TW"), *2 * THERE_AND_BACK)
    assert ENGINE.outcome(played_turn(state)).reason == "repetition"
