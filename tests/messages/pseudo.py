"""A language in which every marked message is in ⟦brackets⟧: what is read without them was not marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.utils.translation import trans_real

READ = ("alt", "title", "placeholder", "aria-label", "aria-description")
SILENT = ("script", "style", "code", "pre", "time", "svg", "textarea")
VOID = ("input", "br", "img", "meta", "link", "hr", "base", "source", "path", "wbr", "col")
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")


class Pseudo(trans_real.DjangoTranslation):
    """German by name and plural, brackets by content."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@contextmanager
def pseudo() -> Iterator[None]:
    """Within it German is the pseudo language, and offered. Words of Django's own are in brackets too."""
    offered = settings.LANGUAGES_OFFERED
    kept = dict(trans_real._translations)
    with patch.dict(trans_real._translations, {**kept, "de": Pseudo("de")}):
        settings.LANGUAGES_OFFERED = ["en", "de"]
        try:
            yield
        finally:
            settings.LANGUAGES_OFFERED = offered


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.inside: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        given = dict(attrs)
        if not self.silent:
            self.found += [str(given[name]) for name in READ if given.get(name)]
        if tag not in VOID:
            own = tag in SILENT or "translate" in given or given.get("lang") not in (None, "de")
            self.inside.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.found.append(" ".join(data.split()))

    @property
    def silent(self) -> bool:
        return any(own for _, own in self.inside)


def leftovers(html: str, *, allowed: frozenset[str] = frozenset()) -> list[str]:
    """What somebody reads on a page that was in no brackets, but for numbers and what is allowed (names, notation)."""
    reader = _Reader()
    reader.feed(html)
    left = []
    for text in reader.found:
        rest = text
        while (shorter := BRACKETED.sub(" ", rest)) != rest:
            rest = shorter
        for word in sorted(allowed, key=len, reverse=True):
            rest = rest.replace(word, " ")
        if re.search(r"[A-Za-z]{2,}", rest):
            left.append(" ".join(text.split()))
    return list(dict.fromkeys(left))
