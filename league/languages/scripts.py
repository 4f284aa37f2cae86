"""Words of the scripts: for each language and part of the site a file, under an address that changes with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse


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
