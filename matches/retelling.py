"""Stored sentences, which are English, in the reader's language.

The message that a sentence was made of is found again: word for word, or as a pattern in which anything may stand for
a `{name}`. What fits no message is told as it is. Never give it what people wrote themselves.
"""

from __future__ import annotations

from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from matches.messages import Messages, messages_of
from matches.wording import ENGLISH

DEEPEST = 3
"""Sentences within sentences."""


def retold(text: str) -> str:
    """A stored English sentence in the language that is active."""
    language = translation.get_language()
    if not text or language in (ENGLISH, None) or language not in dict(settings.LANGUAGES):
        return text
    return _retold(text, str(language), DEEPEST)


@lru_cache(maxsize=20_000)
def _retold(text: str, language: str, deep: int) -> str:
    known = _known(language)
    exact = known.exact.get(text)
    if exact is not None:
        return exact
    for pattern in known.candidates(text):
        found = pattern.shape.fullmatch(text)
        if found is None:
            continue
        parts = found.groupdict()
        given = {name: _retold(part, language, deep - 1) if deep and part else part for name, part in parts.items()}
        return pattern.tell(given, parts.get("n"))
    return text


@cache
def _known(language: str) -> Messages:
    return messages_of(language, tuple(str(path) for path in settings.LOCALE_PATHS))
