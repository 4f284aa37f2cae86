"""Stored sentences, which are English, in the reader's language.

The message that a sentence was made of is found again: word for word, or as a pattern in which anything may stand for
a `{name}`. What fits no message is told as it is. Never give it what people wrote themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from matches.messages import Messages, Pattern, messages_of
from matches.wording import ENGLISH

DEEPEST = 3
"""Sentences within sentences."""
STAYS = frozenset({"unit", "operation", "virus", "others"})
"""What stands for such a name in a message is the same in every language: Zero Order's Delete, Switch, Import, Zero
Day's Purge, Scan, and the names of the others at a match."""
_SEVERAL = re.compile(r"((?<=;) |(?<=[.!?]) )")


def retold(text: str) -> str:
    """A stored English sentence in the language that is active."""
    return retold_in(translation.get_language() or ENGLISH, text)


def retold_in(language: str, text: str) -> str:
    """The same in a language that need not be active."""
    if language == ENGLISH or not text or language not in dict(settings.LANGUAGES):
        return text
    return _retold(text, language, DEEPEST)


@lru_cache(maxsize=20_000)
def _retold(text: str, language: str, deep: int) -> str:
    known = _known(language)
    exact = known.exact.get(text)
    if exact is not None:
        return exact
    if not deep:
        return text
    if deep < DEEPEST and (row := _in_a_row(known, text, language, deep)) is not None:
        return row
    fits = _fits(known, text)
    clean = next((fit for fit in fits if not any(map(_SEVERAL.search, fit[1].values()))), None)
    if clean is not None and not _ends_with(clean[1], text):
        return _told(*clean, language, deep)
    return _in_pieces(text, language, deep) or (_told(*fits[0], language, deep) if fits else text)


def _in_a_row(known: Messages, text: str, language: str, deep: int) -> str | None:
    """Parts of a sentence behind commas, where each of them is one."""
    told = []
    for piece in text.split(", "):
        fits = ((pattern, pattern.shape.fullmatch(piece)) for pattern in known.parts)
        found = next(((pattern, fit.groupdict()) for pattern, fit in fits if fit is not None), None)
        if found is None:
            return None
        told.append(_told(*found, language, deep))
    return ", ".join(told)


def _fits(known: Messages, text: str) -> list[tuple[Pattern, dict[str, str]]]:
    found = ((pattern, pattern.shape.fullmatch(text)) for pattern in known.candidates(text))
    return [(pattern, fit.groupdict()) for pattern, fit in found if fit is not None]


def _told(pattern: Pattern, parts: Mapping[str, str], language: str, deep: int) -> str:
    given = {name: part if name in STAYS else _retold(part, language, deep - 1) for name, part in parts.items()}
    return pattern.tell(given, parts.get("n"))


def _ends_with(parts: Mapping[str, str], text: str) -> bool:
    """Whether the end of the sentence was taken for the end of a name in it."""
    return text.endswith((".", ";")) and any(part[-1] == text[-1] and text.endswith(part) for part in parts.values())


def _in_pieces(text: str, language: str, deep: int) -> str | None:
    """Several sentences, or parts of one behind semicolons, each on its own; None where that leads nowhere."""
    pieces = _SEVERAL.split(text)
    if len(pieces) == 1 and len(text) > 1 and text.endswith((".", ";")):
        pieces = [text[:-1], text[-1]]
    if len(pieces) == 1:
        return None
    told = "".join(_retold(piece, language, deep) if piece.strip() else piece for piece in pieces)
    return None if told == text else told


@cache
def _known(language: str) -> Messages:
    return messages_of(language, tuple(str(path) for path in settings.LOCALE_PATHS))
