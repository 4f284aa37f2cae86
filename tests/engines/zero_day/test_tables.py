"""The data files: what they hold is what the rules say, and a wrong one is refused by file, key and reason."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engines.data_files import BadData, load, parse
from engines.zero_day import board, cards
from tests.engines.zero_day import slow_move_generation

FILES = ("operations.toml", "viruses.toml", "tiles.toml", "initiative.toml", "terms.toml", "starts.toml")
KINDS: dict[str, Any] = {
    "operations.toml": cards.Operations,
    "viruses.toml": cards.Viruses,
    "tiles.toml": board.Tiles,
    "initiative.toml": board.Track,
    "terms.toml": cards.ConstantsFile,
    "starts.toml": cards.Starts,
}


def raw(file: str) -> Any:
    return tomllib.loads((cards.FOLDER / file).read_text("utf-8"))


def fault(file: str, changed: Any) -> str:
    with pytest.raises(BadData) as caught:
        parse(KINDS[file], changed, file)
    assert str(caught.value).startswith(f"{file}:")
    return str(caught.value)


def broken(file: str, *path: Any, value: Any) -> str:
    """The fault when one value of a file is another one; a value of `...` deletes the key."""
    changed = copy.deepcopy(raw(file))
    *way, last = path
    inner = changed
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return fault(file, changed)


def test_the_operations_are_those_of_the_rulings() -> None:
    told = {kind.name: " ".join(str(value) if value else "-" for value in kind.values[1:]) for kind in cards.OPERATIONS}
    assert told == slow_move_generation.VALUES
    assert {kind.name: kind.cost for kind in cards.OPERATIONS if kind.cost} == slow_move_generation.PRICES
    for token, names in slow_move_generation.KINDS.items():
        assert {kind.name for kind in cards.OPERATIONS if kind.type in (token, "All")} == names


def test_the_viruses_cost_what_the_rulebook_says() -> None:
    assert {kind.name: (kind.credits, kind.proxies) for kind in cards.VIRUSES} == slow_move_generation.VIRUSES
    for kind in ("Econ", "Offense", "Util"):
        assert sum(virus.type == kind for virus in cards.VIRUSES) == 4


@pytest.mark.parametrize(
    ("file", "path", "value", "told"),
    [
        ("operations", ("operation", 0, "type"), "Money", "operation[0].type"),
        ("operations", ("operation", 0, "effect"), "magic", "operation[0].effect"),
        ("operations", ("operation", 0, "cost"), -1, "operation[0].cost"),
        ("operations", ("operation", 0, "values"), [1, 0], "operation[0].values"),
        ("operations", ("operation", 0, "speed"), 1, "operation[0].speed: unknown"),
        ("operations", ("operation", 0, "text"), ..., "operation[0].text: missing key"),
        ("operations", ("operation", 1, "name"), "Invest", "appears twice"),
        ("operations", ("operation", 0, "basic"), False, "the first three must be basic"),
        ("operations", ("operation", 3, "effect"), "tax", "exactly one must have the effect boost"),
        ("viruses", ("virus", 0, "name"), "Zed", "virus[0].name"),
        ("viruses", ("virus", 0, "credits"), 100, "virus[0].credits"),
        ("viruses", ("virus", 3), ..., "each of Alice"),
        ("viruses", ("effects", "Alice"), 0, "effects.Alice"),
        ("viruses", ("effects", "matilda_credits"), [1], "effects.matilda_credits"),
        ("tiles", ("tile", 1, "action"), "fly", "tile[1].action"),
        ("tiles", ("tile", 1, "count"), [1, 2], "tile[1].count"),
        ("tiles", ("tile", 1, "count"), [1, 3, 2], "must have 11 tiles with 3 players"),
        ("tiles", ("tile", 0, "action"), "gain", "tile[0]"),
        ("initiative", ("sides", 0, 0), "gain", "sides[0]"),
        ("initiative", ("sides", 0, 0), "gain x", "sides[0]"),
        ("initiative", ("sides", 6), ["admin", "pay 2"], "can't be a payment"),
        ("initiative", ("sides",), [["bonus", "blank"]] * 9, "10 tiles"),
        ("initiative", ("sides",), [["admin", "blank"]] * 5 + [["bonus", "blank"]] * 5, "at most 4"),
        ("initiative", ("sides",), [["pointer", "blank"]] * 9 + [["bonus", "blank"]], "that a pointer can fetch"),
        ("terms", ("terms", "goal"), [12, 11], "terms.goal"),
        ("terms", ("terms", "cap"), 0, "terms.cap"),
        ("terms", ("terms", "cap"), True, "terms.cap"),
        ("terms", ("terms", "credentials"), 5, "terms.credentials"),
        ("starts", ("start", 0, "kind"), "long", "start[0].kind"),
        ("starts", ("start", 0, "info"), [0, 0, -1], "start[0].info"),
        ("starts", ("start", 0, "version"), 2, "appears twice"),
        ("starts", ("start", 2), ..., "version 1 must have all kinds"),
    ],
)
def test_a_wrong_value_is_told_of(file: str, path: Any, value: Any, told: str) -> None:
    assert told in broken(f"{file}.toml", *path, value=value)


def test_each_type_of_virus_is_needed() -> None:
    changed = raw("viruses.toml")
    for virus in changed["virus"]:
        virus["type"] = "Econ"
    assert "one of each type" in fault("viruses.toml", changed)


def test_a_version_without_a_line_begins_like_the_one_before() -> None:
    find = cards.STARTS.find
    assert find(5, advanced=False, first_game=False) == find(4, advanced=False, first_game=False)
    assert find(6, advanced=True, first_game=False) == find(5, advanced=True, first_game=False)
    assert find(3, advanced=False, first_game=True) == find(2, advanced=False, first_game=True)
    assert find(2, advanced=True, first_game=True) == find(2, advanced=False, first_game=True)


def test_a_file_that_is_missing_or_no_toml_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"^tiles\.toml: "):
        load(board.Tiles, tmp_path / "tiles.toml")
    (tmp_path / "tiles.toml").write_text("[", "utf-8")
    with pytest.raises(BadData, match=r"^tiles\.toml: "):
        load(board.Tiles, tmp_path / "tiles.toml")


def test_distances_count_over_all_tiles() -> None:
    for seats, ground in board.GROUND.items():
        for at in ground.places:
            for other in ground.places:
                one, two = board.NAMES[at], board.NAMES[other]
                assert bool(ground.near[at] >> other & 1) == slow_move_generation.touch(one, two), (seats, one, two)
