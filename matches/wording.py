"""Django's catalogues of messages as `engines.words` asks for them, in the language that is active."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.utils import translation

from engines import words

ENGLISH = "en"


class Catalogues:
    """English is what stands in the code: nothing is looked up."""

    def one(self, message: str, context: str = "") -> str:
        if translation.get_language() in (ENGLISH, None):
            return message
        return translation.pgettext(context, message) if context else translation.gettext(message)

    def many(self, one: str, many: str, n: int) -> str:
        if translation.get_language() in (ENGLISH, None):
            return one if n == 1 else many
        return translation.ngettext(one, many, n)


def connect() -> None:
    """Where the site speaks English alone, no sentence is ever looked up."""
    words.speak(Catalogues() if len(settings.LANGUAGES_OFFERED) > 1 else None)


def in_english() -> AbstractContextManager[None]:
    """For what is stored, or read by programs, and made by code that speaks to people otherwise."""
    return nullcontext() if translation.get_language() == ENGLISH else translation.override(ENGLISH)
