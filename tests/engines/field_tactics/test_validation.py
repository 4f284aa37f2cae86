"""What is refused, with which code, and that a refusal tells no more than its reader knows."""

import pytest

from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, SETUP, do, refusal, scene

STATE = scene("A4 C1, B3 MN, C3 TK, C4 C2, E3 EN, F3 C3, B1 G1, D2 PL, A1 FL", "A5 C1, B5 G2, F8 G3, CD8 MN")
REFUSED: dict[str, tuple[str, ...]] = {
    "empty-square": ("D3-D4",), "not-yours": ("A5-A6",), "own-piece": ("C3-C4", "E3-B3", "B1-B3"),
    "cannot-move": ("B3-B4", "A1-A2"), "river": ("A4-A5", "C4-C5", "C3-C5", "A4-A6"), "blocked": ("E3-A3",),
    "out-of-reach": ("F3-D3", "A4-B5", "A4-A4", "B1-CD8"),
    "wrong-phase": ("first red", "A4", SETUP, "advantage red", "pass"),
    "malformed": ("", "A4-", "A4 A5", "A4xA5", "C1-C2", "D8-D7", "A9-A8", "G1-G2", "CD9-CD8", "\u0410\u0034-A3", "A4-A3\0"),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_a_code_and_a_sentence(code: str) -> None:
    for text in REFUSED[code]:
        refused = refusal(STATE, text)
        assert (refused.code, refused.text[-1], "\n" in refused.text) == (code, ".", False), text


def test_what_is_no_text_or_too_long_is_malformed() -> None:
    for text in (None, 7, b"A4-A3", ["A4-A3"], "A4-A3 " + 2000 * "x"):
        assert refusal(STATE, text).code == "malformed"  # type: ignore[arg-type]


def test_case_and_outer_spaces_do_not_matter() -> None:
    for text in ("a4-a3", " A4-A3 ", "A4 to A3", "a4 TO a3", "\tA4-A3\n", "A4  to  A3"):
        assert ENGINE.encode(ENGINE.decode(text)) == "A4-A3"


def test_only_the_seat_on_turn_moves() -> None:
    assert refusal(STATE, "A5-A6", BLUE).code == "not-your-turn"
    assert refusal(STATE, "A4-A3", 2).code == "not-a-seat"
    assert refusal(STATE, "A4-A3", None).code == "not-the-referees"


def test_a_duel_is_fought_with_an_own_movable_piece_and_a_choice_is_final() -> None:
    duel = scene("A4 C1, A3 C2, B3 MN", "A5 C1", phase="duel")
    texts = {"B3": "cannot-duel", "A5": "not-yours", "D3": "empty-square", "A4-A3": "wrong-phase", "D1": "malformed"}
    assert {text: refusal(duel, text).code for text in texts} == texts
    assert refusal(do(duel, "red:A4"), "A3", RED).code == "already-submitted"
