"""Whole turns: they lead where the actions of the rules lead, one by one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import play
from engines.zero_order.state import ACT, BUILD, COMBO, MOVE
from engines.zero_order.turn_generation import Turn, build_all, list_turns
from tests.engines.games import GAMES
from tests.engines.zero_order.scenes import ENGINE, GREY, GRIDS, scene
from tests.thorough import WHOLE

Key = tuple[Any, Any, int]
EVERY_TURN = 1_000_000


def key(board: Any) -> Key:
    return board.units, board.holds, board.beneath


def walk(state: Any, seat: int, first: str = "") -> Iterator[tuple[Key, str, str]]:
    """Every end of the seat's turn by the engine: the board, the first action, and the result for the seat.

    Defeated units are built on the first grids that are listed.
    """
    if state.outcome is not None:
        ranks = state.outcome.ranks
        yield key(state.board), first, "drawn" if ranks[0] == ranks[1] else "won" if ranks[seat] == 1 else "lost"
    elif state.seat != seat:
        yield key(state.board), first, ""
    else:
        listed = list(ENGINE.legal(state, seat) or ())
        for action in listed[:1] if state.phase == BUILD else listed:
            yield from walk(ENGINE.apply(state, seat, action), seat, first or ENGINE.encode(action))


def positions(games: int) -> Iterator[Any]:
    """Some positions of the battle out of random matches with all option sets, far from the draws by counting."""
    for game in range(games):
        rng = Random(game)
        for _, _, position in play.play_randomly(ENGINE, GAMES["zero-order"].options[game % 7], 2, rng):
            state = position.state
            if state.phase in (MOVE, ACT, COMBO) and rng.random() < 0.05:
                yield state._replace(history="", quiet=0, turn=0, idle_before=False)


def test_they_are_the_turns_of_the_engine_in_all_option_sets() -> None:
    compared = 0
    for state in positions(140 if WHOLE else 7):
        walked: dict[Key, set[tuple[str, str]]] = {}
        for board, first, result in walk(state, state.seat):
            walked.setdefault(board, set()).add((first, result))
        turns = list_turns(state, EVERY_TURN)
        assert all((ENGINE.encode(turn.first), turn.result) in walked[key(turn.board)] for turn in turns)
        results = {result for found in walked.values() for _, result in found}
        if "won" in results or results == {"lost"}:
            assert len(turns) == 1
        else:
            kept = {board for board, found in walked.items() if any(result != "lost" for _, result in found)}
            assert {key(turn.board) for turn in turns} == kept
            assert len(turns) == len(kept)
        compared += 1
    assert compared > 10


def test_a_win_is_the_only_turn_and_a_seat_that_cannot_avoid_it_loses() -> None:
    [turn] = list_turns(scene("C4 GL, A1 PU", "C6 DE, E9 SW"), EVERY_TURN)
    assert turn.result == "won"
    assert turn.first.verb == "move"
    state = scene("A1 ER", "A2 DE, B1 PU", tiles="A1 A2 B1")
    assert [turn.result for turn in list_turns(state, EVERY_TURN)] == ["lost"]


def test_the_limit_cuts_off_combos_before_moves() -> None:
    state = scene("C4 TW, B3 PU, D4 TO", "C6 SW, E9 IM")
    assert {turn.first for turn in list_turns(state, 1)} == set(ENGINE.legal(state, 0) or ())


def test_a_defeated_unit_is_built_on_each_empty_grid_inside_the_search_beside_the_builder() -> None:
    state = scene("C4 DE", "A1 SW", tiles="A1 C4 B3", phase="build", fallen=1 << 18 + 5)
    turns = list_turns(state, EVERY_TURN)
    assert {ENGINE.encode(turn.first) for turn in turns} == {f"build SW {name}" for name in {*GRIDS} - {"A1", "C4", "B3", "C5"}}
    assert all(not turn.fallen for turn in turns)
    state = scene("C4 DE, B3 PU", "E8 SW", tiles="C4 B3 E8", turn=GREY)
    board = build_all(state.board, 1 << 18 + 1, 0)
    assert board.tiles[GRIDS.index("C3")] == 18 + 1 or board.tiles[GRIDS.index("B4")] == 18 + 1


@pytest.mark.parametrize("phase", [MOVE, BUILD])
def test_a_turn_knows_what_is_left_to_build(phase: str) -> None:
    both = 1 << 18 + 5 | 1 << 18 + 1
    state = scene("C4 DE, C1 TO", "C5 SW, E9 PU", phase=phase, fallen=both if phase == BUILD else 0, tiles="C4 B4 C1 E9")
    turns: list[Turn] = list_turns(state, EVERY_TURN)
    assert {turn.fallen for turn in turns} == ({1 << 18 + 5, 1 << 18 + 1} if phase == BUILD else {0, 1 << 18 + 5})
