"""Where pieces can go, against the slow generator and by hand."""

from random import Random
from typing import Any

import pytest

from engines import play
from tests.engines.field_tactics import slow
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, legal, pieces, scene
from tests.engines.perft import perft
from tests.thorough import WHOLE

SIDES = ("red", "blue")


def placed(state: Any) -> slow.Pieces:
    return {square: (SIDES[seat], code) for square, (seat, code) in pieces(state).items()}


@pytest.mark.parametrize(
    ("red", "blue", "square", "goals"),
    [
        *((f"C3 {code}", "F8 C1", "C3", "C4 C2 B3 D3") for code in ("G3", "F1", "C2", "SP")),
        *((f"C3 {code}, A1 C1", "F8 C1", "C3", "") for code in ("MN", "FL")),
        # The base touches four squares.
        ("CD1 G1", "F8 C1", "CD1", "B1 E1 C2 D2"),
        ("A1 C1", "CD8 G1", "CD8", "B8 E8 C7 D7"),
        # The river is crossed on the bridges alone.
        ("B4 G1", "F8 C1", "B4", "B5 B3 A4 C4"),
        ("E4 G1", "F8 C1", "E4", "E5 E3 D4 F4"),
        ("A4 G1", "F8 C1", "A4", "A3 B4"),
        ("C4 G1", "F8 C1", "C4", "C3 B4 D4"),
        # Tanks and cavalry charge two squares forward over an empty one, over the river only by a bridge,
        ("C2 TK", "F8 C1", "C2", "C3 C4 CD1 B2 D2"),
        ("C2 TK, C3 MN", "F8 C1", "C2", "CD1 B2 D2"),
        ("C2 TK", "C3 C1", "C2", "C3 CD1 B2 D2"),
        ("C2 TK", "C4 C1", "C2", "C3 C4 CD1 B2 D2"),
        ("A1 C1", "C6 CV", "C6", "C5 C7 B6 D6"),
        ("A1 C1", "C7 CV", "C7", "C6 C5 CD8 B7 D7"),
        ("B4 TK", "F8 C1", "B4", "B5 B6 B3 A4 C4"),
        ("A3 TK", "F8 C1", "A3", "A4 A2 B3"),
        # and in the same column where they begin or end on a base.
        ("CD1 TK", "F8 C1", "CD1", "B1 E1 C2 D2 C3 D3"),
        ("CD1 TK, C2 MN", "F8 C1", "CD1", "B1 E1 D2 D3"),
        ("A1 C1", "D3 TK", "D3", "D2 CD1 C3 E3 D4"),
        # A plane flies over pieces and river in its column, from a base in both, and ends on bases.
        ("A1 PL, A2 MN, A4 C1", "A7 G1", "A1", "A3 A5 A6 A7 A8 B1"),
        ("CD1 PL", "F8 C1", "CD1", "C2 C3 C4 C5 C6 C7 D2 D3 D4 D5 D6 D7 CD8 B1 E1"),
        ("D4 PL", "F8 C1", "D4", "CD1 D2 D3 D5 D6 D7 CD8 C4 E4"),
        # An engineer slides along its row, through a base as one square.
        ("A1 EN", "F8 C1", "A1", "B1 CD1 E1 F1 A2"),
        ("A1 EN", "CD1 C1", "A1", "B1 CD1 A2"),
        ("CD1 EN", "F1 C1", "CD1", "A1 B1 E1 F1 C2 D2"),
        ("C3 EN, E3 MN", "A3 C1", "C3", "A3 B3 D3 C4 C2"),
    ],
)
def test_a_piece_goes_where_its_way_of_moving_leads(red: str, blue: str, square: str, goals: str) -> None:
    turn = RED if f"{square} " in red else BLUE
    listed = legal(scene(red, blue, turn=turn), turn)
    assert {text for text in listed if text.startswith(f"{square}-")} == {f"{square}-{at}" for at in goals.split()}


def midgames(games: int) -> list[Any]:
    rng, found = Random(20), []
    for _ in range(games):
        states = [after.state for _, _, after in play.play_randomly(ENGINE, {"advantage": "red"}, 2, rng)]
        found += [state for state in states if state.phase == "play"][:: rng.randrange(25, 45)]
    return found


def test_perft_agrees_with_the_slow_generator() -> None:
    small = scene("A1 G1, B4 TK", "F8 G1, B5 EN")
    assert [perft(ENGINE, small, depth) for depth in (1, 2, 3)] == [6, 54, 291]
    states = [small, *(midgames(8)[::2] if WHOLE else midgames(3)[1::4])]
    assert len(states) >= 4
    for state in states:
        game = slow.Game(placed(state), SIDES[state.seat], "red", state.quiet, 100)
        depth = 3 if len(game.pieces) < 16 else 2
        assert perft(ENGINE, state, depth) == slow.perft(game, depth)


def test_a_whole_random_game_goes_as_the_slow_rules_say() -> None:
    seen = set()
    for number in range(40 if WHOLE else 6):
        winner = None
        game: slow.Game | None = None
        for by, text, after in play.play_randomly(ENGINE, {"advantage": "blue"}, 2, Random(number)):
            state = after.state
            if state.phase == "play" and state.turn % 8 == 0:
                listed = [ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()]
                assert sorted(listed) == sorted(slow.all_moves(placed(state), SIDES[state.seat])), "each is listed once"
            if game is not None and by is not None and winner is None:
                game, winner = slow.play(game, text)
                assert game.pieces == placed(state)
            elif text == "pass" and game is not None:
                game = slow.Game(game.pieces, SIDES[state.seat], "blue", game.quiet + 1, 100)
            elif state.phase == "play":
                game = slow.Game(placed(state), SIDES[state.seat], "blue", 0, 100)
            if state.phase == "duel":
                assert winner == "duel"
                break
        else:
            assert winner == SIDES[after.outcome.ranks.index(1)]
        seen.add(winner)
    assert seen >= {"red", "blue"}
