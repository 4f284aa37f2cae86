"""What every page says of languages: the choice at its end, and where its scripts find their words."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from league.languages.scripts import addresses


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
