"""A pytest plugin: how often each engine refused with each code while the tests ran, written as JSON to REFUSALS_TO.

REFUSALS_TO=/tmp/refusals.json python -m pytest -p tests.engines.counted_refusals tests/engines
"""

import ast
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.contract import IllegalAction

ENGINES = Path(__file__).parents[2] / "engines"
_seen: Counter[str] = Counter()
_init = IllegalAction.__init__


def pytest_configure(config: pytest.Config) -> None:
    def counting(self: IllegalAction, code: str, message: str, /, **params: object) -> None:
        _init(self, code, message, **params)
        _seen[f"{_package()} {code}"] += 1

    IllegalAction.__init__ = counting  # type: ignore[method-assign]


def pytest_sessionfinish(session: pytest.Session) -> None:
    IllegalAction.__init__ = _init  # type: ignore[method-assign]
    Path(os.environ["REFUSALS_TO"]).write_text(json.dumps(_seen), "utf-8")


def _package() -> str:
    """Whose refusal this is: the engine's package, or `play` for the words that all games share."""
    frame: Any = sys._getframe(2)
    while frame.f_globals["__name__"] == "engines.contract":  # `require` and `malformed` raise for others
        frame = frame.f_back
    name: str = frame.f_globals["__name__"]
    return name.split(".")[1] if name.startswith("engines.") else "other"


def codes(package: str) -> set[str]:
    """Every code with which a package can refuse, read from its source."""
    path = ENGINES / package
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return {code for file in files for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("IllegalAction", "require"):
            first = node.args[int(node.func.id == "require")]
            if isinstance(first, ast.Constant):
                yield str(first.value)
            elif isinstance(first, ast.Starred) and isinstance(first.value, ast.Subscript):
                yield from _table(tree, ast.unparse(first.value.value))


def _table(tree: ast.Module, name: str) -> Iterator[str]:
    """The codes in a table of (code, text) that `refuse(*TABLE[...])` draws from."""
    for node in tree.body:
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0] if isinstance(node, ast.Assign) else None
        if target is not None and ast.unparse(target) == name and isinstance(node.value, ast.Dict):  # type: ignore[union-attr]
            for value in node.value.values:  # type: ignore[union-attr]
                yield str(value.elts[0].value)  # type: ignore[attr-defined]
