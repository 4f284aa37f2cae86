"""Search in content outside the database: games, sections of their rules, and help for pages."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.translation import get_language

from engines.words import told
from league.games import games
from league.rulebook.queries import Topic, topics
from matches.wording import ENGLISH

FILE = Path(__file__).parent / "help_index.toml"
AROUND = 60
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
class Found:
    """All results; `asked` is the search text after normalisation."""

    asked: str
    groups: list[Group]


def found_games(words: Sequence[str], *_: object) -> list[Hit]:
    """Return the games that match."""
    hits = (
        Hit(one.name, f"{one.about} {one.seats_text}, {one.length}.", reverse("rules", args=[one.key]))
        for one in games()
    )
    return _best((_rank(words, hit.title, hit.about), hit) for hit in hits)


def found_help(words: Sequence[str], *_: object) -> list[Hit]:
    """Return pages by their purpose, then rules sections, those with matching headings first."""
    ranked: list[tuple[int | None, Hit]] = []
    for title, about, url, more in _places():
        hit = Hit(told(title), told(about), url)  # in the viewer's language; English words match, too
        ranked.append((_rank(words, hit.title, f"{hit.about} {told(more)} {more} {title}"), hit))
    return _best([*ranked, *_found_rules(words)])


def _found_rules(words: Sequence[str]) -> Iterator[tuple[int, Hit]]:
    for one in games():
        page = reverse("rules", args=[one.key])
        for topic in topics(one.key, get_language() or ENGLISH):
            title = f"{one.name}: {topic.heading}" if topic.heading else one.name
            rank = _rank(words, title, topic.text)
            if rank is not None:
                yield rank + 1, Hit(title, excerpt(topic, words), f"{page}#{topic.anchor}" if topic.anchor else page)


def excerpt(topic: Topic, words: Sequence[str]) -> str:
    """Return the text around the first search word found, else its beginning."""
    text, low = topic.text, topic.text.lower()
    at = next((low.find(word) for word in words if word in low), 0)
    begin, end = max(0, at - AROUND), at + AROUND
    begin = text.find(" ", begin) + 1 if begin else 0
    shown = text[begin:end] if end >= len(text) else text[begin:end].rsplit(" ", 1)[0]
    return ("… " if begin else "") + shown + ("" if end >= len(text) else " …")


def _rank(words: Sequence[str], title: str, text: str) -> int | None:
    """Return 0 if all words are in the title, 2 if in title and text together, else None."""
    title, both = title.lower(), f"{title} {text}".lower()
    if all(word in title for word in words):
        return 0
    return 2 if all(word in both for word in words) else None


def _best(ranked: Iterable[tuple[int | None, Hit]]) -> list[Hit]:
    found = [(rank, hit) for rank, hit in ranked if rank is not None]
    return [hit for _, hit in sorted(found, key=lambda one: one[0])]


@cache
def _places() -> tuple[tuple[str, str, str, str], ...]:
    """Return title, description, URL and further words of each page."""
    places = tomllib.loads(FILE.read_text(encoding="utf-8"))["place"]
    return tuple((one["title"], one["about"], reverse(one["address"]), one.get("words", "")) for one in places)
