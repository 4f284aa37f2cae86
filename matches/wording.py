"""Django's catalogues of messages as `engines.words` asks for them, in the language that somebody is told things in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.utils import translation

from engines import words

ENGLISH = "en"


class Catalogues:
    """Of the language that is active."""

    def one(self, message: str, context: str = "") -> str:
        return translation.pgettext(context, message) if context else translation.gettext(message)

    def many(self, one: str, many: str, n: int) -> str:
        return translation.ngettext(one, many, n)


_catalogues = Catalogues()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it, everything is told in this language. English is what stands in the code: nothing is looked up."""
    if translation.get_language() == language:
        yield
        return
    with translation.override(language), words.speak(None if language == ENGLISH else _catalogues):
        yield


def in_english() -> AbstractContextManager[None]:
    """For what is stored, or read by programs, and made by code that speaks to people otherwise."""
    return speaking(ENGLISH)
