"""Answers of the API that are the same for many are made once, and kept for some time as they are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import set_response_etag
from rest_framework.request import Request
from rest_framework.response import Response

from matches.sharing import store

Get = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class _Made:
    content: bytes
    headers: Mapping[str, str]


def nobody_differs(request: Request, **named: object) -> bool:
    return False


def signed_in_differ(request: Request, **named: object) -> bool:
    return bool(request.user.is_authenticated)


def same_for_all(*topics: str, unless: Callable[..., bool] = nobody_differs) -> Callable[[Get], Get]:
    """Of a view's `get`: its answer depends on the address and the language alone, `unless` this is true of the reader.

    `topics` tell of its changes and may name parts of the address, as `event.{event_id}`. What is refused is not kept.
    """

    def sharing(get: Get) -> Get:
        @wraps(get)
        def shared(self: Any, request: Request, **named: Any) -> HttpResponseBase:
            if unless(request, **named):
                return get(self, request, **named)
            asked = request._request
            address = asked.scheme, asked.get_host(), asked.get_full_path()
            key = ("api", *address, translation.get_language(), request.accepted_media_type)
            made = store.get(
                key, lambda: _made(request, get(self, request, **named)),
                topics=[topic.format_map(named) for topic in topics], size=lambda one: len(one.content),
            )  # fmt: skip
            return HttpResponse(made.content, headers=dict(made.headers))

        shared.shares = topics  # type: ignore[attr-defined]  # for whoever asks which doors do
        return shared

    return sharing


def _made(request: Request, answer: HttpResponseBase) -> _Made:
    assert isinstance(answer, Response)
    assert answer.status_code == 200
    renderer: Any = request.accepted_renderer
    content = renderer.render(answer.data, request.accepted_media_type, {})
    whole = HttpResponse(content, headers={**answer.headers, "Content-Type": renderer.media_type})
    set_response_etag(whole)
    return _Made(content, dict(whole.headers))
