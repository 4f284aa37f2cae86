"""The lints find what they look for, and every loop that they let pass has its reason."""

import ast
import re

import pytest

from league.formats.registry import FORMATS
from tests.lint.files import ROOT
from tests.lint.format_names import in_python, in_template
from tests.lint.loops import allowed, loops

NOUNS = {
    "available_rulings", "caching", "clinching", "continuous_pairing", "endings", "first_ratings", "login_throttling",
    "map_building", "pairing", "ratings", "record_packing", "record_signing", "rulings", "scoring", "seeding", "settings",
    "standings", "text_cleaning", "throttling",
}  # fmt: skip
"""Modules in -ing whose name the field uses as a noun."""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('stage.format == "arena"', [1]), ('FIRST = "round-robin"', [1]),
        ('x = 1\nrows.filter(stage__format__in=["swiss"])', [2]),
        ('if "league" in given: pass\nrender(request, "league/events/new.html")', []),
    ],
)  # fmt: skip
def test_code_that_names_a_format_is_found(source: str, lines: list[int]) -> None:
    assert sorted(set(in_python(source, FORMATS))) == lines


def test_a_template_that_names_a_format_is_found() -> None:
    assert list(in_template('\n{% if format == "swiss" %}', FORMATS)) == [2]
    assert not list(in_template('{% include "league/events/_arena.html" %}', FORMATS))


def test_every_reason_why_a_loop_ends_is_said() -> None:
    reasons = [group["ends"] for group in allowed()]
    assert all(reasons)
    assert len(set(reasons)) == len(reasons)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class A:\n async def f(self):\n  if x:\n   while y:\n    while z: pass", ["m:A.f", "m:A.f"]),
        ("def f():\n for n in itertools.count(): pass", ["m:f"]),
        ("def f():\n for n in steps(5, 'a draft'): pass\n for n in rows.values(): pass", []),
    ],
)
def test_a_loop_is_found_wherever_it_stands(source: str, expected: list[str]) -> None:
    assert list(loops(ast.parse(source), "m")) == expected


def test_no_module_is_named_by_a_gerund() -> None:
    names = {path.stem for package in ("engines", "matches", "league", "deploy") for path in (ROOT / package).rglob("*.py")}
    assert {name for name in names if re.search(r"ings?$", name)} == NOUNS
