"""Files that the docs name or lead to are there, as are headings; the architecture is one page; sounds are as they are made."""

import re
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from docs.sounds import make_sounds
from tests.docs.blocks import PAGES, code

TOP = ("deploy", "docs", "engines", "league", "matches", "templates", "tests")
NAMED = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*\.(?:py|js|css|html|toml|md|svg|json|yaml|lock|env\.example|trf)")
FOLDER = re.compile(rf"(?:{'|'.join(TOP)})(?:/[\w.<>*-]+)*/")
NO_FILE = re.compile(r"(?:match-\d+|event|score|report(?:-\d)?)\.\w+$|league\.")
"""What a reader saves, what an address ends in, and modules."""
LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([\w-]+))?\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.M)
READERS = ("player.md", "organiser.md", "operating.md", "developer.md")
LARGEST_SOUND = 16_000
"""Bytes of one, which is fetched when it is first heard."""
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def files() -> list[str]:
    found = [file for top in TOP for file in (ROOT / top).rglob("*") if file.is_file()]
    return [str(file.relative_to(ROOT)) for file in [*found, *ROOT.glob("*.*")] if "__pycache__" not in file.parts]


def test_every_file_and_folder_that_is_named_is_there() -> None:
    """Named from the root, or by its end where its folder was told before; <game> and * stand for anything."""
    there = files()
    ends = {"/".join(parts[at:]) for parts in (Path(file).parts for file in there) for at in range(len(parts))}
    named = [one for one in code() if FOLDER.fullmatch(one.words)]
    named += [one for one in code() if NAMED.fullmatch(one.words) and not NO_FILE.match(one.words)]
    # In the guide to the API most are endpoints, which tests/docs/test_commands.py looks for.
    named = [one for one in named if not one.where.startswith("docs/api.md") or one.words.endswith((".py", ".md"))]
    assert len(named) > 100
    for one in named:
        words = re.sub("<[^>]*>", "[^/]+", re.escape(one.words).replace(r"\*", "[^/]*"))
        pattern = re.compile(f"{words}.*" if one.words.endswith("/") else words)
        known = there if one.words.startswith(tuple(f"{top}/" for top in TOP)) else ends
        assert any(map(pattern.fullmatch, known)), f"{one.where}: there is no {one.words}."


def test_the_architecture_is_told_on_one_page() -> None:
    words = (ROOT / "ARCHITECTURE.md").read_text().split()
    assert len(words) < 1_000, "say it in docs/guarantees.md, and here in a sentence."


def anchors(page: Path) -> set[str]:
    """As they are made where the docs are shown: small letters, hyphens for spaces, nothing else."""
    bare = (re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", one).strip() for one in HEADING.findall(page.read_text()))
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in bare}


def links(page: Path) -> list[tuple[Path, str]]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    return [((page.parent / target).resolve() if target else page, anchor) for target, anchor in LINK.findall(text)]


@every_page
def test_every_link_leads_somewhere_and_no_line_is_longer_than_a_hundred_characters(page: Path) -> None:
    assert [line for line in page.read_text().splitlines() if len(line) > 100] == []
    for target, anchor in links(page):
        assert target.exists(), f"{page.name} leads to {target}, which is not there."
        if anchor:
            assert anchor in anchors(target), f"{page.name} leads to #{anchor} of {target.name}: it has no such part."


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


def test_the_sounds_are_made_by_their_script(tmp_path: Path) -> None:
    make_sounds.main(tmp_path)
    assert {file.name for file in make_sounds.FOLDER.iterdir()} == {f"{name}.wav" for name in make_sounds.SOUNDS}
    for name in make_sounds.SOUNDS:
        kept = (make_sounds.FOLDER / f"{name}.wav").read_bytes()
        assert kept == (tmp_path / f"{name}.wav").read_bytes()
        assert len(kept) <= LARGEST_SOUND
