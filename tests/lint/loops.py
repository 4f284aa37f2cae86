"""Loops that could go on for ever: each is known, with the reason why it ends."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ENDLESS = {"count", "cycle", "repeat"}
"""Iterators of itertools that do not end by themselves."""


def allowed() -> list[dict[str, Any]]:
    text = (Path(__file__).parent / "loops.toml").read_text()
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


def find_faults() -> Iterator[str]:
    found: Counter[str] = Counter()
    for folder in ("league", "matches"):
        for file in (ROOT / folder).rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            found.update(loops(ast.parse(file.read_text()), module))
    known = Counter(place for group in allowed() for place in group["places"])
    for place in (found - known).elements():
        yield f"{place}: bound the loop with engines.common.bounded_steps, or say in tests/lint/loops.toml why it ends."
    for place in (known - found).elements():
        yield f"{place}: there is no such loop any more. Take it out of tests/lint/loops.toml."
