"""The greedy bot and the data files."""

import tomllib
from random import Random
from typing import Any

import pytest

from engines import bots
from engines.bots import simulate
from engines.data_files import BadData, parse
from engines.zero_order import grid, tokens
from tests.engines.zero_order.scenes import ENGINE, scene
from tests.thorough import WHOLE


def choice(state: Any, seed: int = 1) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()]
    return bots.choose_action("greedy", "zero-order", state.seat, ENGINE.view(state, state.seat), legal, str, Random(seed))


def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    won, games = 0, 100 if WHOLE else 10
    for number in range(games):
        seat = number % 2
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome: Any = end["outcome"]
        won += outcome["ranks"][seat] < outcome["ranks"][1 - seat]
    assert won >= 0.9 * games - 1


@pytest.mark.parametrize("options", [{"start": "kill_the_king"}, {"start": "capture_the_flag", "joined_map": True}])
def test_games_of_greedy_bots_end(options: dict[str, Any]) -> None:
    *_, end = simulate(ENGINE, options, ["greedy", "greedy"], "end")
    assert end["outcome"] is not None


def test_greedy_deletes_what_it_can_reach_and_leaves_a_check() -> None:
    state = scene("C4 DE, A1 PU", "C6 GL, E9 SW")
    after = ENGINE.apply(state, 0, ENGINE.decode(choice(state)))
    assert choice(after).startswith("delete")
    assert choice(scene("C4 ER, A1 PU", "C5 DE, E9 SW")) in {"C4-C3", "C4-B3", "C4-D4"}


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("tokens", lambda raw: raw.pop("token"), "token: missing key"),
        ("tokens", lambda raw: raw["token"].reverse(), "token: the codes must be"),
        ("tokens", lambda raw: raw["token"][0].update(level="1"), r"token\[0\].level: must be of type int"),
        ("tokens", lambda raw: raw["token"][0].update(level=9), r"token\[0\].level: must be a whole number"),
        ("tokens", lambda raw: raw["token"][0].update(kind="hero"), r"token\[0\].kind: must be one of"),
        ("tokens", lambda raw: raw["token"][0].update(verb="erase"), r"token\[0\].verb"),
        ("tokens", lambda raw: raw["token"][0].update(colour="red"), r"token\[0\].colour: unknown"),
        ("tokens", lambda raw: raw["token"].__setitem__(0, 1), r"token\[0\]: must be a table"),
        ("tokens", lambda raw: raw["team"].update(size=0), "team.size"),
        ("tokens", lambda raw: raw.pop("start"), "start: missing key"),
        ("tokens", lambda raw: raw["start"].clear(), "start: must have at least one"),
        ("tokens", lambda raw: raw["start"]["best_team_wins"].update(chosen=1), "start.best_team_wins.chosen"),
        ("tokens", lambda raw: raw["start"]["best_team_wins"].update(needs=["XX"]), "start.best_team_wins.needs"),
        ("board", lambda raw: raw["columns"].pop("A"), "columns: must have one entry"),
        ("board", lambda raw: raw["columns"].update(A=[1]), "columns.A: must have 2 items"),
        ("board", lambda raw: raw["columns"].update(A=[7, 1]), "columns.A: the first row"),
        ("board", lambda raw: raw["board"].update(centre="Z9"), "board.centre"),
        ("board", lambda raw: raw.pop("order"), "order: missing key"),
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
