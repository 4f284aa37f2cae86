"""Message catalogues for `engines.i18n`, and the language in which texts are translated."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from typing import Any, TypeVar

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_language, override
from django.utils.translation.trans_real import parse_accept_lang_header

from engines import i18n

ENGLISH = "en"
T = TypeVar("T")


class Catalogues:
    """The translator into the active language."""

    def translate(self, message: str, context: str = "") -> str:
        return _translate(get_language() or ENGLISH, message, context)

    def translate_plural(self, one: str, many: str, n: int) -> str:
        return _load_catalogue(get_language() or ENGLISH).ngettext(one, many, n)


@cache
def _load_catalogue(language: str) -> NullTranslations:
    """Return our own messages only: Django's catalogues would translate names such as "Delete" or "File"."""
    catalogue = NullTranslations()
    for path in settings.LOCALE_PATHS:
        catalogue.add_fallback(translation("django", path, [language], fallback=True))
    return catalogue


@lru_cache(maxsize=20_000)
def _translate(language: str, message: str, context: str) -> str:
    return _load_catalogue(language).pgettext(context, message) if context else _load_catalogue(language).gettext(message)


_catalogues = Catalogues()


def clear_caches() -> None:
    """Clear the caches, so that catalogues are read again."""
    _load_catalogue.cache_clear()
    _translate.cache_clear()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Translate everything into this language inside the context. English is the source text and needs no lookup."""
    if get_language() == language:
        yield
        return
    with override(language), i18n.use_translator(None if language == ENGLISH else _catalogues):
        yield


def use_english() -> AbstractContextManager[None]:
    """Use English inside the context, for texts that are stored or read by programs."""
    return use_language(ENGLISH)


def run_in_language(language: str, query: Callable[..., T], *arguments: Any) -> T:
    """Run a query with this language: for threads that do not belong to a request."""
    with use_language(language):
        return query(*arguments)


def choose_language(chosen: str, accepted: str, offered: Sequence[str]) -> str:
    """Return the first offered language of: the chosen one, the browser's preferences, the default.

    `accepted` is the Accept-Language header; unreadable parts are ignored.
    """
    if chosen in offered:
        return chosen
    tags = (tag.partition("-")[0] for tag, quality in parse_accept_lang_header(accepted.lower()) if quality > 0)
    best = next((tag for tag in tags if tag in ("*", *offered)), "*")
    return offered[0] if best == "*" else best


def get_request_language(cookies: str, accepted: str) -> str:
    """Return the language for a request's headers, or English at once if only English is offered."""
    offered = settings.LANGUAGES_OFFERED
    if len(offered) < 2:
        return ENGLISH
    return choose_language(parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, ""), accepted, offered)
