"""Parts of pages that are the same for many readers, signed in or not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from league.sharing.token import STAND_IN, token_of
from matches.sharing import store


def piece(
    request: HttpRequest,
    template: str,
    make: Callable[[], Mapping[str, Any]],
    *,
    key: Hashable,
    topics: Sequence[str],
    age_s: float | None = None,
) -> SafeString:
    """The template with what `make` finds, without anything of this request but the token of its forms.

    `key` names what it follows from; the template and the language need not be named.
    """

    def draw() -> str:
        return render_to_string(template, {**make(), "csrf_token": STAND_IN})

    whole = ("piece", template, translation.get_language(), key)
    drawn = store.get(whole, draw, topics=topics, age_s=age_s, size=len)
    # Only templates have written it, which escape what people wrote.
    return mark_safe(drawn.replace(STAND_IN, token_of(request)) if STAND_IN in drawn else drawn)  # noqa: S308
