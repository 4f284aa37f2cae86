"""Words of the scripts, what every page says of languages, and which pages know of none."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

FRAMED = "/embed/"
"""Pages for frames on other sites end like this; they read no cookie."""


@cache
def words_of(language: str, part: str) -> tuple[bytes, str] | None:
    """The file and its fingerprint; None where there is none of that name."""
    file = parts(language).get(part)
    if file is None:
        return None
    content = file.read_bytes()
    return content, hashlib.sha256(content).hexdigest()[:16]


@cache
def parts(language: str) -> Mapping[str, Path]:
    if language not in dict(settings.LANGUAGES):
        return {}
    return {file.stem: file for file in sorted((settings.CATALOGUES / "scripts" / language).glob("*.json"))}


@cache
def addresses(language: str) -> Mapping[str, str]:
    """By part, where its words are; none in English."""
    found = {part: words_of(language, part) for part in parts(language)}
    return {part: reverse("words", args=[language, part, one[1]]) for part, one in found.items() if one}


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


def reads_no_cookie(path: str) -> bool:
    return path.endswith(FRAMED)
