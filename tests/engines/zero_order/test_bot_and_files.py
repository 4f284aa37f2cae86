"""The greedy bot and the data files."""

import tomllib
from random import Random
from typing import Any

import pytest

from engines import bots
from engines.data_files import BadData, parse
from engines.zero_order import grid, tokens
from tests.engines.zero_order.scenes import ENGINE, scene


def choice(state: Any, seed: int = 1) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()]
    return bots.choose_action("greedy", "zero-order", state.seat, ENGINE.view(state, state.seat), legal, str, Random(seed))


def test_greedy_deletes_what_it_can_reach_and_leaves_a_check() -> None:
    state = scene("C4 DE, A1 PU", "C6 GL, E9 SW")
    after = ENGINE.apply(state, 0, ENGINE.decode(choice(state)))
    assert choice(after).startswith("delete")
    assert choice(scene("C4 ER, A1 PU", "C5 DE, E9 SW")) in {"C4-C3", "C4-B3", "C4-D4"}


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("tokens", lambda raw: raw["token"].reverse(), "token: the codes must be"),
        ("tokens", lambda raw: raw["token"][0].update(level=9), r"token\[0\].level: must be a whole number"),
        ("tokens", lambda raw: raw["token"][0].update(verb="erase"), r"token\[0\].verb"),
        ("tokens", lambda raw: raw["team"].update(size=0), "team.size"),
        ("tokens", lambda raw: raw["start"].clear(), "start: must have at least one"),
        ("tokens", lambda raw: raw["start"]["best_team_wins"].update(chosen=1), "start.best_team_wins.chosen"),
        ("tokens", lambda raw: raw["start"]["best_team_wins"].update(needs=["XX"]), "start.best_team_wins.needs"),
        ("board", lambda raw: raw["columns"].pop("A"), "columns: must have one entry"),
        ("board", lambda raw: raw["columns"].update(A=[7, 1]), "columns.A: the first row"),
        ("board", lambda raw: raw["board"].update(centre="Z9"), "board.centre"),
        ("board", lambda raw: raw["order"].update(tiles=[[0, 24]]), "order.tiles: must have 12 tokens"),
        ("board", lambda raw: raw["order"].update(units=[[2, 1]]), r"order.units\[0\]\[0\]: must be a whole number"),
    ],
)
def test_a_wrong_file_is_told_by_file_key_and_reason(kind: str, change: Any, told: str) -> None:
    table, path = {"tokens": (tokens.Tables, tokens.FILE), "board": (grid.BoardFile, grid.FILE)}[kind]
    raw = tomllib.loads(path.read_text("utf-8"))
    change(raw)
    with pytest.raises(BadData, match=rf"^{kind}.toml: {told}"):
        parse(table, raw, f"{kind}.toml")
