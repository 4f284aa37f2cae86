"""What is refused, and with which code."""

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, refusal, scene, start

STATE = scene("S1 s, B1 b, B3 s, W1 sb, W2 s, W4 b", "W2 sb, W3 ssb, S3 s, B2 b")
REFUSED = {
    "empty-area": ("S2-B2",),
    "not-yours": ("B2-W2", "S3-B3"),
    "say-which": ("W1-W6",),
    "no-such-kind": ("W2b-W1",),
    "needless-letter": ("W2s-W1",),
    "not-adjacent": ("S1-S1", "W1s-W4", "W1-S1"),
    "not-a-players": ("time",),
    "malformed": (
        *("", "S1", "S1-", "S1 B1", "S1xB1", "S7-B1", "S1-H1", "W0-W1", "W1x-W2", "S1s-B1", "B1b-W1", "W1sb-W2", "W1-W2~"),
        *("\u0405\u0031-B1", "S1-B1\0", "S1-B1 " + 2000 * "x", "XYZ" * 300 + "1-B1"),
    ),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_a_code_and_a_sentence(code: str) -> None:
    for text in REFUSED[code]:
        refused = refusal(STATE, text)
        assert (refused.code, refused.text[-1], "\n" in refused.text) == (code, ".", False), text
        assert len(refused.text) < 150


def test_what_is_no_text_is_malformed() -> None:
    for text in (None, 7, b"S1-B1", ["S1-B1"]):
        assert refusal(STATE, text).code == "malformed"  # type: ignore[arg-type]


def test_case_and_outer_spaces_do_not_matter() -> None:
    for text in ("w1S-w2", " W1s-W2 ", "W1s to W2", "w1s TO w2", "\tW1s-W2\n", "W1s  to  W2", "W1s - W2"):
        assert ENGINE.encode(ENGINE.decode(text)) == "W1s-W2"


def test_each_way_of_being_full_or_occupied_is_told() -> None:
    dominated = scene("W1 sb, W2 s", "W1 sb", dominated={"W1": CHAOS})
    full = [refusal(state, "W2-W1") for state in (scene("W1 ssbb, W2 s", "S5 s"), dominated)]
    inside = (scene("W1 s, B1 s", "S5 s"), scene("W1 s", "B1 s"), scene("W1 b", "B1 b"))
    occupied = [refusal(scene("B1 s, S1 s", "S5 s"), "B1-S1"), *(refusal(state, "W1-B1") for state in inside)]
    assert [refused.code for refused in (*full, *occupied)] == ["full"] * 2 + ["occupied"] * 4
    assert len({refused.text for refused in (*full, *occupied)}) == 6


def test_only_the_seat_on_turn_moves() -> None:
    assert refusal(start(), "B4-W4", CHAOS).code == "not-your-turn"
    assert refusal(start(), "B1-W1", 2).code == "not-a-seat"
    assert refusal(start(), "B1-W1", -2).code == "not-a-seat"
    assert refusal(start(), "B1-W1", None).code == "not-the-referees"
