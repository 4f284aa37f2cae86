"""Rules of the games as pages and by section, made from the project's own texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
_RULING = re.compile(r"\b(FT|OC|ZO|ZD|IP|C)-(\d{1,3})\b")
_PICTURE = re.compile(r"(?:\.\./)?images/([a-z0-9]+(?:-[a-z0-9]+)*\.svg)")


@dataclass(frozen=True, slots=True)
class Heading:
    anchor: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Rules:
    """A page of rules: `html` without its title, which is `title`; `contents` are its headings below that."""

    title: str
    html: str
    contents: tuple[Heading, ...]


def rules_page(game: str, language: str = "en") -> Rules | None:
    """The rules of a game in a language, else in English; None where they have not been written."""
    return (None if language == "en" else _page_of(f"{language}/{game}.md")) or _page_of(f"{game}.md")


def is_translated(game: str, language: str) -> bool:
    return language == "en" or _page_of(f"{language}/{game}.md") is not None


@cache
def _page_of(name: str) -> Rules | None:
    """Raw HTML in the text is shown, not obeyed."""
    file = FOLDER / name
    return page(file.read_text(encoding="utf-8")) if file.is_file() else None


def page(text: str) -> Rules:
    """The page of a Markdown text."""
    markdown = _markdown()
    tokens = markdown.parse(text)
    title = _take_title(tokens)
    contents = tuple(_anchored_headings(tokens))
    _link_rulings(tokens)
    _empty_headings_are_cells(tokens)
    tokens = _figures(tokens)
    return Rules(title, str(markdown.renderer.render(tokens, markdown.options, {})), contents)


def parsed(text: str) -> tuple[list[Token], list[str]]:
    """A Markdown text without its title, taken apart, and the anchors of its headings."""
    tokens = _markdown().parse(text)
    _take_title(tokens)
    return tokens, [one.anchor for one in _anchored_headings(tokens)]


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def picture(name: str) -> bytes | None:
    """A drawing of the rules by its file name; None where there is none of that name."""
    if not _PICTURE.fullmatch(f"images/{name}"):
        return None
    file = FOLDER / "images" / name
    return file.read_bytes() if file.is_file() else None


def _take_title(tokens: list[Token]) -> str:
    if len(tokens) < 3 or tokens[0].tag != "h1":
        return ""
    title = tokens[1].content
    del tokens[:3]
    return title


def _anchored_headings(tokens: Sequence[Token]) -> Iterable[Heading]:
    known: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = tokens[at + 1].content.replace("`", "")
        anchor = _free(re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part", known)
        token.attrSet("id", anchor)
        yield Heading(anchor, text, int(token.tag[1]))


def _free(anchor: str, known: set[str]) -> str:
    number, wanted = 1, anchor
    while anchor in known:
        number += 1
        anchor = f"{wanted}-{number}"
    known.add(anchor)
    return anchor


def _link_rulings(tokens: Sequence[Token]) -> None:
    """`**FT-1**` is where a ruling stands; every other mention of it leads there."""
    inline = [token for token in tokens if token.type == "inline"]
    known = {ruling for token in inline for ruling in _defined(token)}
    for token in inline:
        token.children = list(_with_links(token.children or [], known))


def _defined(token: Token) -> Iterable[str]:
    children = token.children or []
    for before, child in pairwise(children):
        if before.type == "strong_open" and _RULING.fullmatch(child.content):
            yield child.content


def _with_links(children: Sequence[Token], known: set[str]) -> Iterable[Token]:
    strong = False
    for child in children:
        if child.type == "strong_open":
            strong = True
        elif strong:
            strong = False
            if child.content in known:
                known_at = f'<a class="ruling" id="{child.content}" href="#{child.content}">{child.content}</a>'
                yield _html(known_at)
                continue
        elif child.type == "text" and _RULING.search(child.content):
            yield _html(_RULING.sub(lambda found: _link(found[0], known), escape(child.content)))
            continue
        yield child


def _link(ruling: str, known: set[str]) -> str:
    return f'<a href="#{ruling}">{ruling}</a>' if ruling in known else ruling


def _html(text: str) -> Token:
    return Token("html_inline", "", 0, content=text)


def _empty_headings_are_cells(tokens: Sequence[Token]) -> None:
    """A corner of a table with nothing in it is no heading of anything."""
    for before, inside, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.type == "th_open" and not inside.content:
            before.tag = after.tag = "td"


def _figures(tokens: Sequence[Token]) -> list[Token]:
    """Paragraphs that are pictures of ours, with the captions behind them."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        drawn = _picture_at(tokens, at)
        if drawn is None:
            made.append(tokens[at])
            at += 1
            continue
        at += 3
        caption: list[Token] = []
        if at < len(tokens) and tokens[at].type == "paragraph_open" and _picture_at(tokens, at) is None:
            caption = [_block("<figcaption>"), tokens[at + 1], _block("</figcaption>\n")]
            at += 3
        made += [_block(f"<figure>{drawn}"), *caption, _block("</figure>\n")]
    return made


def _picture_at(tokens: Sequence[Token], at: int) -> str | None:
    """The image element of a paragraph that is nothing but a picture of ours."""
    if tokens[at].type != "paragraph_open":
        return None
    children = tokens[at + 1].children or []
    if len(children) != 1 or children[0].type != "image":
        return None
    found = _PICTURE.fullmatch(str(children[0].attrGet("src") or ""))
    if found is None:
        return None
    alt = escape(children[0].content)
    return f'<img src="/rules/images/{found[1]}" alt="{alt}" loading="lazy" decoding="async">'


def _block(text: str) -> Token:
    return Token("html_block", "", 0, content=text)


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
