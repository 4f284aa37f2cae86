"""The token of forms, in what is drawn once for many: each reader's own takes its place when it is sent."""

from __future__ import annotations

import secrets

from django.http import HttpRequest
from django.middleware.csrf import get_token

STAND_IN = secrets.token_hex(32)
"""Nobody can know it, so no text of anybody's holds it."""


def stand_in(request: HttpRequest) -> dict[str, str]:
    """Context of templates. It comes after Django's own token, and so in its stead."""
    return {"csrf_token": STAND_IN} if is_for_all(request) else {}


def token_of(request: HttpRequest) -> str:
    """What stands in the forms of this answer."""
    return STAND_IN if is_for_all(request) else get_token(request)


def draw_for_all(request: HttpRequest) -> None:
    """What is drawn for this request from now on will be sent to others too."""
    request.drawn_for_all = True  # type: ignore[attr-defined]


def is_for_all(request: HttpRequest) -> bool:
    return getattr(request, "drawn_for_all", False)
