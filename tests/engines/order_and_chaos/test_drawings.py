"""The drawings of the rules show what the engine says."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.engines.order_and_chaos.scenes import ORDER, do, legal, note, scene, seen, start

RULES = Path(__file__).parents[3] / "engines" / "order_and_chaos" / "site" / "rules"
MOVES = scene("S1 s, B2 b, B3 b, W1 b", "B1 s, S5 s, B5 b, W3 b")
TURNING = scene("B2 b, S1 s, W1 b", "B5 s, S5 s, B6 b, W4 b")
REVIVAL = scene("B3 b, S2 s, W2 bs", "W1 b, S5 s, W2 bs", graves=("sb", ""))
OCCUPATION = scene("B4 b, S4 s, S5 s, W2 b, B6 s", "B1 b, S1 s, B5 b, W3 s")
BATTLES = scene("W1 s, W2 bs, W3 bss, W5 b, W6 bs", "W1 b, W2 s, W3 s, W4 sb, W6 sb", dominated={"W1": ORDER, "W6": ORDER})
DRAWN = {
    "board": start(), "move": MOVES, "turn": do(MOVES, "W1-B1"), "battle": BATTLES, "turning": TURNING,
    "turned": do(TURNING, "B2-B5"), "occupation": OCCUPATION, "revival": REVIVAL, "revived": do(REVIVAL, "B3-W3"),
}  # fmt: skip
KINDS = {"30": "s", "41": "b", "53": "s", "72": "b"}
"""By the radius or the width of a chessman on the board; smaller ones lie in graves."""
MAN = re.compile(r'<circle class="m(c)" cx="(\d+)" cy="(\d+)" r="(\d+)"|<rect class="m(o)" x="(\d+)" y="(\d+)" width="(\d+)"')


def men(text: str, shape: list[list[int]]) -> list[tuple[int, str]]:
    found = []
    for chaos, cx, cy, radius, _, left, top, width in MAN.findall(text):
        x, y = (int(cx), int(cy)) if chaos else (int(left) + int(width) / 2, int(top) + int(width) / 2)
        sides = {(x - a) * (d - b) > (y - b) * (c - a) for (a, b), (c, d) in pairwise([*shape, shape[0]])}
        if len(sides) == 1 and (radius or width) in KINDS:
            found.append((int(bool(chaos)), KINDS[radius or width]))
    return sorted(found)


def colours(view: Any, name: str) -> str:
    """The classes of an area that is drawn: whose land it is, or who dominates it."""
    land, dominator = view["board"]["areas"][name]["territory"], view["areas"][name]["dominator"]
    if land:
        return "oc"[view["owners"][land]]
    return "f" if dominator is None else f"f d{'oc'[dominator]}"


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_shows_the_chessmen_territories_and_dominators_of_its_position(name: str) -> None:
    text = (RULES / "images" / f"order-and-chaos-{name}.svg").read_text("utf-8")
    view = seen(DRAWN[name])
    areas = view["board"]["areas"]
    assert re.findall(r'<polygon class="([^"]+)" points', text)[1:19] == [colours(view, area) for area in areas]
    shown = {area: men(text, areas[area]["shape"]) for area in areas}
    assert shown == {area: sorted((seat, kind) for seat, kind, _ in view["areas"][area]["men"]) for area in areas}


def test_every_drawing_stands_in_the_rules_with_words_for_those_who_cannot_see_it() -> None:
    shown = dict(
        reversed(found) for found in re.findall(r"!\[([^\]]+)\]\(images/([^)]+)\)", (RULES / "en.md").read_text("utf-8"))
    )
    assert set(shown) == {f"order-and-chaos-{name}.svg" for name in DRAWN}
    assert all(len(words) > 20 for words in shown.values())


def test_the_captions_say_what_the_engine_does() -> None:
    assert {"S1-W2", "B3-W3", "W1-B1", "W1-W2", "W1-W6"} <= legal(MOVES)
    assert (note(MOVES, "W1-B1"), note(TURNING, "B2-B5"), note(REVIVAL, "B3-W3")) == ("W1-B1xs", "B2-B5xs~", "B3-W3+sxs+bxb")
