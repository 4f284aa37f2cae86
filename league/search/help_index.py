"""Search in content outside the database: games, sections of their rules, and help for pages."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.translation import get_language

from engines.i18n import translate as _
from league.games import list_games
from league.rulebook.queries import Section, list_sections
from matches.catalogues import ENGLISH

FILE = Path(__file__).parent / "help_index.toml"
EXCERPT_CONTEXT = 60
"""Characters shown before and after a match in a text."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result: name, description, and path of its page."""

    title: str
    about: str
    url: str


@dataclass(frozen=True, slots=True)
class Group:
    """Results of one kind, best first; `more` says whether further ones exist."""

    kind: str
    title: str
    hits: list[Hit]
    more: bool


@dataclass(frozen=True, slots=True)
class SearchResults:
    """All results; `asked` is the search text after normalisation."""

    asked: str
    groups: list[Group]


def find_games(words: Sequence[str], *_: object) -> list[Hit]:
    """Return the games that match."""
    hits = (
        Hit(
            game.name,
            f"{game.about} {', '.join(filter(None, (game.seats_text, game.length)))}.".strip(),
            reverse("rules", args=[game.key]),
        )
        for game in list_games()
    )
    return _sort_by_rank((_compute_rank(words, hit.title, hit.about), hit) for hit in hits)


def find_help(words: Sequence[str], *_unused: object) -> list[Hit]:
    """Return pages and rules sections that contain all words: matches in titles first, and pages before rules."""
    ranked: list[tuple[int | None, Hit]] = []
    for title, note, url, keywords in _load_pages():
        hit = Hit(_(title), _(note), url)  # in the viewer's language; English words match, too
        ranked.append((_compute_rank(words, hit.title, f"{hit.about} {_(keywords)} {keywords} {title}"), hit))
    return _sort_by_rank([*ranked, *_find_rules(words)])


def _find_rules(words: Sequence[str]) -> Iterator[tuple[int, Hit]]:
    for game in list_games():
        page = reverse("rules", args=[game.key])
        for section in list_sections(game.key, get_language() or ENGLISH):
            title = f"{game.name}: {section.heading}" if section.heading else game.name
            rank = _compute_rank(words, title, section.text)
            if rank is not None:
                yield (
                    rank + 1,
                    Hit(title, build_excerpt(section, words), f"{page}#{section.anchor}" if section.anchor else page),
                )


def build_excerpt(section: Section, words: Sequence[str]) -> str:
    """Return the text around the first search word found, else its beginning."""
    text, lowered = section.text, section.text.lower()
    position = next((lowered.find(word) for word in words if word in lowered), 0)
    start, end = max(0, position - EXCERPT_CONTEXT), position + EXCERPT_CONTEXT
    start = text.find(" ", start) + 1 if start else 0
    excerpt = text[start:end] if end >= len(text) else text[start:end].rsplit(" ", 1)[0]
    return ("… " if start else "") + excerpt + ("" if end >= len(text) else " …")


def _compute_rank(words: Sequence[str], title: str, text: str) -> int | None:
    """Return 0 if all words are in the title, 2 if in title and text together, else None."""
    title, both = title.lower(), f"{title} {text}".lower()
    if all(word in title for word in words):
        return 0
    return 2 if all(word in both for word in words) else None


def _sort_by_rank(ranked: Iterable[tuple[int | None, Hit]]) -> list[Hit]:
    matching = [(rank, hit) for rank, hit in ranked if rank is not None]
    return [hit for _, hit in sorted(matching, key=lambda item: item[0])]


@cache
def _load_pages() -> tuple[tuple[str, str, str, str], ...]:
    """Return title, description, URL and further words of each page."""
    pages = tomllib.loads(FILE.read_text(encoding="utf-8"))["place"]
    return tuple((page["title"], page["about"], reverse(page["address"]), page.get("words", "")) for page in pages)
