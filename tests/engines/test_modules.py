"""One shape for all games: the modules that every engine package has, and a reason for each other one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from engines import registry

ENGINES = Path(__file__).parents[2] / "engines"
GAMES = tuple(key.replace("-", "_") for key in sorted(registry.keys()))

REQUIRED: dict[str, tuple[str, ...]] = {
    "__init__": (),
    "actions": ("Action", "decode"),
    "bot": ("choose",),
    "engine": (),
    "heuristics": ("score_actions",),
    "log_lines": ("describe", "describe_end"),
    "move_generation": (),
    "package": ("GAME",),
    "picture": ("describe_board",),
    "rules": ("to_act",),
    "search_adapter": ("ADAPTER", "make_determinizer"),
    "stats": ("READER",),
    "state": ("State", "new", "dump", "load"),
    "text": ("board", "LEGEND"),
    "validation": ("out_of_turn",),
    "view": ("view",),
    "view_types": (),
}
"""By module of every engine: what it offers under the same name in all of them."""

OPTIONAL: dict[str, dict[str, str]] = {
    "field_tactics": {
        "base_siege": "what stands on and near a base, as one number for the trained evaluation",
        "beliefs": "how likely each kind is on each square, learned from matches",
        "fair_play": "what players remember, and what their actions are worth in a world",
        "material": "living pieces by how many living enemies beat them, for the trained evaluation",
        "previews": "what an action would do, told from a seat's own view",
        "pieces": "the kinds and the battle table, from a data file",
        "squares": "the board, and the pieces of a side as one integer",
        "trained_priors": "which moves the trained bot tries first",
        "trained_setups": "set-ups drawn by weights learned from results",
    },
    "order_and_chaos": {
        "board": "the areas and the constants of the rules, from data files",
        "occupancy": "what may stand in an area, as tables",
    },
    "zero_order": {
        "previews": "what an action would do, told from a seat's own view",
        "board": "tiles, units, stacks and holds, and what a unit may select",
        "functions": "the functions by kind, each with its listing, check and effect",
        "grid": "the hex grid",
        "match_setup": "teams, map building, deployment and support",
        "practice": "the practice ground: units against a dummy",
        "tokens": "the functions and ways to start, from a data file",
        "turn_generation": "whole turns for the trained bot's search",
    },
    "zero_day": {
        "fair_play": "what players remember, and what their actions are worth in a world",
        "previews": "what an action would do, told from a seat's own view",
        "trained_priors": "which actions the trained bot tries first",
        "admin_actions": "the Admin's actions",
        "board": "the places and the initiative track, from data files",
        "cards": "operations, viruses and credentials, from data files",
        "hacker_actions": "the Hackers' actions, and the Admin's answer to a hack",
        "inference": "what a Hacker knows of the credentials",
        "match_setup": "the set-up and the referee's draws",
        "turns": "turns, their start, rounds and the end",
    },
    "incursion_point_zero": {
        "fair_play": "what players remember, and what their actions are worth in a world",
        "previews": "what an action would do, told from a seat's own view",
        "card_export": "the cards for the board's script",
        "cards": "Soldiers, Gamers, Locations and Incursion cards, from data files, and their effects",
        "combat": "attacks, dice, damage and death",
        "game_flow": "activations, cooldowns, rounds, and from an action to the next decision, question or roll",
        "gamers": "Gamers as cards from outside, and which of them a side may use",
        "interrupted_state": "the determinization of an open question",
        "map_building": "the Locations of the set-up",
        "match_setup": "the squads and the Incursion cards of the set-up",
        "movement": "steps and the cards that they turn up",
        "reference": "the Gamers and Talents as tables of the rules",
        "mutable_state": "the state while an action is applied",
        "spaces": "the map's spaces",
    },
}


TRAINED = "trained_evaluation"
"""A module that a game may have, whose search bot has a trained evaluation."""


def modules(game: str) -> set[str]:
    """Return the names of a package's modules and subpackages."""
    paths = (ENGINES / game).iterdir()
    return {path.stem for path in paths if path.suffix == ".py" or (path / "__init__.py").exists()}


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_has_the_modules_of_the_contract_and_no_unnamed_others(game: str) -> None:
    assert modules(game) - {TRAINED} == {*REQUIRED, *OPTIONAL.get(game, {})}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("module", REQUIRED)
def test_a_module_offers_the_same_names_in_every_engine(game: str, module: str) -> None:
    found: ModuleType = import_module(f"engines.{game}.{module}")
    assert [name for name in REQUIRED[module] if not hasattr(found, name)] == []


@pytest.mark.parametrize("key", registry.keys())
def test_the_search_bot_plays_with_the_adapter_and_determinizer_of_the_package(key: str) -> None:
    package = f"engines.{key.replace('-', '_')}"
    module = import_module(f"{package}.search_adapter")
    assert module.ADAPTER is registry.get_package(key).search
    assert module.ADAPTER.determinizer is module.make_determinizer


@pytest.mark.parametrize("key", registry.keys())
def test_the_trained_bot_plays_with_the_trained_evaluation_of_the_package(key: str) -> None:
    name, package = key.replace("-", "_"), registry.get_package(key)
    assert (package.trained is not None) == (TRAINED in modules(name))
    if package.trained is not None:
        module = import_module(f"engines.{name}.{TRAINED}")
        assert (package.trained, package.training) == (module.TRAINED, module.PLAN)
