"""The files of the board and of the numbers are checked when they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.contract import BadOption
from engines.data_files import BadData, load, parse
from engines.order_and_chaos import board
from tests.engines.order_and_chaos.scenes import ENGINE

Change = Callable[[dict[str, Any]], Any]


def raw(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def area(at: int, **changed: Any) -> Change:
    return lambda file: file["area"][at].update(changed)


def south(**changed: Any) -> Change:
    return lambda file: file["territory"][0].update(changed)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.pop("area"), "board.toml: area: missing key"),
        (lambda file: file["area"].append(file["area"][0]), "board.toml: area.name: 'b1' appears twice"),
        (area(3, name=5), "board.toml: area[3].name: must be of type str"),
        (area(3, name="b1"), "board.toml: area[3].name: must be capital letters"),
        (area(3, name="1B"), "board.toml: area[3].name: must be capital letters and digits, ending in a digit"),
        (area(3, kind="round"), "board.toml: area[3].kind: must be one of"),
        (area(3, colour="red"), "board.toml: area[3].colour: unknown key"),
        (lambda file: file["area"][3].pop("centre"), "board.toml: area[3].centre: missing key"),
        (area(3, centre=[1, "2"]), "board.toml: area[3].centre[1]: must be of type int"),
        (area(3, shape=[[1, 2], [3, 4]]), "board.toml: area[3].shape: must have at least 3 points"),
        (lambda file: file.update(edges="B1-S1"), "board.toml: edges: must be a list"),
        (lambda file: file["edges"].append("B1-X9"), "board.toml: edges: 'B1-X9' does not join"),
        (lambda file: file["edges"].append("B1-B1"), "board.toml: edges: 'B1-B1' does not join"),
        (lambda file: file["edges"].append("B1-S1"), "board.toml: edges: 'B1-S1' appears twice"),
        (lambda file: file.pop("link"), "board.toml: link: missing key"),
        (lambda file: file["link"].update(areas=["B1", "B5"]), "board.toml: link: must join the cores"),
        (lambda file: file["link"].update(areas=["B5"]), "board.toml: link.areas: must have 2 items"),
        (lambda file: file["link"].update(path=[]), "board.toml: link.path: must have at least 2 points"),
        (lambda file: file.update(hexagon=7), "board.toml: hexagon: must be a list"),
        (lambda file: file["territory"].pop(), "board.toml: territory: must have 2 items"),
        (south(core="S1"), "board.toml: territory[0].core: 'S1' is not a big area"),
        (south(core="B4"), "board.toml: territory[0].areas: must be different"),
        (south(revive="B1"), "board.toml: territory[0].revive: 'B1' is not a battle area"),
        (south(starts="red"), "board.toml: territory[0].starts: must be one of"),
        (south(starts="chaos"), "board.toml: territory: each side starts"),
        (south(areas=["B2", "W1"]), "board.toml: territory[0].areas: 'W1' is not a triangle"),
        (south(areas=7), "board.toml: territory[0].areas: must be a list"),
        (south(grave=[1, 2]), "board.toml: territory[0].grave: must have 4 items"),
        (south(key=7), "board.toml: territory[0].key: must be of type str"),
        (south(name=7), "board.toml: territory[0].name: must be of type str"),
    ],
)
def test_a_wrong_board_is_told_of_by_file_key_and_reason(change: Change, told: str) -> None:
    file = raw(board.DATA / "board.toml")
    assert parse(board.BoardFile, file, "board.toml") == board.BOARD
    change(file)
    with pytest.raises(BadData) as caught:
        parse(board.BoardFile, file, "board.toml")
    assert str(caught.value).startswith(told)


def put(table: str, key: str, value: Any) -> Change:
    return lambda file: file[table].update({key: value})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.update(first="red"), "rules.toml: first: must be one of"),
        (lambda file: file.update(last="red"), "rules.toml: last: unknown key"),
        (lambda file: file.pop("battle"), "rules.toml: battle: missing key"),
        (lambda file: file["battle"].pop("close"), "rules.toml: battle.close: missing key"),
        (put("battle", "open", 1), "rules.toml: battle.open: unknown key"),
        (put("battle", "freeze", 0), "rules.toml: battle.freeze: must be a whole number of at least 1"),
        (put("battle", "freeze", True), "rules.toml: battle.freeze: must be of type int"),
        (put("battle", "capacity", 5), "rules.toml: battle.capacity: must be a whole number from 2 to 4"),
        (put("battle", "close", 1), "rules.toml: battle.close: must be from freeze"),
        (put("win", "grave", "3"), "rules.toml: win.grave: must be of type int"),
        (put("points", "big", 1.2), "rules.toml: points.big: must be a multiple of 0.5"),
        (put("points", "penalty", -1), "rules.toml: points.penalty: must be a multiple of 0.5"),
        (put("limits", "quiet_turn_limit", 120), "rules.toml: limits.quiet_turn_limit: must be a list"),
        (put("limits", "repetition_limit", [1, 2, 3]), "rules.toml: limits.repetition_limit: the default must"),
    ],
)
def test_wrong_numbers_are_told_of_by_file_key_and_reason(change: Change, told: str) -> None:
    file = raw(board.DATA / "rules.toml")
    assert parse(board.RuleConstants, file, "rules.toml") == board.CONSTANTS
    change(file)
    with pytest.raises(BadData) as caught:
        parse(board.RuleConstants, file, "rules.toml")
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("kind", [board.BoardFile, board.RuleConstants])
def test_a_file_that_cannot_be_read_is_told_of(kind: type[Any], tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"no-such\.toml"):
        load(kind, tmp_path / "no-such.toml")
    (tmp_path / "broken.toml").write_text("first = ", "utf-8")
    with pytest.raises(BadData, match=r"broken\.toml"):
        load(kind, tmp_path / "broken.toml")


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"speed": 1}, "speed"),
        ({"classroom": 1}, "classroom"),
        ({"quiet_turn_limit": 0}, "quiet_turn_limit"),
        ({"quiet_turn_limit": True}, "quiet_turn_limit"),
        ({"quiet_turn_limit": 1001}, "quiet_turn_limit"),
        ({"repetition_limit": 1}, "repetition_limit"),
        ({"repetition_limit": "3"}, "repetition_limit"),
    ],
)
def test_a_wrong_option_is_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption) as caught:
        ENGINE.options(given)
    assert caught.value.name == name
    assert str(caught.value).endswith(".")


def test_the_options_have_defaults() -> None:
    assert ENGINE.options({}) == {"classroom": False, "quiet_turn_limit": 120, "repetition_limit": 3}
