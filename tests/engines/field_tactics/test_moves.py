"""Where pieces can go, against the slow generator and by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import play
from tests.engines.field_tactics import slow
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, do, legal, pieces, scene
from tests.engines.perft import perft

SIDES = ("red", "blue")


def reached(red: str, blue: str, square: str, turn: int = RED) -> set[str]:
    """Where the piece on a square can go."""
    return {move.split("-")[1] for move in legal(scene(red, blue, turn=turn), turn) if move.startswith(f"{square}-")}


@pytest.mark.parametrize("code", ["G3", "F1", "C2", "SP"])
def test_officers_and_spy_step_one_square(code: str) -> None:
    assert reached(f"C3 {code}", "F8 C1", "C3") == {"C4", "C2", "B3", "D3"}


def test_the_base_touches_four_squares() -> None:
    assert reached("CD1 G1", "F8 C1", "CD1") == {"B1", "E1", "C2", "D2"}
    assert reached("A1 C1", "CD8 G1", "CD8", BLUE) == {"B8", "E8", "C7", "D7"}


@pytest.mark.parametrize(("square", "across"), [("B4", True), ("E4", True), ("A4", False), ("C4", False)])
def test_the_river_is_crossed_on_the_bridges_only(square: str, across: bool) -> None:
    assert (f"{square[0]}5" in reached(f"{square} G1", "F8 C1", square)) == across


def test_a_tank_charges_two_squares_forward_over_an_empty_one() -> None:
    assert reached("C2 TK", "F8 C1", "C2") == {"C3", "C4", "CD1", "B2", "D2"}
    assert reached("C2 TK, C3 MN", "F8 C1", "C2") == {"CD1", "B2", "D2"}
    assert reached("C2 TK", "C3 C1", "C2") == {"C3", "CD1", "B2", "D2"}
    assert "C4" in reached("C2 TK", "C4 C1", "C2")


def test_blues_cavalry_charges_down() -> None:
    assert reached("A1 C1", "C6 CV", "C6", BLUE) == {"C5", "C7", "B6", "D6"}
    assert reached("A1 C1", "C7 CV", "C7", BLUE) == {"C6", "C5", "CD8", "B7", "D7"}


def test_a_charge_crosses_the_river_only_by_a_bridge() -> None:
    assert {"B5", "B6"} <= reached("B4 TK", "F8 C1", "B4")
    assert reached("A3 TK", "F8 C1", "A3") == {"A4", "A2", "B3"}


def test_a_charge_from_the_base_keeps_its_column() -> None:
    assert reached("CD1 TK", "F8 C1", "CD1") == {"B1", "E1", "C2", "D2", "C3", "D3"}
    assert reached("CD1 TK, C2 MN", "F8 C1", "CD1") == {"B1", "E1", "D2", "D3"}
    assert "CD1" in reached("A1 C1", "D3 TK", "D3", BLUE)


def test_a_plane_flies_over_pieces_and_river_in_its_column() -> None:
    over = reached("A1 PL, A2 MN, A4 C1", "A7 G1", "A1")
    assert over == {"A3", "A5", "A6", "A7", "A8", "B1"}


def test_a_plane_flies_both_columns_of_a_base_and_ends_on_bases() -> None:
    from_base = {f"{column}{row}" for column in "CD" for row in range(2, 8)} | {"CD8", "B1", "E1"}
    assert reached("CD1 PL", "F8 C1", "CD1") == from_base
    assert {"CD1", "CD8"} <= reached("D4 PL", "F8 C1", "D4")
    assert sum(move == "CD1-CD8" for move in map(ENGINE.encode, ENGINE.legal(scene("CD1 PL", "F8 C1"), RED) or ())) == 1


def test_an_engineer_slides_through_the_base_as_one_square() -> None:
    assert reached("A1 EN", "F8 C1", "A1") == {"B1", "CD1", "E1", "F1", "A2"}
    assert reached("A1 EN", "CD1 C1", "A1") == {"B1", "CD1", "A2"}
    assert reached("CD1 EN", "F1 C1", "CD1") == {"A1", "B1", "E1", "F1", "C2", "D2"}
    assert reached("C3 EN, E3 MN", "A3 C1", "C3") == {"A3", "B3", "D3", "C4", "C2"}


@pytest.mark.parametrize("code", ["MN", "FL"])
def test_mines_and_flags_never_move(code: str) -> None:
    assert reached(f"C3 {code}, A1 C1", "F8 C1", "C3") == set()


def midgames() -> list[Any]:
    """States in play, all through a few random games."""
    rng, found = Random(20), []
    for _ in range(8):
        states = [after.state for _, _, after in play.play_randomly(ENGINE, {"advantage": "red"}, 2, rng)]
        found += [state for state in states if state.phase == "play"][:: rng.randrange(25, 45)]
    return found


def test_the_legal_list_is_that_of_the_slow_generator() -> None:
    states = midgames()
    assert len(states) >= 50
    for state in states:
        placed = {square: (SIDES[seat], code) for square, (seat, code) in pieces(state).items()}
        listed = [ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()]
        assert len(listed) == len(set(listed)), "a move is listed once"
        assert set(listed) == slow.all_moves(placed, SIDES[state.seat])


@pytest.mark.thorough
def test_perft_agrees_with_the_slow_generator() -> None:
    states = midgames()[::2][:24]
    assert len(states) >= 20
    for state in states:
        placed = {square: (SIDES[seat], code) for square, (seat, code) in pieces(state).items()}
        game = slow.Game(placed, SIDES[state.seat], "red", state.quiet, 100)
        depth = 3 if len(placed) < 16 else 2
        assert perft(ENGINE, state, depth) == slow.perft(game, depth)


@pytest.mark.parametrize(("depth", "leaves"), [(1, 3), (2, 8), (3, 29)])
def test_perft_of_two_generals_in_their_corners(depth: int, leaves: int) -> None:
    state = scene("A1 G1, B1 MN", "F8 G1, A2 MN, E8 MN")
    placed = {square: (SIDES[seat], code) for square, (seat, code) in pieces(state).items()}
    assert perft(ENGINE, state, depth) == slow.perft(slow.Game(placed, "red", "red", 0, 100), depth)


@pytest.mark.thorough
def test_a_whole_random_game_goes_as_the_slow_rules_say() -> None:
    seen = set()
    for number in range(40):
        winner = None
        game: slow.Game | None = None
        for by, text, after in play.play_randomly(ENGINE, {"advantage": "blue"}, 2, Random(number)):
            state = after.state
            if game is not None and by is not None and winner is None:
                game, winner = slow.play(game, text)
                assert game.pieces == {square: (SIDES[s], code) for square, (s, code) in pieces(state).items()}
            elif text == "pass" and game is not None:
                game = slow.Game(game.pieces, SIDES[state.seat], "blue", game.quiet + 1, 100)
            elif state.phase == "play":
                placed = {square: (SIDES[s], code) for square, (s, code) in pieces(state).items()}
                game = slow.Game(placed, SIDES[state.seat], "blue", 0, 100)
            if state.phase == "duel":
                assert winner == "duel"
                break
        else:
            assert after.outcome is not None
            assert winner == SIDES[after.outcome.ranks.index(1)]
        seen.add(winner)
    assert seen >= {"red", "blue"}


def test_moving_is_turn_about() -> None:
    state = scene("A1 G1", "F8 G1")
    assert ENGINE.to_act(state) == {RED}
    assert ENGINE.to_act(do(state, "A1-A2")) == {BLUE}
