"""The German rules and guide say what the English ones do: the same sections, rulings, notation, numbers and drawings."""

import re
from collections import Counter
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from tests.docs.blocks import of_text
from tests.docs.drawings import FILES, SUFFIX, WORDS, drawings, words

GERMAN = sorted(ROOT.glob("engines/*/site/rules/de.md"))
GUIDE = ROOT / "docs" / "de"
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_NUMBER = re.compile(r"\d+(?:,\d{3})*")


def _shape(text: str) -> dict[str, object]:
    """What a page keeps in every language."""
    fences = [block.text for block in of_text("", text)]
    bare = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    rows = re.findall(r"^\|.*\|$", bare, re.M)
    return {
        "headings": re.findall(r"^(#+) ", bare, re.M), "rulings": re.findall(r"\*\*([A-Z]{2}-\d+)\*\*", bare),
        "code": Counter(_CODE.findall(bare)), "tables": [(row.count("|"), sorted(_NUMBER.findall(row))) for row in rows],
        "lists": re.findall(r"^ *(-|\d+\.) ", bare, re.M),
        "drawings": re.findall(rf"\]\((?:\.\./)?images/([^)]+?)(?:{SUFFIX})?\.svg\)", bare),
        "notation": [Counter(re.findall(r"[A-Z]+\d(?:-\d)?|<>|-?\d+", fence)) for fence in fences],
    }  # fmt: skip


@pytest.mark.parametrize("page", [*GERMAN, *sorted(GUIDE.glob("*.md"))], ids=lambda page: page.parts[-4])
def test_a_german_page_has_everything_of_the_english_one(page: Path) -> None:
    source = page.with_name("en.md") if page in GERMAN else page.parents[1] / page.name
    german, english = _shape(page.read_text()), _shape(source.read_text())
    for part, there in english.items():
        assert german[part] == there, part
    assert len(re.findall(r"!\[[^\]]{30,}\]\((?:\.\./)?images/", page.read_text())) == len(german["drawings"])


def test_the_rules_of_every_game_and_the_guide_are_there_in_german() -> None:
    assert [page.with_name("en.md") for page in GERMAN] == sorted(ROOT.glob("engines/*/site/rules/en.md"))
    assert {page.name for page in GUIDE.glob("*.md")} == {"player.md", "boards.md"}


def test_every_word_of_a_drawing_has_its_german_one() -> None:
    english = [file.read_text() for file in FILES if not file.stem.endswith(SUFFIX)]
    assert {word for text in english for word in words(text)} == set(WORDS)


def test_the_german_drawings_are_the_english_ones_with_german_words() -> None:
    made = drawings()
    assert {file for file in FILES if file.stem.endswith(SUFFIX)} == set(made)
    for file, svg in made.items():
        assert file.read_text() == svg, f"{file.name}: python -m tests.docs.drawings writes it anew."


def test_a_german_page_shows_the_german_drawing_where_there_is_one() -> None:
    shown = {name for page in GERMAN for name in re.findall(r"images/([^)]+\.svg)\)", page.read_text())}
    german = {file.name for file in drawings()}
    assert german <= shown
    assert not shown & {name.replace(f"{SUFFIX}.svg", ".svg") for name in german}
