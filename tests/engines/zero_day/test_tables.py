"""The data files: what they hold is what the rules say, and a wrong one is refused by file, key and reason."""

import tomllib
from typing import Any

import pytest

from engines.data_files import BadData, parse
from engines.zero_day import board, cards

KINDS: dict[str, Any] = {
    "operations.toml": cards.Operations, "viruses.toml": cards.Viruses, "tiles.toml": board.Tiles,
    "initiative.toml": board.Track, "terms.toml": cards.ConstantsFile, "starts.toml": cards.Starts,
}  # fmt: skip


def raw(file: str) -> Any:
    return tomllib.loads((cards.FOLDER / file).read_text("utf-8"))


@pytest.mark.parametrize(
    ("file", "path", "value", "told"),
    [
        ("operations", ("operation", 0, "effect"), "magic", "operation[0].effect"),
        ("operations", ("operation", 0, "values"), [1, 0], "operation[0].values"),
        ("operations", ("operation", 1, "name"), "Invest", "appears twice"),
        ("operations", ("operation", 0, "basic"), False, "the first three must be basic"),
        ("operations", ("operation", 3, "effect"), "tax", "exactly one must have the effect boost"),
        ("viruses", ("virus", 0, "name"), "Zed", "virus[0].name"),
        ("viruses", ("virus", 3), ..., "each of Alice"),
        ("viruses", ("virus",), [one | {"type": "Econ"} for one in raw("viruses.toml")["virus"]], "one of each type"),
        ("viruses", ("effects", "matilda_credits"), [1], "effects.matilda_credits"),
        ("tiles", ("tile", 1, "count"), [1, 2], "tile[1].count"),
        ("tiles", ("tile", 1, "count"), [1, 3, 2], "must have 11 tiles with 3 players"),
        ("tiles", ("tile", 0, "action"), "gain", "tile[0]"),
        ("initiative", ("sides", 0, 0), "gain", "sides[0]"),
        ("initiative", ("sides", 6), ["admin", "pay 2"], "can't be a payment"),
        ("initiative", ("sides",), [["bonus", "blank"]] * 9, "10 tiles"),
        ("initiative", ("sides",), [["admin", "blank"]] * 5 + [["bonus", "blank"]] * 5, "at most 4"),
        ("initiative", ("sides",), [["pointer", "blank"]] * 9 + [["bonus", "blank"]], "that a pointer can fetch"),
        ("terms", ("terms", "goal"), [12, 11], "terms.goal"),
        ("terms", ("terms", "credentials"), 5, "terms.credentials"),
        ("starts", ("start", 0, "version"), 2, "appears twice"),
        ("starts", ("start", 2), ..., "version 1 must have all kinds"),
    ],
)
def test_a_wrong_value_is_told_of(file: str, path: Any, value: Any, told: str) -> None:
    """A value of `...` deletes the key."""
    inner = changed = raw(f"{file}.toml")
    *way, last = path
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    with pytest.raises(BadData) as caught:
        parse(KINDS[f"{file}.toml"], changed, f"{file}.toml")
    assert str(caught.value).startswith(f"{file}.toml:")
    assert told in str(caught.value)
