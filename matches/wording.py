"""Our catalogues of messages as `engines.words` asks for them, in the language that somebody is told things in."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from typing import Any, TypeVar

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_language, override
from django.utils.translation.trans_real import parse_accept_lang_header

from engines import words

ENGLISH = "en"
T = TypeVar("T")


class Catalogues:
    """Of the language that is active."""

    def one(self, message: str, context: str = "") -> str:
        return _told(get_language() or ENGLISH, message, context)

    def many(self, one: str, many: str, n: int) -> str:
        return _ours(get_language() or ENGLISH).ngettext(one, many, n)


@cache
def _ours(language: str) -> NullTranslations:
    """Our own messages alone. Django knows words besides (Delete, File) that nobody here has marked: names stay."""
    ours = NullTranslations()
    for path in settings.LOCALE_PATHS:
        ours.add_fallback(translation("django", path, [language], fallback=True))
    return ours


@lru_cache(maxsize=20_000)
def _told(language: str, message: str, context: str) -> str:
    return _ours(language).pgettext(context, message) if context else _ours(language).gettext(message)


_catalogues = Catalogues()


def forget() -> None:
    """Read the catalogues anew when they are asked next."""
    _ours.cache_clear()
    _told.cache_clear()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it, everything is told in this language. English is what stands in the code: nothing is looked up."""
    if get_language() == language:
        yield
        return
    with override(language), words.speak(None if language == ENGLISH else _catalogues):
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
    tags = (tag.partition("-")[0] for tag, wish in parse_accept_lang_header(accepted.lower()) if wish > 0)
    best = next((tag for tag in tags if tag in ("*", *offered)), "*")
    return offered[0] if best == "*" else best


def language_of(cookies: str, accepted: str) -> str:
    """The same of a request's headers; English without a look at them where nothing else is offered."""
    offered = settings.LANGUAGES_OFFERED
    if len(offered) < 2:
        return ENGLISH
    return language_for(parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, ""), accepted, offered)
