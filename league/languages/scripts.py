"""Words of the scripts, and what every page says of languages."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation


@cache
def _words(language: str) -> Mapping[str, tuple[bytes, str]]:
    """By part, the file of its words and the file's fingerprint; none in English."""
    if language not in dict(settings.LANGUAGES):
        return {}
    files = {file.stem: file.read_bytes() for file in (settings.CATALOGUES / "scripts" / language).glob("*.json")}
    return {part: (files[part], hashlib.sha256(files[part]).hexdigest()[:16]) for part in sorted(files)}


def words_of(language: str, part: str) -> tuple[bytes, str] | None:
    """The file and its fingerprint; None where there is none of that name."""
    return _words(language).get(part)


@cache
def addresses(language: str) -> Mapping[str, str]:
    """By part, where its words are; none in English."""
    return {part: reverse("words", args=[language, part, mark]) for part, (_, mark) in _words(language).items()}


def languages(_: HttpRequest) -> dict[str, Any]:
    """Nothing where one language is offered."""
    if len(settings.LANGUAGES_OFFERED) < 2:
        return {}
    names = dict(settings.LANGUAGES)
    language = translation.get_language() or settings.LANGUAGE_CODE
    return {
        "languages": [
            {"code": code, "name": names[code], "now": code == language} for code in settings.LANGUAGES_OFFERED
        ],
        "words": addresses(language),
    }
