"""What is refused, with which code, and that a refusal tells no more than its reader knows."""

from __future__ import annotations

import pytest

from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, SETUP, do, refusal, scene

STATE = scene("A4 C1, B3 MN, C3 TK, C4 C2, E3 EN, F3 C3, B1 G1, D2 PL, A1 FL", "A5 C1, B5 G2, F8 G3, CD8 MN")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("D3-D4", "empty-square"),
        ("A5-A6", "not-yours"),
        ("C3-C4", "own-piece"),
        ("B3-B4", "cannot-move"),
        ("A1-A2", "cannot-move"),
        ("A4-A5", "river"),
        ("C4-C5", "river"),
        ("C3-C5", "river"),
        ("E3-B3", "own-piece"),
        ("E3-A3", "blocked"),
        ("A4-A6", "river"),
        ("F3-D3", "out-of-reach"),
        ("B1-B3", "own-piece"),
        ("A4-B5", "out-of-reach"),
        ("A4-A4", "out-of-reach"),
        ("B1-CD8", "out-of-reach"),
        ("first red", "wrong-phase"),
        ("A4", "wrong-phase"),
        (SETUP, "wrong-phase"),
        ("advantage red", "wrong-phase"),
        ("pass", "wrong-phase"),
        ("", "malformed"),
        ("A4-", "malformed"),
        ("A4 A5", "malformed"),
        ("A4xA5", "malformed"),
        ("C1-C2", "malformed"),
        ("D8-D7", "malformed"),
        ("A9-A8", "malformed"),
        ("G1-G2", "malformed"),
        ("CD9-CD8", "malformed"),
        ("\u0410\u0034-A3", "malformed"),
        ("A4-A3\0", "malformed"),
        ("A4-A3 " + 2000 * "x", "malformed"),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence(text: str, code: str) -> None:
    refused = refusal(STATE, text)
    assert refused.code == code
    assert refused.text.endswith(".")
    assert "\n" not in refused.text


def test_what_is_no_text_is_malformed() -> None:
    for text in (None, 7, b"A4-A3", ["A4-A3"]):
        assert refusal(STATE, text).code == "malformed"  # type: ignore[arg-type]


def test_case_and_outer_spaces_do_not_matter() -> None:
    for text in ("a4-a3", " A4-A3 ", "A4 to A3", "a4 TO a3", "\tA4-A3\n", "A4  to  A3"):
        assert ENGINE.encode(ENGINE.decode(text)) == "A4-A3"


def test_only_the_seat_on_turn_moves() -> None:
    assert refusal(STATE, "A5-A6", BLUE).code == "not-your-turn"
    assert refusal(STATE, "A4-A3", 2).code == "not-a-seat"
    assert refusal(STATE, "A4-A3", None).code == "not-the-referees"


def test_nobody_acts_when_the_match_is_over() -> None:
    over = do(scene("C7 G1", "F8 G1"), "C7-CD8")
    for seat in (RED, BLUE, None):
        assert refusal(over, "F8-F7", seat).code == "match-over"


@pytest.mark.parametrize(
    ("text", "code"),
    [("B3", "cannot-duel"), ("A5", "not-yours"), ("D3", "empty-square"), ("A4-A3", "wrong-phase"), ("D1", "malformed")],
)
def test_a_duel_is_fought_with_an_own_movable_piece(text: str, code: str) -> None:
    assert refusal(scene("A4 C1, B3 MN", "A5 C1", phase="duel"), text).code == code


def test_a_duel_choice_is_final() -> None:
    state = do(scene("A4 C1, A3 C2", "A5 C1", phase="duel"), "red:A4")
    assert refusal(state, "A3", RED).code == "already-submitted"


def test_refusals_do_not_depend_on_the_enemys_ranks() -> None:
    red, texts = "A4 C1, C3 TK, E3 EN, B3 MN, D2 PL", ("A5-A6", "A4-A5", "C3-C5", "E3-A3", "C4-C5", "A4-C4")
    worlds = [scene(red, f"A5 {hidden}, C4 {hidden}, B5 G2, F8 G3") for hidden in ("C1", "G3", "MN", "FL", "SP", "PL")]
    told = [[(refused.code, refused.text) for refused in (refusal(world, text) for text in texts)] for world in worlds]
    assert told == [told[0]] * len(worlds)
