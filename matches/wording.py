"""Django's catalogues of messages as `engines.words` asks for them, in the language that somebody is told things in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.http import parse_cookie
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from engines import words

ENGLISH = "en"
T = TypeVar("T")


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


def in_language(language: str, query: Callable[..., T], *arguments: Any) -> T:
    """What a query says in this language: for threads, which know nothing of whom they work for."""
    with speaking(language):
        return query(*arguments)


def language_for(chosen: str, accepted: str, offered: Sequence[str]) -> str:
    """Of those that are offered: the chosen one, else what the browser would like best, else the first.

    `accepted` is the header Accept-Language; what cannot be read in it is passed over.
    """
    if chosen in offered:
        return chosen
    for tag, wish in parse_accept_lang_header(accepted.lower()):
        if wish <= 0:
            continue
        if tag == "*":
            return offered[0]
        if (language := tag.partition("-")[0]) in offered:
            return language
    return offered[0]


def language_of(cookies: str, accepted: str) -> str:
    """The same of a request's headers; English without a look at them where nothing else is offered."""
    offered = settings.LANGUAGES_OFFERED
    if len(offered) < 2:
        return ENGLISH
    return language_for(parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, ""), accepted, offered)
