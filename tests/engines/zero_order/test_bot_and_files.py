"""The greedy bot, the data files, the views' size and speed of growth."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines import bots, play
from engines.bots import simulate
from engines.data_files import BadData, load, parse
from engines.zero_order import grid, tokens
from tests.engines.zero_order.scenes import ENGINE, scene


def choice(state: Any, seed: int = 1) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, state.seat) or ()]
    return bots.choose_action("greedy", "zero-order", state.seat, ENGINE.view(state, state.seat), legal, str, Random(seed))


@pytest.mark.thorough
def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    won = 0
    for number in range(100):
        seat = number % 2
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome: Any = end["outcome"]
        won += outcome["ranks"][seat] < outcome["ranks"][1 - seat]
    assert won >= 90


@pytest.mark.parametrize("seed", range(3))
def test_greedy_deletes_what_it_can_reach(seed: int) -> None:
    state = scene("C4 DE, A1 PU", "C6 GL, E9 SW")
    move = choice(state, seed)
    after = ENGINE.apply(state, 0, ENGINE.decode(move))
    assert choice(after, seed).startswith("delete")


def test_greedy_leaves_a_check() -> None:
    state = scene("C4 ER, A1 PU", "C5 DE, E9 SW")
    assert choice(state) in {"C4-C3", "C4-B3", "C4-D4"}


@pytest.mark.parametrize("options", [{}, {"start": "kill_the_king"}, {"levels": 1}, {"joined_map": True}])
def test_games_of_greedy_bots_end(options: dict[str, Any]) -> None:
    *_, end = simulate(ENGINE, options, ["greedy", "greedy"], "end")
    assert end["outcome"] is not None


def test_views_stay_small() -> None:
    largest = 0
    for number in range(5):
        for _, _, position in play.play_randomly(ENGINE, {"joined_map": True}, 2, Random(number)):
            largest = max(largest, len(json.dumps(ENGINE.view(position.state, 0), separators=(",", ":"))))
    assert 1000 < largest < 6000


def broken(path: Any, change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    raw = tomllib.loads(path.read_text("utf-8"))
    change(raw)
    return raw


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda raw: raw.pop("token"), "token: missing key"),
        (lambda raw: raw["token"].reverse(), "token: the codes must be"),
        (lambda raw: raw["token"][0].update(level="1"), r"token\[0\].level: must be of type int"),
        (lambda raw: raw["token"][0].update(level=9), r"token\[0\].level: must be a whole number"),
        (lambda raw: raw["token"][0].update(kind="hero"), r"token\[0\].kind: must be one of"),
        (lambda raw: raw["token"][0].update(verb="erase"), r"token\[0\].verb"),
        (lambda raw: raw["token"][0].update(colour="red"), r"token\[0\].colour: unknown"),
        (lambda raw: raw["token"].__setitem__(0, 1), r"token\[0\]: must be a table"),
        (lambda raw: raw["team"].update(size=0), "team.size"),
        (lambda raw: raw.pop("start"), "start: missing key"),
        (lambda raw: raw["start"].clear(), "start: must have at least one"),
        (lambda raw: raw["start"]["best_team_wins"].update(chosen=1), "start.best_team_wins.chosen"),
        (lambda raw: raw["start"]["best_team_wins"].update(needs=["XX"]), "start.best_team_wins.needs"),
    ],
)
def test_a_wrong_token_file_is_told_by_file_key_and_reason(change: Any, told: str) -> None:
    with pytest.raises(BadData, match=rf"^tokens.toml: {told}"):
        parse(tokens.Tables, broken(tokens.FILE, change), "tokens.toml")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda raw: raw["columns"].pop("A"), "columns: must have one entry"),
        (lambda raw: raw["columns"].update(A=[1]), "columns.A: must have 2 items"),
        (lambda raw: raw["columns"].update(A=[7, 1]), "columns.A: the first row"),
        (lambda raw: raw["board"].update(centre="Z9"), "board.centre"),
        (lambda raw: raw.pop("order"), "order: missing key"),
        (lambda raw: raw["order"].update(tiles=[[0, 24]]), "order.tiles: must have 12 tokens"),
        (lambda raw: raw["order"].update(units=[[2, 1]]), r"order.units\[0\]\[0\]: must be a whole number"),
    ],
)
def test_a_wrong_board_file_is_told_by_file_key_and_reason(change: Any, told: str) -> None:
    with pytest.raises(BadData, match=rf"^board.toml: {told}"):
        parse(grid.BoardFile, broken(grid.FILE, change), "board.toml")


def test_a_missing_file_is_told(tmp_path: Any) -> None:
    with pytest.raises(BadData, match=r"gone\.toml"):
        load(tokens.Tables, tmp_path / "gone.toml")
    with pytest.raises(BadData, match=r"gone\.toml"):
        load(grid.BoardFile, tmp_path / "gone.toml")
