"""The games' rules as pages and by section, rendered from the project's Markdown files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engines import registry
from engines.board_description import has_generic_board
from engines.contract import ReferenceTable
from matches.engine_limits import EngineFailure, get_engine

_RULING = r"\b[A-Z]{1,2}-\d{1,3}\b"
_BOLD_RULING = re.compile(rf"<strong>({_RULING})</strong>")
_ELEMENT = re.compile(r"(<(?:a|code)\b.*?</(?:a|code)>|<[^>]*>)", re.DOTALL)
"""Links and code with their content, and the tags of other elements."""
_IMAGE = r"(?:\.\./)?images/([a-z0-9]+(?:-[a-z0-9]+)*\.svg)"
_FIGURE = re.compile(rf'<p><img src="{_IMAGE}" alt="([^"]*)" /></p>\n(?:<p>(?!<img [^>]*></p>)(.*?)</p>\n)?', re.DOTALL)
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


def find_rules_page(game: str, language: str = "en") -> Rules | None:
    """Return a game's rules in a language, else in English; a page without text if its package has none.

    None if there is no such game.
    """
    package = registry.find_package(game)
    if package is None:
        return None
    return _load_page(game, language) or _load_page(game, "en") or Rules(package.latest.name, "", ())


def find_goal(game: str) -> str:
    """Return the goal of a game in a sentence, from the description of its board; "" if it gives none."""
    if not has_generic_board(registry.get(game)):
        return ""
    engine = get_engine(game)
    try:
        view: Any = engine.view(engine.start(engine.options({}), engine.seat_counts[0]), None)
    except EngineFailure:
        return ""
    return str(view["board"].get("goal", ""))


def find_rules_text(game: str, language: str = "en") -> str | None:
    """Return a game's rules as Markdown, in English if they are not translated; None if it has none."""
    file = _find_file(game, f"{language}.md") or _find_file(game, "en.md")
    return None if file is None else file.read_text(encoding="utf-8")


def is_translated(game: str, language: str) -> bool:
    """Return whether the game's rules exist in this language."""
    return language == "en" or _load_page(game, language) is not None


@cache
def _load_page(game: str, language: str) -> Rules | None:
    file = _find_file(game, f"{language}.md")
    return None if file is None else render_page(file.read_text(encoding="utf-8"))


def _find_file(game: str, name: str) -> Path | None:
    package = registry.find_package(game)
    return None if package is None else package.find_site_file(f"rules/{name}")


def render_page(text: str) -> Rules:
    """Render a Markdown text as a page."""
    tokens = _MARKDOWN.parse(text)
    title = _take_title(tokens)
    contents = tuple(_iter_headings(tokens))
    html = _link_rulings(str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})))
    # An empty corner cell of a table is not a header.
    return Rules(title, _FIGURE.sub(_render_figure, _EMPTY_HEADING.sub(r"<td\1></td>", html)), contents)


def _render_figure(match: re.Match[str]) -> str:
    name, alt, caption = match.groups()
    figcaption = f"<figcaption>{caption}</figcaption>\n" if caption else ""
    image = f'<img src="/rules/images/{name}" alt="{alt}" loading="lazy" decoding="async">'
    return f"<figure>{image}{figcaption}</figure>\n"


@cache
def find_image(name: str) -> bytes | None:
    """Return a drawing of the rules by file name; None if there is none."""
    if not re.fullmatch(_IMAGE, f"images/{name}"):
        return None
    files = (_find_file(game, f"images/{name}") for game in registry.keys())  # noqa: SIM118
    return next((file.read_bytes() for file in files if file is not None), None)


def _take_title(tokens: list[Token]) -> str:
    if len(tokens) < 3 or tokens[0].tag != "h1":
        return ""
    title = tokens[1].content
    del tokens[:3]
    return title


def _iter_headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    anchors: set[str] = set()
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = tokens[index + 1].content.replace("`", "")
        base = anchor = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
        number = 1
        while anchor in anchors:
            number += 1
            anchor = f"{base}-{number}"
        anchors.add(anchor)
        token.attrSet("id", anchor)
        yield Heading(anchor, text, int(token.tag[1]))


def _link_rulings(html: str) -> str:
    """Make `**FT-1**` the anchor of a ruling, and link all other mentions to it."""
    rulings = set(_BOLD_RULING.findall(html))
    html = _BOLD_RULING.sub(r'<strong><a class="ruling" id="\1" href="#\1">\1</a></strong>', html)

    def link(match: re.Match[str]) -> str:
        return f'<a href="#{match[0]}">{match[0]}</a>' if match[0] in rulings else match[0]

    parts = _ELEMENT.split(html)
    parts[::2] = [re.sub(_RULING, link, text) for text in parts[::2]]
    return "".join(parts)


def list_reference_tables(game: str) -> Sequence[ReferenceTable]:
    """Return the tables of data that end a game's page of rules, in the reader's language."""
    engine: Any = get_engine(game)
    try:
        tables: Sequence[ReferenceTable] = engine.reference() if hasattr(engine, "reference") else ()
    except EngineFailure:
        return ()
    return tables


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a game's rules: its heading (empty before the first), and its text as one line."""

    anchor: str
    heading: str
    text: str


@cache
def list_sections(game: str, language: str = "en") -> tuple[Section, ...]:
    """Return the sections of a game's rules in order, in this language, else in English; empty without rules."""
    file = _find_file(game, f"{language}.md") or _find_file(game, "en.md")
    if file is None:
        return ()
    tokens = _MARKDOWN.parse(file.read_text(encoding="utf-8"))
    _take_title(tokens)
    headings = _iter_headings(tokens)
    sections: list[tuple[str, str, list[str]]] = [("", "", [])]
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = next(headings)
            sections.append((heading.anchor, heading.text, []))
        elif token.type == "inline" and tokens[number - 1].type != "heading_open":
            children = token.children or []
            sections[-1][2].extend(child.content for child in children if child.type in ("text", "code_inline"))
    return tuple(
        Section(anchor, heading, " ".join(" ".join(words).split())) for anchor, heading, words in sections if heading or words
    )
