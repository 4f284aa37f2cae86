"""What a page of the docs leads to is there: the file, and the heading within it."""

import re
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from tests.docs.blocks import PAGES

LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([\w-]+))?\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.M)
READERS = ("player.md", "organiser.md", "operating.md", "developer.md")


def anchors(page: Path) -> set[str]:
    """As they are made where the docs are shown: small letters, hyphens for spaces, nothing else."""
    bare = (re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", one).strip() for one in HEADING.findall(page.read_text()))
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in bare}


def links(page: Path) -> list[tuple[Path, str]]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    return [((page.parent / target).resolve() if target else page, anchor) for target, anchor in LINK.findall(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), f"{page.name} leads to {target}, which is not there."
        if anchor:
            assert anchor in anchors(target), f"{page.name} leads to #{anchor} of {target.name}: it has no such part."


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_a_page_is_longer_than_a_hundred_characters(page: Path) -> None:
    assert [line for line in page.read_text().splitlines() if len(line) > 100] == []


def test_the_index_leads_each_reader_and_every_page_is_reached_from_it() -> None:
    index = ROOT / "docs" / "README.md"
    assert {ROOT / "docs" / name for name in READERS} <= {target for target, _ in links(index)}
    seen, waiting = set[Path](), [index]
    while waiting:
        page = waiting.pop()
        if page not in seen and page.suffix == ".md":
            seen.add(page)
            waiting += [target for target, _ in links(page)]
    assert set(PAGES) - seen - {ROOT / "README.md"} == set()
