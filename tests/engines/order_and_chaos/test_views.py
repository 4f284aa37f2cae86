"""What a page is given, and what the log says."""

from itertools import pairwise

import pytest

from engines.order_and_chaos import text as in_a_terminal
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, do, scene, seen, start


def test_the_view_has_the_form_that_is_described() -> None:
    state = do(scene("W1 sb, W6 b, S4 s", "W1 ss, B1 s, S1 s", graves=("s", ""), fresh="S4"), "W6-W1")
    view = ENGINE.view(state, CHAOS)
    areas = view.pop("areas")
    board = view.pop("board")
    last = {"by": 0, "do": "W6-W1", "from": "W6", "to": "W1", "kind": "b", "through": [], "killed": "s", "turned": False}
    last |= {"revived": [{"kind": "s", "at": "W2", "killed": None}], "note": "W6-W1xs+s"}
    assert view == {
        "game": "order-and-chaos", "phase": "play", "viewer": 1, "to_act": [1], "seat": 1, "turn": 41,
        "owners": {"south": 0, "north": 1}, "revive": ["W2", "W5"], "graves": [[], ["s"]], "occupation": [0, 1],
        "occupation_to_win": 3, "dead_to_lose": 3, "points": [0.0, 1.0], "penalty": 0.0, "held": None, "quiet": 0,
        "quiet_limit": 120, "stood": 1, "stood_limit": 3, "repeats": {}, "barred": [], "time_ms": None, "last": last,
        "outcome": None, "options": {"classroom": False, "quiet_turn_limit": 120, "repetition_limit": 3, "rules": "tuned"},
    }  # fmt: skip
    assert len(areas) == len(board["areas"]) == 18
    four = [[0, "s", True], [0, "b", True], [0, "b", True], [1, "s", True]]
    assert areas["W1"] == {"men": four, "dominator": 0, "frozen": 1, "closed": [1]}
    assert areas["S4"] == {"men": [[0, "s", False]], "dominator": None, "frozen": None, "closed": []}
    assert areas["W3"] == {"men": [], "dominator": None, "frozen": None, "closed": []}


def test_the_board_is_drawn_inside_its_square_and_areas_that_are_adjacent_share_an_edge() -> None:
    board = seen(start())["board"]
    points = [board["hexagon"], board["link"], *(area["shape"] for area in board["areas"].values())]
    assert all(0 <= at <= side for shape in points for point in shape for at, side in zip(point, board["size"], strict=True))
    assert board["areas"]["B2"]["core"]
    assert (board["areas"]["W5"]["revive"], board["areas"]["S6"]["territory"]) == ("north", "north")
    assert set(board["graves"]) == {"south", "north"}
    areas = board["areas"]
    edges = {name: _edges(area["shape"]) for name, area in areas.items()}
    for name in areas:
        lone = scene(f"{name} s", "", fresh="")
        for text in (ENGINE.encode(action) for action in ENGINE.legal(lone, 0) or ()):
            other = text[3:]
            assert edges[name] & edges[other] or {name, other} == {"B2", "B5"}, text


def _edges(shape: list[list[int]]) -> set[frozenset[tuple[int, ...]]]:
    return {frozenset((tuple(one), tuple(other))) for one, other in pairwise([*shape, shape[0]])}


def test_the_last_turn_is_told_also_of_a_passage_and_of_a_pass() -> None:
    assert seen(do(scene("S1 s, B1 b", "S5 s"), "S1-W1"))["last"]["through"] == ["B1"]
    last = seen(do(scene("W1 s", "W1 sb, S5 s"), "pass"))["last"]
    assert (last["from"], last["to"], last["kind"], last["do"]) == (None, None, None, "pass")


def test_who_is_held_and_who_is_kept_out_is_shown() -> None:
    areas = seen(scene("W1 sb, W2 ssbb, W3 sb, W4 s", "W1 s, W3 sb, W4 s", dominated={"W3": CHAOS}))["areas"]
    assert (areas["W1"]["frozen"], areas["W1"]["closed"]) == (1, [])
    assert (areas["W2"]["frozen"], areas["W2"]["closed"]) == (None, [0, 1])
    assert (areas["W3"]["frozen"], areas["W3"]["closed"]) == (0, [0])
    assert (areas["W4"]["frozen"], areas["W4"]["closed"]) == (None, [])


BACK = "a {0} chessman comes back in W2 and kills a {0} one"
REVIVAL = f"moves a small chessman from S1 to B1; {BACK.format('small')}; {BACK.format('big')}."
TURNING = "moves a big chessman from W5 to B5; it kills Chaos's small chessman; the territories swap owners."


@pytest.mark.parametrize(
    ("order", "chaos", "graves", "text", "told"),
    [
        ("W1 s", "S5 s", "", "W1-W2", "moves a small chessman from W1 to W2."), ("W5 b", "B5 s, S6 s", "", "W5-B5", TURNING),
        ("W1 s", "W1 sb, S5 s", "", "pass", "has no move and passes."),
        ("S1 s, W2 sb", "W2 sb, S5 s", "sb", "S1-B1", REVIVAL),
    ],
)  # fmt: skip
def test_a_log_line_tells_the_turn(order: str, chaos: str, graves: str, text: str, told: str) -> None:
    assert ENGINE.describe(scene(order, chaos, graves=(graves, "")), 0, ENGINE.decode(text), None) == f"Order {told}"


def test_a_terminal_shows_every_area_and_who_stands_there() -> None:
    text = in_a_terminal.board(seen(scene("W1 sb, S4 s", "W1 s, B5 b", graves=("s", ""))))
    assert "W1 Os Ob Cs (O)" in text
    assert "B5 Cb" in text
    assert "dead: Order s; Chaos none" in text
    assert all(area in text for area in seen(start())["areas"])
