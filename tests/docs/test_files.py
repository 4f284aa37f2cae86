"""Files that the docs name are there, and the architecture is one page."""

import re
from pathlib import Path

from deploy.settings.env import ROOT
from tests.docs.blocks import code

TOP = ("deploy", "docs", "engines", "league", "matches", "templates", "tests")
NAMED = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*\.(?:py|js|css|html|toml|md|svg|json|yaml|lock|env\.example|trf)")
FOLDER = re.compile(rf"(?:{'|'.join(TOP)})(?:/[\w.<>*-]+)*/")
NO_FILE = re.compile(r"(?:match-\d+|event|score|report(?:-\d)?)\.\w+$|league\.")
"""What a reader saves, what an address ends in, and modules."""


def files() -> list[str]:
    """All that somebody keeps, from the root."""
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
