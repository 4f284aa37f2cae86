"""Cached API responses, and conditional reads: an ETag with each response, and 304 without a body."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers, set_response_etag
from rest_framework.request import Request

from engines.words import say
from matches.page_cache import cached

Get = Callable[..., HttpResponseBase]


class ConditionalReads(ConditionalGetMiddleware):
    """Django's middleware for the API only: pages contain CSRF tokens, so no two are equal."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith("/api/v1/"):
            return response
        patch_vary_headers(response, ("Authorization",))
        if request.method == "GET" and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        answer: HttpResponseBase = super().process_response(request, response)
        if answer.status_code != 412:
            return answer
        text = say("The ETag doesn't match If-Match. Fetch the current version and try again.")
        return JsonResponse({"code": "precondition-failed", "text": text, "field": "If-Match"}, status=412)


def cached_answer(*topics: str, unless: Callable[..., bool] = lambda request, **named: False) -> Callable[[Get], Get]:
    """Decorate a view's `get` whose response depends only on URL and language, except where `unless` is true.

    `topics` may contain parts of the URL, such as `event.{event_id}`. Refusals are not cached.
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
