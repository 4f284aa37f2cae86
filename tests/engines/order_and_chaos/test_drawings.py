"""The drawings of the rules show what the engine says."""

import re

from tests.engines.order_and_chaos.drawings import DRAWINGS, FOLDER, MOVES, REVIVAL, TURNING
from tests.engines.order_and_chaos.scenes import ENGINE

RULES = FOLDER.parent / "en.md"


def test_a_stored_drawing_is_what_the_engine_draws() -> None:
    for name, draw in DRAWINGS.items():
        assert (FOLDER / name).read_text("utf-8") == draw(), "run python -m tests.engines.order_and_chaos.drawings"


def test_every_drawing_stands_in_the_rules_with_words_for_those_who_cannot_see_it() -> None:
    shown = dict(reversed(found) for found in re.findall(r"!\[([^\]]+)\]\(images/([^)]+)\)", RULES.read_text("utf-8")))
    assert set(shown) == set(DRAWINGS)
    assert all(len(words) > 20 for words in shown.values())


def test_the_captions_say_what_the_engine_does() -> None:
    legal = {ENGINE.encode(move) for move in ENGINE.legal(MOVES, 0)}
    assert {"S1-W2", "B3-W3", "W1-B1", "W1-W2", "W1-W6"} <= legal
    assert ENGINE.view(ENGINE.apply(MOVES, 0, ENGINE.decode("W1-B1")), None)["last"]["note"] == "W1-B1xs"
    assert ENGINE.view(ENGINE.apply(TURNING, 0, ENGINE.decode("B2-B5")), None)["last"]["note"] == "B2-B5xs~"
    assert ENGINE.view(ENGINE.apply(REVIVAL, 0, ENGINE.decode("B3-W3")), None)["last"]["note"] == "B3-W3+sxs+bxb"
