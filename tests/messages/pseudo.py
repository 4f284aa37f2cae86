"""A language in which every marked message is in ⟦brackets⟧: what is read without them was not marked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from django.template import engines
from django.test import override_settings
from django.utils.translation import trans_real

from matches import catalogues

READ = ("alt", "title", "placeholder", "aria-label", "aria-description")
SILENT = ("script", "style", "code", "pre", "time", "svg", "textarea")
VOID = ("input", "br", "img", "meta", "link", "hr", "base", "source", "path", "wbr", "col")
INLINE = ("a", "abbr", "b", "br", "code", "em", "i", "kbd", "q", "s", "small", "span", "strong", "time")
"""Tags that stand inside messages; at any other an open bracket ends."""


class Pseudo(trans_real.DjangoTranslation):
    """German by name and plural, brackets by content; the same for what code says (`engines/i18n.py`)."""

    def gettext(self, message: str) -> str:
        shown = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return f"⟦{shown}⟧" if shown else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def translate(self, message: str, context: str = "") -> str:
        return self.gettext(message)

    translate_plural = ngettext


@contextmanager
def pseudo() -> Iterator[None]:
    """Within it German is the pseudo language, and offered. Words of Django's own are in brackets too."""
    with (
        patch.dict(trans_real._translations, de=Pseudo("de")),
        patch.object(catalogues, "_catalogues", Pseudo("de")),
        override_settings(LANGUAGES_OFFERED=["en", "de"]),
    ):
        _read_templates_anew()
        try:
            yield
        finally:
            _read_templates_anew()


def _read_templates_anew() -> None:
    """What says the same in a language is kept with them."""
    engine: Any = engines["django"]
    for loader in engine.engine.template_loaders:
        loader.reset()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.inside: list[tuple[str, bool]] = []
        self.found: list[tuple[str, str]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        given = dict(attrs)
        self.depth = self.depth if tag in INLINE else 0
        if not self.silent:
            for name in READ:
                if given.get(name):
                    self.found.append((str(given[name]), self.outside(str(given[name]), 0)[0]))
        if tag not in VOID:
            own = tag in SILENT or "translate" in given or given.get("lang") not in (None, "de")
            self.inside.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        self.depth = self.depth if tag in INLINE else 0
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        rest, self.depth = self.outside(data, self.depth)
        if not self.silent and rest.strip():
            self.found.append((data, rest))

    @staticmethod
    def outside(text: str, depth: int) -> tuple[str, int]:
        """What of it is in no brackets, and how many are open after it."""
        rest = []
        for char in text:
            if char == "⟧":
                depth = max(depth - 1, 0)
            rest.append(" " if depth or char in "⟦⟧" else char)
            if char == "⟦":
                depth += 1
        return "".join(rest), depth

    @property
    def silent(self) -> bool:
        return any(own for _, own in self.inside)


def leftovers(html: str, *, allowed: frozenset[str] = frozenset()) -> list[str]:
    """What somebody reads on a page that was in no brackets, but for numbers and what is allowed (names, notation)."""
    reader = _Reader()
    reader.feed(html)
    left = []
    for text, rest in reader.found:
        for word in sorted(allowed, key=len, reverse=True):
            rest = rest.replace(word, " ")
        if re.search(r"[A-Za-z]{2,}", rest):
            left.append(" ".join(text.split()))
    return list(dict.fromkeys(left))
