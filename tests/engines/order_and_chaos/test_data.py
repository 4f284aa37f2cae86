"""The files of the board and of the numbers are checked when they are read."""

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


def area(at: int, **changed: Any) -> Change:
    return lambda file: file["area"][at].update(changed)


def south(**changed: Any) -> Change:
    return lambda file: file["territory"][0].update(changed)


def put(table: str, key: str, value: Any) -> Change:
    return lambda file: file[table].update({key: value})


BOARD: list[tuple[Change, str]] = [
    (lambda file: file["area"].append(file["area"][0]), "area.name: 'b1' appears twice"),
    (area(3, name="b1"), "area[3].name: must be capital letters and digits, ending in a digit"),
    (area(3, shape=[[1, 2], [3, 4]]), "area[3].shape: must have at least 3 points"),
    (lambda file: file["edges"].append("B1-X9"), "edges: 'B1-X9' does not join"),
    (lambda file: file["edges"].append("B1-B1"), "edges: 'B1-B1' does not join"),
    (lambda file: file["edges"].append("S1-B1"), "edges: 'S1-B1' appears twice"),
    (put("link", "areas", ["B1", "B5"]), "link: must join the cores"),
    (put("link", "path", []), "link.path: must have at least 2 points"),
    (south(core="S1"), "territory[0].core: 'S1' is not a big area"),
    (south(core="B4"), "territory[0].areas: must be different"),
    (south(revive="B1"), "territory[0].revive: 'B1' is not a battle area"),
    (south(starts="chaos"), "territory: each side starts"),
    (south(areas=["B2", "W1"]), "territory[0].areas: 'W1' is not a triangle"),
    (south(grave=[1, 2]), "territory[0].grave: must have 4 items"),
]
NUMBERS: list[tuple[Change, str]] = [
    (put("battle", "capacity", 5), "battle.capacity: must be a whole number from 2 to 4"),
    (put("battle", "close", 1), "battle.close: must be from freeze"),
    (put("points", "big", 1.2), "points.big: must be a multiple of 0.5"),
    (put("points", "penalty", -1), "points.penalty: must be a multiple of 0.5"),
    (put("limits", "repetition_limit", [1, 2, 3]), "limits.repetition_limit: the default must"),
    (lambda file: file["limits"].pop("repetition_limit"), "limits: must be quiet_turn_limit, repetition_limit"),
]


@pytest.mark.parametrize(
    ("name", "kind", "read", "changes"),
    [("board.toml", board.BoardFile, board.BOARD, BOARD), ("rules.toml", board.RuleConstants, board.CONSTANTS, NUMBERS)],
)
def test_faults_are_told_by_file_key_and_reason(name: str, kind: Any, read: Any, changes: list[tuple[Change, str]]) -> None:
    text = (board.DATA / name).read_text("utf-8")
    assert parse(kind, tomllib.loads(text), name) == read
    for change, told in changes:
        file = tomllib.loads(text)
        change(file)
        with pytest.raises(BadData) as caught:
            parse(kind, file, name)
        assert str(caught.value).startswith(f"{name}: {told}")


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("first = ", "utf-8")
    for name in ("no-such.toml", "broken.toml"):
        with pytest.raises(BadData, match=name):
            load(board.BoardFile, tmp_path / name)


@pytest.mark.parametrize(
    ("name", "value"), [("speed", 1), ("classroom", 1), ("quiet_turn_limit", True), ("repetition_limit", "3"), ("rules", "old")]
)
def test_a_wrong_option_is_named(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        ENGINE.options({name: value})
    assert caught.value.name == name
    assert str(caught.value).endswith(".")
