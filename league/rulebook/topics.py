"""The rules by section, to look something up in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it.token import Token

from league.rulebook.queries import FOLDER, parsed


@dataclass(frozen=True, slots=True)
class Topic:
    """A section of a game's rules: its heading (empty: what stands before the first), and its words in one line."""

    anchor: str
    heading: str
    text: str


@cache
def topics(game: str, language: str = "en") -> tuple[Topic, ...]:
    """The sections of a game's rules in their order, in this language, else in English; none without rules."""
    file = next((one for one in (FOLDER / language / f"{game}.md", FOLDER / f"{game}.md") if one.is_file()), None)
    return tuple(_sections(*parsed(file.read_text(encoding="utf-8")))) if file else ()


def _sections(tokens: Sequence[Token], anchors: Sequence[str]) -> Iterable[Topic]:
    at, heading, words = "", "", list[str]()
    following = iter(anchors)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            yield from _topic(at, heading, words)
            at, heading, words = next(following), tokens[number + 1].content.replace("`", ""), []
        elif token.type == "inline" and tokens[number - 1].type != "heading_open":
            words += [child.content for child in token.children or [] if child.type in ("text", "code_inline")]
    yield from _topic(at, heading, words)


def _topic(anchor: str, heading: str, words: Sequence[str]) -> Iterable[Topic]:
    if heading or words:
        yield Topic(anchor, heading, " ".join(" ".join(words).split()))
