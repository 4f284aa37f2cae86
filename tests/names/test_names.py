"""What an event format or a kind of draft can do it declares: nothing outside its package branches on its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from league.drafts.formats.registry import KINDS
from league.drafts.models import DraftKind
from league.formats.registry import ALL
from tests.names.branches import files, in_python, in_template

ROOT = Path(__file__).resolve().parents[2]
DATA = ("league/demo/", "/migrations/")
"""What makes events of a certain format: demo data, and tables as they once were."""
STORED = ("league/drafts/models.py", "league/leagues/log_values.py")
"""The database's constraint on kinds of draft, and the words of logs that name them."""


def branches(names: Collection[str], *allowed: str) -> Iterator[str]:
    for file in files(ROOT / "league", ".py", allowed):
        yield from (f"{file.relative_to(ROOT)}:{line}" for line in in_python(file.read_text(), names))
    for file in files(ROOT / "templates", ".html", allowed):
        yield from (f"{file.relative_to(ROOT)}:{line}" for line in in_template(file.read_text(), names))


def test_nothing_outside_the_formats_branches_on_the_name_of_one() -> None:
    assert not list(branches(ALL, "league/formats/", *DATA)), "declare it in Traits, and ask for that"


def test_nothing_outside_the_kinds_of_draft_branches_on_the_name_of_one() -> None:
    assert not list(branches(KINDS, "league/drafts/formats/", *DATA, *STORED)), "declare it in Kind, and ask for that"


def test_the_database_knows_every_kind_of_draft() -> None:
    assert set(DraftKind.values) == set(KINDS)


@pytest.mark.parametrize(
    "source",
    [
        'stage.format == "arena"',
        'format not in ("swiss", "heats")',
        'CROSSED = ("round-robin",)',
        'FIRST = "round-robin"',
        'rows.filter(stage__format="league")',
        'rows.filter(stage__format__in=["ladder"])',
        'plan("swiss")',
        'TEXTS = {"groups": 1, "arena": 2}',
        'ABOUT = {"swiss": 1}',
        'key.endswith("elimination")',
        'formats["arena"]',
        'given.get("format", "league")',
        'match format:\n    case "swiss":\n        pass',
        'def plan(format="swiss"): pass',
    ],
)
def test_code_that_names_a_format_is_found(source: str) -> None:
    assert list(in_python(source, ALL)), source


@pytest.mark.parametrize(
    "source",
    [
        'if "league" in given: pass',
        'given["league"]',
        'render(request, "league/events/new.html")',
        '{"league": 1, "kinds": 2}',
        'name.startswith("setting_")',
        "stage.traits.is_bracket and stage.format in chosen",
    ],
)
def test_the_same_words_may_mean_other_things(source: str) -> None:
    assert not list(in_python(source, ALL)), source


def test_a_template_that_names_a_format_is_found() -> None:
    assert list(in_template('{% if format == "swiss" %}', ALL))
    assert list(in_template("{% if stage.format == 'arena' %}", ALL))
    assert not list(in_template('{% include "league/events/_arena.html" %}{% if tab == "groups" %}', ALL))
