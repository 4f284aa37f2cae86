"""The German rules say what the English ones do: the same sections, rulings, notation, numbers and drawings."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from tests.docs.blocks import of_text

RULES = ROOT / "docs" / "rules"
GERMAN = RULES / "de"
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_NUMBER = re.compile(r"\d+(?:,\d{3})*")


def _shape(text: str) -> dict[str, object]:
    """What a page keeps in every language."""
    fences = [block.text for block in of_text("", text)]
    bare = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    rows = re.findall(r"^\|.*\|$", bare, re.M)
    return {
        "headings": re.findall(r"^(#+) ", bare, re.M),
        "rulings": re.findall(r"\*\*([A-Z]{2}-\d+)\*\*", bare),
        "code": Counter(_CODE.findall(bare)),
        "tables": [(row.count("|"), sorted(_NUMBER.findall(row))) for row in rows],
        "lists": re.findall(r"^ *(-|\d+\.) ", bare, re.M),
        "drawings": re.findall(r"\]\((?:\.\./)?images/([^)]+)\)", bare),
        "notation": [Counter(re.findall(r"[A-Z]+\d(?:-\d)?|<>|-?\d+", fence)) for fence in fences],
    }


@pytest.mark.parametrize("page", sorted(GERMAN.glob("*.md")), ids=lambda page: page.stem)
def test_a_german_page_of_rules_has_everything_of_the_english_one(page: Path) -> None:
    german, english = _shape(page.read_text()), _shape((RULES / page.name).read_text())
    for part, there in english.items():
        assert german[part] == there, part
    assert len(re.findall(r"!\[[^\]]{30,}\]\(\.\./images/", page.read_text())) == len(german["drawings"])


def test_the_rules_of_every_game_are_there_in_german() -> None:
    assert {page.name for page in GERMAN.glob("*.md")} == {page.name for page in RULES.glob("*.md")}
