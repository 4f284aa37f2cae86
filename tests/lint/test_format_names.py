"""The lint of names finds code and templates that name a format, and nothing else."""

from __future__ import annotations

import pytest

from league.formats.registry import FORMATS
from tests.lint.format_names import in_python, in_template


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
    assert list(in_python(source, FORMATS)), source


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
    assert not list(in_python(source, FORMATS)), source


def test_a_template_that_names_a_format_is_found() -> None:
    assert list(in_template('{% if format == "swiss" %}', FORMATS))
    assert list(in_template("{% if stage.format == 'arena' %}", FORMATS))
    assert not list(in_template('{% include "league/events/_arena.html" %}{% if tab == "groups" %}', FORMATS))
