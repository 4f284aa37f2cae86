"""Rules of the games as pages and by section, made from the project's own texts."""

import re
from collections.abc import Iterable, Iterator, Sequence
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


def _anchored_headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    known: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = tokens[at + 1].content.replace("`", "")
        first = anchor = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
        number = 1
        while anchor in known:
            number += 1
            anchor = f"{first}-{number}"
        known.add(anchor)
        token.attrSet("id", anchor)
        yield Heading(anchor, text, int(token.tag[1]))


def _link_rulings(tokens: Sequence[Token]) -> None:
    """`**FT-1**` is where a ruling stands; every other mention of it leads there."""
    inline = [token for token in tokens if token.type == "inline"]
    known = {
        child.content
        for token in inline
        for before, child in pairwise(token.children or [])
        if before.type == "strong_open" and _RULING.fullmatch(child.content)
    }
    for token in inline:
        token.children = list(_with_links(token.children or [], known))


def _with_links(children: Sequence[Token], known: set[str]) -> Iterable[Token]:
    def link(match: re.Match[str]) -> str:
        return f'<a href="#{match[0]}">{match[0]}</a>' if match[0] in known else match[0]

    strong = False
    for child in children:
        if child.type == "strong_open":
            strong = True
        elif strong:
            strong = False
            if child.content in known:
                yield _html(f'<a class="ruling" id="{child.content}" href="#{child.content}">{child.content}</a>')
                continue
        elif child.type == "text" and _RULING.search(child.content):
            yield _html(_RULING.sub(link, escape(child.content)))
            continue
        yield child


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
    if file is None:
        return ()
    tokens = _markdown().parse(file.read_text(encoding="utf-8"))
    _take_title(tokens)
    headings = _anchored_headings(tokens)
    sections: list[tuple[str, str, list[str]]] = [("", "", [])]
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = next(headings)
            sections.append((heading.anchor, heading.text, []))
        elif token.type == "inline" and tokens[number - 1].type != "heading_open":
            children = token.children or []
            sections[-1][2].extend(child.content for child in children if child.type in ("text", "code_inline"))
    return tuple(
        Topic(anchor, heading, " ".join(" ".join(words).split()))
        for anchor, heading, words in sections
        if heading or words
    )
