"""The lint of loops finds them, and every loop that it lets pass has its reason."""

from __future__ import annotations

import ast

import pytest

from tests.lint.loops import allowed, loops


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
