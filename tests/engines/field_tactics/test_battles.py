"""Who wins a battle: the whole table both ways, the flag's borrowed strength, what is revealed."""

import pytest

from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, do, pieces, scene
from tests.engines.field_tactics.slow import RESULTS

KINDS = dict.fromkeys(row for row, _ in RESULTS)
PAIRS = [(attacker, defender) for attacker in KINDS if attacker != "MN" for defender in KINDS]
BYSTANDERS = "F3 G1, E1 G2"  # keep the match going whatever the battle costs
FAR = "F6 G1, E8 G2"


def fought(attacker: str, defender: str, *, by: int, **options: bool) -> tuple[str, set[tuple[int, str]]]:
    """The result seen from the mover, and which of the two pieces are left."""
    red, blue = (attacker, defender) if by == RED else (defender, attacker)
    state = scene(f"B3 {red}, {BYSTANDERS}", f"C3 {blue}, {FAR}", turn=by, **options)
    after = do(state, "B3-C3" if by == RED else "C3-B3")
    left = {piece for square, piece in pieces(after).items() if square in ("B3", "C3")}
    return after.last.result, left


@pytest.mark.parametrize("by", [RED, BLUE])
def test_a_battle_goes_by_the_table(by: int) -> None:
    for attacker, defender in PAIRS:
        result = RESULTS[attacker, defender]
        survivors = {"o": {(by, attacker)}, "x": {(1 - by, defender)}, "=": set()}[result]
        assert fought(attacker, defender, by=by) == (result, survivors), (attacker, defender)


def test_the_option_lets_tanks_beat_engineers_and_changes_no_other_pair() -> None:
    expected = {**RESULTS, ("TK", "EN"): "o", ("EN", "TK"): "x"}
    for pair in PAIRS:
        assert fought(*pair, by=RED, tank_beats_engineer=True)[0] == expected[pair], pair


@pytest.mark.parametrize(
    ("blue", "attacker", "result"),
    [
        ("C6 FL, C7 G2", "G3", "o"), ("C6 FL, C7 G2", "G2", "="), ("C6 FL, C7 G2", "F3", "x"), ("C6 FL, C7 SP", "G3", "x"),
        ("C6 FL, C7 MN", "G3", "="), ("C6 FL, C7 MN", "EN", "o"), ("C6 FL, C7 MN", "PL", "o"), ("C6 FL, C7 EN", "TK", "x"),
        ("C6 FL", "SP", "o"), ("C7 FL, CD8 G3", "G2", "x"), ("D7 FL, CD8 G3", "G2", "x"), ("CD8 FL", "SP", "o"),
        ("A8 FL, A7 G3", "SP", "o"),
    ],
)  # fmt: skip
def test_a_flag_is_as_strong_as_the_piece_behind_it(blue: str, attacker: str, result: str) -> None:
    flag = blue.split()[0]
    beside = {"C6": "B6", "C7": "B7", "D7": "E7", "CD8": "B8", "A8": "B8"}[flag]
    state = scene(f"{beside} {attacker}, F1 G1", f"{blue}, F4 F1")
    after = do(state, f"{beside}-{flag}")

    assert after.last.result == result
    support = {square: piece for square, piece in pieces(state).items() if square not in (flag, beside)}
    assert support.items() <= pieces(after).items(), "the piece behind is never touched"


def test_a_flag_leans_on_an_own_piece_toward_its_own_base_alone() -> None:
    assert do(scene("B6 C1, C7 G3", "C6 FL, F5 G1"), "B6-C6").last.result == "o", "an enemy behind it lends nothing"
    after = do(scene("C3 FL, C2 G3, C4 C1", "B3 G2", turn=BLUE), "B3-C3")
    assert (after.last.result, pieces(after)["C3"]) == ("x", (RED, "FL"))


@pytest.mark.parametrize(
    ("attacker", "defender", "note", "told"),
    [
        ("G3", "C3", "B3xC3o C3", "Red moves B3 to C3 and wins: Blue's Captain is destroyed."),
        ("SP", "C3", "B3xC3x SP", "Red moves B3 to C3 and loses: Red's Spy is destroyed."),
        ("C3", "MN", "B3xC3= C3,MN", "Red moves B3 to C3; Red's Captain and Blue's Mine are destroyed."),
    ],
)
def test_a_battle_reveals_only_what_it_destroys(attacker: str, defender: str, note: str, told: str) -> None:
    state = scene(f"B3 {attacker}, {BYSTANDERS}", f"C3 {defender}, {FAR}")
    move = ENGINE.decode("B3-C3")

    assert ENGINE.note(state, RED, move) == note
    assert {ENGINE.describe(state, RED, move, viewer) for viewer in (RED, BLUE, None)} == {told}
