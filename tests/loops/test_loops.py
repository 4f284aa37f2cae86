"""Every loop of the site that could go on for ever is known, with the reason why it ends."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ENDLESS = {"count", "cycle", "repeat"}
"""Iterators of itertools that do not end by themselves."""


def allowed() -> list[dict[str, Any]]:
    text = (Path(__file__).parent / "allowed.toml").read_text()
    return list(tomllib.loads(text)["loops"])


def loops(tree: ast.AST, module: str, where: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield `module:function` of each `while`, and of each `for` over an iterator without an end, in source order."""
    for node in ast.iter_child_nodes(tree):
        inside = (*where, node.name) if isinstance(node, NAMED) else where
        if isinstance(node, ast.While) or (isinstance(node, ast.For | ast.AsyncFor) and _is_endless(node.iter)):
            yield f"{module}:{'.'.join(where)}"
        yield from loops(node, module, inside)


def _is_endless(iterated: ast.expr) -> bool:
    if not isinstance(iterated, ast.Call):
        return False
    called = iterated.func.attr if isinstance(iterated.func, ast.Attribute) else getattr(iterated.func, "id", "")
    return called in ENDLESS


def test_every_loop_of_the_site_has_a_reason_to_end() -> None:
    found: Counter[str] = Counter()
    for folder in ("league", "matches"):
        for file in (ROOT / folder).rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            found.update(loops(ast.parse(file.read_text()), module))
    assert found.total() > 50
    known = Counter(place for group in allowed() for place in group["places"])
    assert not found - known, "bound it with engines.loop_limits.steps, or say in tests/loops/allowed.toml why it ends."
    assert not known - found, "there is no such loop any more: take it out of tests/loops/allowed.toml."


def test_every_reason_is_said() -> None:
    reasons = [group["ends"] for group in allowed()]
    assert all(reasons)
    assert len(set(reasons)) == len(reasons)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n while True: pass", ["m:f"]),
        ("class A:\n async def f(self):\n  if x:\n   while y:\n    while z: pass", ["m:A.f", "m:A.f"]),
        ("def f():\n for n in itertools.count(): pass", ["m:f"]),
        ("def f():\n for n in steps(5, 'a draft'): pass\n for n in rows.values(): pass", []),
    ],
)
def test_a_loop_is_found_wherever_it_stands(source: str, expected: list[str]) -> None:
    assert list(loops(ast.parse(source), "m")) == expected
