"""Translations for scripts, and the template context of languages."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from engines import registry


@cache
def _load_files(language: str) -> Mapping[str, tuple[bytes, str]]:
    """Return the translation file of each part with its content hash; empty in English."""
    if language not in dict(settings.LANGUAGES):
        return {}
    own = {file.stem: file for file in (settings.CATALOGUES / "scripts" / language).glob("*.json")}
    files = {part: file.read_bytes() for part, file in {**registry.find_script_messages(language), **own}.items()}
    return {part: (files[part], hashlib.sha256(files[part]).hexdigest()[:16]) for part in sorted(files)}


def find_translations(language: str, part: str) -> tuple[bytes, str] | None:
    """Return a translation file and its hash; None if there is none."""
    return _load_files(language).get(part)


@cache
def get_translation_urls(language: str) -> Mapping[str, str]:
    """Return the URL of each part's translations; empty in English."""
    return {part: reverse("words", args=[language, part, mark]) for part, (_, mark) in _load_files(language).items()}


def language_context(_: HttpRequest) -> dict[str, Any]:
    """Return the template context of the language menu; empty if only one language is offered."""
    if len(settings.LANGUAGES_OFFERED) < 2:
        return {}
    names = dict(settings.LANGUAGES)
    language = translation.get_language() or settings.LANGUAGE_CODE
    return {
        "languages": [{"code": code, "name": names[code], "now": code == language} for code in settings.LANGUAGES_OFFERED],
        "words": get_translation_urls(language),
    }
