"""The games' rules as pages and by section, rendered from the project's Markdown files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
_RULING = r"\b(?:FT|OC|ZO|ZD|IP|C)-\d{1,3}\b"
_BOLD_RULING = re.compile(rf"<strong>({_RULING})</strong>")
_ELEMENT = re.compile(r"(<(?:a|code)\b.*?</(?:a|code)>|<[^>]*>)", re.DOTALL)
"""Links and code with their content, and the tags of other elements."""
_PICTURE = r"(?:\.\./)?images/([a-z0-9]+(?:-[a-z0-9]+)*\.svg)"
_FIGURE = re.compile(
    rf'<p><img src="{_PICTURE}" alt="([^"]*)" /></p>\n(?:<p>(?!<img [^>]*></p>)(.*?)</p>\n)?', re.DOTALL
)
"""A paragraph with one of our images, and the next paragraph as its caption."""
_EMPTY_HEADING = re.compile(r"<th([^>]*)></th>")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
"""The renderer, which escapes raw HTML."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in the contents of a page."""

    anchor: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Rules:
    """A page of rules: `html` without its `title`, and `contents`, the headings below the title."""

    title: str
    html: str
    contents: tuple[Heading, ...]


def rules_page(game: str, language: str = "en") -> Rules | None:
    """Return a game's rules in a language, else in English; None if there are none."""
    return _page_of(f"{language}/{game}.md") or _page_of(f"{game}.md")


def is_translated(game: str, language: str) -> bool:
    """Return whether the game's rules exist in this language."""
    return language == "en" or _page_of(f"{language}/{game}.md") is not None


@cache
def _page_of(name: str) -> Rules | None:
    file = FOLDER / name
    return page(file.read_text(encoding="utf-8")) if file.is_file() else None


def page(text: str) -> Rules:
    """Render a Markdown text as a page."""
    tokens = _MARKDOWN.parse(text)
    title = _take_title(tokens)
    contents = tuple(_anchored_headings(tokens))
    html = _link_rulings(str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})))
    # An empty corner cell of a table is not a header.
    return Rules(title, _FIGURE.sub(_figure, _EMPTY_HEADING.sub(r"<td\1></td>", html)), contents)


def _figure(found: re.Match[str]) -> str:
    name, alt, caption = found.groups()
    told = f"<figcaption>{caption}</figcaption>\n" if caption else ""
    image = f'<img src="/rules/images/{name}" alt="{alt}" loading="lazy" decoding="async">'
    return f"<figure>{image}{told}</figure>\n"


@cache
def picture(name: str) -> bytes | None:
    """Return a drawing of the rules by file name; None if there is none."""
    if not re.fullmatch(_PICTURE, f"images/{name}"):
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


def _link_rulings(html: str) -> str:
    """Make `**FT-1**` the anchor of a ruling, and link all other mentions to it."""
    known = set(_BOLD_RULING.findall(html))
    html = _BOLD_RULING.sub(r'<strong><a class="ruling" id="\1" href="#\1">\1</a></strong>', html)

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in known else found[0]

    pieces = _ELEMENT.split(html)
    pieces[::2] = [re.sub(_RULING, link, text) for text in pieces[::2]]
    return "".join(pieces)


@dataclass(frozen=True, slots=True)
class Topic:
    """A section of a game's rules: its heading (empty before the first), and its text as one line."""

    anchor: str
    heading: str
    text: str


@cache
def topics(game: str, language: str = "en") -> tuple[Topic, ...]:
    """Return the sections of a game's rules in order, in this language, else in English; empty without rules."""
    file = next((one for one in (FOLDER / language / f"{game}.md", FOLDER / f"{game}.md") if one.is_file()), None)
    if file is None:
        return ()
    tokens = _MARKDOWN.parse(file.read_text(encoding="utf-8"))
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
