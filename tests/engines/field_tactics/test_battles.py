"""Who wins a battle: the whole table both ways, the flag's borrowed strength, what is revealed."""

from __future__ import annotations

import pytest

from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, do, pieces, scene
from tests.engines.field_tactics.slow import RESULTS

ATTACKERS = [code for code in dict.fromkeys(row for row, _ in RESULTS) if code != "MN"]
PAIRS = [(attacker, defender) for attacker in ATTACKERS for defender in dict.fromkeys(row for row, _ in RESULTS)]
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
@pytest.mark.parametrize(("attacker", "defender"), PAIRS)
def test_a_battle_goes_by_the_table(attacker: str, defender: str, by: int) -> None:
    result, left = fought(attacker, defender, by=by)

    assert result == RESULTS[attacker, defender]
    survivors = {"o": {(by, attacker)}, "x": {(1 - by, defender)}, "=": set()}
    assert left == survivors[result]


def test_the_table_reads_the_same_from_both_sides() -> None:
    mirror = {"o": "x", "x": "o", "=": "=", "-": "-"}
    assert len(RESULTS) == 15 * 15
    assert all(RESULTS[column, row] == mirror[mark] for (row, column), mark in RESULTS.items())


@pytest.mark.parametrize(("attacker", "defender", "result"), [("TK", "EN", "o"), ("EN", "TK", "x")])
def test_the_option_lets_tanks_beat_engineers(attacker: str, defender: str, result: str) -> None:
    assert fought(attacker, defender, by=RED, tank_beats_engineer=True)[0] == result


def test_the_option_changes_no_other_pair() -> None:
    others = [pair for pair in PAIRS if set(pair) != {"TK", "EN"}]
    assert [fought(*pair, by=RED, tank_beats_engineer=True)[0] for pair in others] == [RESULTS[pair] for pair in others]


@pytest.mark.parametrize(
    ("blue", "attacker", "result"),
    [
        ("C6 FL, C7 G2", "G3", "o"),
        ("C6 FL, C7 G2", "G2", "="),
        ("C6 FL, C7 G2", "F3", "x"),
        ("C6 FL, C7 SP", "G3", "x"),
        ("C6 FL, C7 MN", "G3", "="),
        ("C6 FL, C7 MN", "EN", "o"),
        ("C6 FL, C7 MN", "PL", "o"),
        ("C6 FL, C7 EN", "TK", "x"),
        ("C6 FL", "SP", "o"),
        ("C7 FL, CD8 G3", "G2", "x"),
        ("D7 FL, CD8 G3", "G2", "x"),
        ("CD8 FL", "SP", "o"),
        ("A8 FL, A7 G3", "SP", "o"),
    ],
)
def test_a_flag_is_as_strong_as_the_piece_behind_it(blue: str, attacker: str, result: str) -> None:
    flag = blue.split()[0]
    beside = {"C6": "B6", "C7": "B7", "D7": "E7", "CD8": "B8", "A8": "B8"}[flag]
    state = scene(f"{beside} {attacker}, F1 G1", f"{blue}, F4 F1")
    after = do(state, f"{beside}-{flag}")

    assert after.last.result == result
    support = {square: piece for square, piece in pieces(state).items() if square not in (flag, beside)}
    assert support.items() <= pieces(after).items(), "the piece behind is never touched"


def test_a_flag_gets_no_strength_from_an_enemy_behind_it() -> None:
    after = do(scene("B6 SP, C7 G3", "C6 FL, F5 G1"), "B6-C6")
    assert after.last.result == "o"


def test_reds_flag_leans_on_the_square_toward_its_own_base() -> None:
    after = do(scene("C3 FL, C2 G3, C4 C1", "B3 G2", turn=BLUE), "B3-C3")
    assert after.last.result == "x"
    assert pieces(after)["C3"] == (RED, "FL")


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
