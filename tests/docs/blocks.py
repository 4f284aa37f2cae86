"""Everything that the docs show in a fence, and the commands that stand within their sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from deploy.settings.env import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("engines/**/*.md")])
OUTPUT = "text"
"""A fence of this language right behind one that is run is what it prints."""
_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\S*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fence. `prints` is what the page says that it prints, None where it says nothing."""

    page: str
    line: int
    language: str
    text: str
    prints: str | None = None

    @property
    def name(self) -> str:
        """By which a list names it: its page and its first line."""
        return f"{self.page}: {self.text.splitlines()[0].strip() if self.text.strip() else ''}"

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"


@cache
def blocks(language: str | None = None) -> tuple[Block, ...]:
    """All fences of all pages, or those of a language."""
    found = [block for page in PAGES for block in of_text(str(page.relative_to(ROOT)), page.read_text())]
    return tuple(block for block in found if language is None or block.language == language)


def of_text(page: str, text: str) -> Iterator[Block]:
    fences = list(_FENCE.finditer(text))
    for at, fence in enumerate(fences):
        after = fences[at + 1] if at + 1 < len(fences) else None
        told = after and after["language"] == OUTPUT and not text[fence.end() : after.start()].strip()
        yield Block(
            page, text.count("\n", 0, fence.start()) + 1, fence["language"], fence["text"],
            after["text"] if after and told else None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is named: what is typed, and where it stands."""

    where: str
    words: str


def code() -> Iterator[Command]:
    """What stands between backticks in the sentences of all pages but the changelog, which tells what once was."""
    for page in PAGES:
        if page.name == "CHANGELOG.md":
            continue
        name, text = str(page.relative_to(ROOT)), page.read_text()
        bare = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)
        for found in _CODE.finditer(bare):
            yield Command(f"{name}:{bare.count(chr(10), 0, found.start()) + 1}", found[1])


def commands() -> Iterator[Command]:
    """Every line of every shell block, joined where it goes on behind a backslash, and all code in sentences."""
    for block in blocks("sh"):
        for line in re.sub(r"\\\n\s*", " ", block.text).splitlines():
            yield Command(block.where, line.strip())
    yield from code()
