"""What is refused, and with which code."""

from __future__ import annotations

import pytest

from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, refusal, scene, start

STATE = scene("S1 s, B1 b, B3 s, W1 sb, W2 s, W4 b", "W2 sb, W3 ssb, S3 s, B2 b")
CASES = [
    ("S2-B2", "empty-area"),
    ("B2-W2", "not-yours"),
    ("S3-B3", "not-yours"),
    ("W1-W6", "say-which"),
    ("W2b-W1", "no-such-kind"),
    ("W2s-W1", "needless-letter"),
    ("W2-W1", "frozen"),
    ("S1-W2", "no-passage"),
    ("B1-S1", "too-big"),
    ("B3-S3", "occupied"),
    ("S1-B1", "occupied"),
    ("S1-B2", "occupied"),
    ("B3-W3", "closed"),
    ("S1-S2", "not-adjacent"),
    ("S1-S1", "not-adjacent"),
    ("W1s-W4", "not-adjacent"),
    ("W1-S1", "not-adjacent"),
    ("pass", "can-move"),
    ("time", "not-a-players"),
    ("", "malformed"),
    ("S1", "malformed"),
    ("S1-", "malformed"),
    ("S1 B1", "malformed"),
    ("S1xB1", "malformed"),
    ("S7-B1", "malformed"),
    ("S1-H1", "malformed"),
    ("W0-W1", "malformed"),
    ("W1x-W2", "malformed"),
    ("S1s-B1", "malformed"),
    ("B1b-W1", "malformed"),
    ("W1sb-W2", "malformed"),
    ("W1-W2~", "malformed"),
    ("\u0405\u0031-B1", "malformed"),
    ("S1-B1\0", "malformed"),
    ("S1-B1 " + 2000 * "x", "malformed"),
    ("XYZ" * 300 + "1-B1", "malformed"),
]


@pytest.mark.parametrize(("text", "code"), CASES)
def test_a_refusal_has_a_code_and_a_sentence(text: str, code: str) -> None:
    refused = refusal(STATE, text)
    assert refused.code == code
    assert refused.text.endswith(".")
    assert "\n" not in refused.text
    assert len(refused.text) < 150


def test_what_is_no_text_is_malformed() -> None:
    for text in (None, 7, b"S1-B1", ["S1-B1"]):
        assert refusal(STATE, text).code == "malformed"  # type: ignore[arg-type]


def test_case_and_outer_spaces_do_not_matter() -> None:
    for text in ("w1S-w2", " W1s-W2 ", "W1s to W2", "w1s TO w2", "\tW1s-W2\n", "W1s  to  W2", "W1s - W2"):
        assert ENGINE.encode(ENGINE.decode(text)) == "W1s-W2"


def test_a_full_area_tells_why() -> None:
    own = refusal(scene("W1 ssbb, W2 s", "S5 s"), "W2-W1")
    other = refusal(scene("W1 sb, W2 s", "W1 sb", dominated={"W1": CHAOS}), "W2-W1")
    assert (own.code, other.code) == ("full", "full")
    assert own.text != other.text


def test_each_way_of_being_occupied_is_told() -> None:
    texts = {
        refusal(scene("B1 s, S1 s", "S5 s"), "B1-S1").text,
        refusal(scene("W1 s, B1 s", "S5 s"), "W1-B1").text,
        refusal(scene("W1 s", "B1 s"), "W1-B1").text,
        refusal(scene("W1 b", "B1 b"), "W1-B1").text,
    }
    assert len(texts) == 4


def test_only_the_seat_on_turn_moves() -> None:
    assert refusal(start(), "B4-W4", CHAOS).code == "not-your-turn"
    assert refusal(start(), "B1-W1", 2).code == "not-a-seat"
    assert refusal(start(), "B1-W1", -2).code == "not-a-seat"
    assert refusal(start(), "B1-W1", None).code == "not-the-referees"
