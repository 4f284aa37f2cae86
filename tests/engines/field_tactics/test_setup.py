"""The beginning: advantage, first mover, secret set-ups, and the notation of all of it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engines.contract import BadOption
from engines.data_files import BadData, load
from engines.field_tactics import pieces
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, SETUP, do, pieces as placed, refusal


def begun(*actions: str, **options: Any) -> Any:
    return do(ENGINE.start(ENGINE.options({"advantage": "red", **options}), 2), *actions)


@pytest.mark.parametrize(("number", "name"), [(0, "red"), (1, "blue")])
def test_the_referee_draws_who_has_the_advantage_unless_the_league_gave_it(number: int, name: str) -> None:
    state = ENGINE.start(ENGINE.options({}), 2)
    waiting: Any = ENGINE.view(state, None)
    assert (waiting["phase"], waiting["to_act"], waiting["advantage"]) == ("choose", [], None)
    draws: Any = SimpleNamespace(below=lambda _: number)
    draw = ENGINE.chance(state, draws)
    assert ENGINE.encode(draw) == f"advantage {name}"
    after = ENGINE.apply(state, None, draw)
    assert ENGINE.to_act(after) == {number}
    assert ENGINE.chance(begun(), draws) is None


@pytest.mark.parametrize("advantage", ["red", "blue"])
@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_advantage_chooses_who_moves_first(advantage: str, first: str) -> None:
    state = begun(advantage=advantage)
    holder = ["red", "blue"].index(advantage)
    assert ENGINE.to_act(state) == {holder}
    assert refusal(state, "first red", 1 - holder).code == "not-your-turn"
    assert refusal(state, SETUP, holder).code == "wrong-phase"
    after = do(state, f"first {first}", f"red:{SETUP}", f"blue:{SETUP}")
    assert ENGINE.to_act(after) == {["red", "blue"].index(first)}


def test_play_starts_when_both_set_ups_are_in_and_one_that_was_accepted_is_final() -> None:
    state = begun("first red")
    assert ENGINE.to_act(state) == {RED, BLUE}
    for seat, first, second in ((RED, "red", "blue"), (BLUE, "blue", "red")):
        half = do(state, f"{first}:{SETUP}")
        assert ENGINE.to_act(half) == {1 - seat}
        assert refusal(half, SETUP, seat).code == "already-submitted"
        assert do(half, f"{second}:{SETUP}").phase == "play"


def test_a_set_up_is_written_from_the_own_back_row_each_row_from_a_to_f() -> None:
    board = placed(do(begun("first red"), f"red:{SETUP}", f"blue:{SETUP}"))
    red = {"A1": "EN", "B1": "MN", "CD1": "G2", "F1": "EN", "A2": "C3", "C2": "FL", "F4": "CV"}
    blue = {"A8": "EN", "B8": "MN", "CD8": "G2", "F8": "EN", "A7": "C3", "C7": "FL", "F5": "CV"}
    assert {square: board[square] for square in red} == {square: (RED, code) for square, code in red.items()}
    assert {square: board[square] for square in blue} == {square: (BLUE, code) for square, code in blue.items()}
    assert len(board) == 46


def test_a_set_up_may_be_written_more_loosely() -> None:
    written = [SETUP.replace(" / ", between) for between in ("\n", "/", " /\r\n")]
    for text in (SETUP.lower(), f"  {SETUP}\n", *written):
        assert ENGINE.encode(ENGINE.decode(text)) == SETUP


def test_what_is_no_set_up_is_refused() -> None:
    rows = (SETUP.replace("EN MN G2 C1 EN", "EN MN G2 C1"), SETUP + " / C1", SETUP.replace(" / ", " "), "", "/")
    codes = (SETUP.replace("EN", "XX", 1), SETUP.replace("EN", "E\u017f", 1), SETUP.replace("EN", ""))
    for text in (*rows, *codes):
        assert refusal(begun("first red"), text).code == "malformed"
    for away, instead in (("G3", "G2"), ("EN", "MN"), ("FL", "C1"), ("C1", "FL")):
        assert refusal(begun("first red"), SETUP.replace(away, instead, 1)).code == "setup-counts"


@pytest.mark.parametrize("fixed", ["MN", "FL"])
@pytest.mark.parametrize("bridge", [1, 4])
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_what_cannot_move_may_not_stand_at_a_bridge(fixed: str, bridge: int, seat: int) -> None:
    codes = SETUP.replace(" /", "").split()
    at, door = codes.index(fixed), 17 + bridge
    codes[at], codes[door] = codes[door], codes[at]
    text = " / ".join(" ".join(row) for row in (codes[:5], codes[5:11], codes[11:17], codes[17:]))

    refused = refusal(begun("first red"), text, seat)
    assert refused.code == "setup-bridge"
    assert ["B4", "E4", "B5", "E5"][2 * seat + (bridge == 4)] in refused.text


WRONG: dict[str, list[Any]] = {"advantage": ["green", 0, ["red"]], "tank_beats_engineer": [1], "quiet_turn_limit": [True, 10.0]}


@pytest.mark.parametrize("name", WRONG)
def test_a_bad_option_is_named_and_two_seats_are_needed(name: str) -> None:
    for value in WRONG[name]:
        with pytest.raises(BadOption, match=name) as caught:
            ENGINE.options({name: value})
        assert caught.value.name == name
    for seats in (1, 3):
        with pytest.raises(BadOption):
            ENGINE.start(ENGINE.options({}), seats)


FILE = pieces.FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("count = 1", "count = 0", r"piece\[0\]\.count"), ("count = 1", "count = 2", "23 home squares"),
        ('moves = "step"', 'moves = "hop"', r"piece\[0\]\.moves"), ('code = "G2"', 'code = "G3"', "different codes"),
        ('G3 = "= o', 'G3 = "o', r"battle\.G3"), ('G3 = "= o', 'G3 = "= x', r"battle\.(G3|G2)"),
        ('G3 = "= o', 'G9 = "= o', "battle: must have one row"), ("[[piece]]", "[[", "pieces.toml"),
    ],
)  # fmt: skip
def test_a_wrong_piece_file_is_refused_by_file_key_and_reason(old: str, new: str, key: str, tmp_path: Path) -> None:
    wrong = tmp_path / "pieces.toml"
    wrong.write_text(FILE.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData, match=key) as caught:
        load(pieces.Army, wrong)
    assert str(caught.value).startswith("pieces.toml: ")
