"""Answers of the API from the page cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import set_response_etag
from rest_framework.request import Request

from matches.page_cache import cached

Get = Callable[..., HttpResponseBase]


def nobody_differs(request: Request, **named: object) -> bool:
    return False


def cached_answer(*topics: str, unless: Callable[..., bool] = nobody_differs) -> Callable[[Get], Get]:
    """Decorate a view's `get` whose answer follows from address and language, `unless` this is true of the reader.

    `topics` may name parts of the address, as `event.{event_id}`. Refusals are not cached.
    """

    def decorate(get: Get) -> Get:
        @wraps(get)
        def answer(self: Any, request: Request, **named: Any) -> HttpResponseBase:
            if unless(request, **named):
                return get(self, request, **named)
            asked = request._request
            content, headers = cached(
                "api", (asked.scheme, asked.get_host(), asked.get_full_path(), request.accepted_media_type),
                lambda: _rendered(request, get(self, request, **named)),
                topics=[topic.format_map(named) for topic in topics],
            )  # fmt: skip
            return HttpResponse(content, headers=headers)

        answer.topics = topics  # type: ignore[attr-defined]  # a test reads every cached address as every role
        return answer

    return decorate


def _rendered(request: Request, answer: Any) -> tuple[str, dict[str, str]]:
    renderer: Any = request.accepted_renderer
    content = renderer.render(answer.data, request.accepted_media_type, {})
    whole = HttpResponse(content, headers={**answer.headers, "Content-Type": renderer.media_type})
    set_response_etag(whole)
    return content.decode(), dict(whole.headers)
