"""Requests of htmx, which asks for parts of pages."""

from typing import Any

from django.http import HttpRequest


def is_htmx(request: HttpRequest, *, target: str = "") -> bool:
    """Return whether htmx asks for a part, shown in the element with the id `target` if it is given.

    To restore its history, htmx asks for a whole page.
    """
    htmx: Any = request.htmx  # type: ignore[attr-defined]  # set by django_htmx's middleware
    return bool(htmx) and not htmx.history_restore_request and target in ("", htmx.target)
