"""One shape for all games: the modules that every engine package has, and what each of them offers."""

from importlib import import_module
from pathlib import Path

import pytest

from engines import registry

ENGINES = Path(__file__).parents[2] / "engines"
GAMES = tuple(key.replace("-", "_") for key in sorted(registry.keys()))

REQUIRED: dict[str, tuple[str, ...]] = {
    "__init__": (), "actions": ("Action", "decode"), "bot": ("choose",), "engine": (), "heuristics": ("score_actions",),
    "log_lines": ("describe", "describe_end"), "move_generation": (), "package": ("GAME",), "picture": ("describe_board",),
    "rules": ("to_act",), "search_adapter": ("ADAPTER", "make_determinizer"), "stats": ("READER",),
    "state": ("State", "new", "dump", "load"), "text": ("board", "LEGEND"), "validation": ("out_of_turn",),
    "view": ("view",), "view_types": (),
}  # fmt: skip
"""By module of every engine: what it offers under the same name in all of them."""


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_has_the_modules_of_the_contract_with_the_same_names(game: str) -> None:
    modules = {path.stem for path in (ENGINES / game).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert set(REQUIRED) <= modules
    for module, names in REQUIRED.items():
        found = import_module(f"engines.{game}.{module}")
        assert [name for name in names if not hasattr(found, name)] == []
