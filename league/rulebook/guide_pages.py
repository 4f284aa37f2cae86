"""The player's guide, split into a page per task: the second-level sections of docs/player.md, and docs/boards.md."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from league.rulebook.queries import Heading, render_page

DOCS = Path(__file__).resolve().parents[2] / "docs"
BOARDS = "boards"
_LINK = re.compile(r'<a href="(?P<file>[\w./-]*?)(?:#(?P<anchor>[^"]+))?">(?P<words>.*?)</a>', re.DOTALL)
_RULES = re.compile(r"(?:\.\./)+engines/(?P<game>\w+)/site/rules/[a-z]+\.md|(?:\.\./)?README\.md")


@dataclass(frozen=True, slots=True)
class Task:
    """A page of the guide; `about` is its first sentence."""

    key: str
    title: str
    about: str
    html: str
    contents: tuple[Heading, ...]


@cache
def list_tasks(language: str = "en") -> tuple[Task, ...]:
    """Return the pages of the guide in order, in this language, else in English."""
    texts = split_by_task(_read("player.md", language), _read("player.md", "en")) | {BOARDS: _read(f"{BOARDS}.md", language)}
    pages = [(key, render_page(text), text) for key, text in texts.items()]
    homes = {_to_anchor(page.title): (key, "") for key, page, _text in pages} | {
        heading.anchor: (key, f"#{heading.anchor}") for key, page, _text in pages for heading in page.contents
    }
    return tuple(
        Task(key, page.title, _first_sentence(text), _LINK.sub(lambda link: _to_address(link, homes), page.html), page.contents)
        for key, page, text in pages
    )


def split_by_task(text: str, english: str) -> dict[str, str]:
    """Return the second-level sections of a guide by key. Keys come from the English headings: one address in all languages.

    Raises ValueError if `text` and `english` don't have the same number of sections.
    """
    sections = [re.split(r"^## ", guide, flags=re.M)[1:] for guide in (english, text)]
    return {
        _to_anchor(original.partition("\n")[0]): "# " + section.replace("\n### ", "\n## ")
        for original, section in zip(*sections, strict=True)
    }


def find_task(key: str, language: str = "en") -> Task | None:
    """Return a page of the guide; None if there is none of this key."""
    return next((task for task in list_tasks(language) if task.key == key), None)


def is_guide_translated(language: str) -> bool:
    """Return whether the guide exists in this language."""
    return language == "en" or (DOCS / language / "player.md").is_file()


def _read(name: str, language: str) -> str:
    translated = DOCS / language / name
    return (translated if translated.is_file() else DOCS / name).read_text(encoding="utf-8")


def _to_anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _first_sentence(text: str) -> str:
    """Return the first sentence of the first paragraph below the title that is plain text; "" without one."""
    paragraphs = re.findall(r"(?:^|\n\n)(?![#|>\-!`]|\d+\.)([^\n].*?)(?=\n\n|\Z)", text, re.DOTALL)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", " ".join(paragraphs[0].split())) if paragraphs else ""
    return re.split(r"(?<=[.!?]) ", plain)[0]


def _to_address(link: re.Match[str], homes: dict[str, tuple[str, str]]) -> str:
    """Return the link of a page of the docs as one of the site; only its words if the site doesn't show that file."""
    file, anchor, words = link["file"], _to_anchor(unquote(link["anchor"] or "")), link["words"]
    end = f"#{anchor}" if anchor else ""
    rules = _RULES.fullmatch(file)
    if file == f"{BOARDS}.md":
        address = f"/guide/{BOARDS}/{end}"
    elif file in ("", "player.md"):
        key, end = homes.get(anchor, ("", ""))
        address = f"/guide/{key}/{end}" if key else "/guide/"
    elif rules is not None:
        game = (rules["game"] or "").replace("_", "-")
        address = f"/rules/{game + '/' if game else ''}{end}"
    else:
        return words
    return f'<a href="{address}">{words}</a>'
