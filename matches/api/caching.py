"""Cached API responses, and conditional reads: an ETag with each response, and 304 without a body."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers, set_response_etag
from rest_framework.request import Request

from engines.i18n import translate as _
from matches.page_cache import get_or_render

Get = Callable[..., HttpResponseBase]


class ApiETagMiddleware(ConditionalGetMiddleware):
    """Django's middleware for the API only: pages contain CSRF tokens, so no two are equal."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith("/api/v1/"):
            return response
        patch_vary_headers(response, ("Authorization",))
        if request.method == "GET" and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        checked: HttpResponseBase = super().process_response(request, response)
        if checked.status_code != 412:
            return checked
        text = _("The ETag doesn't match If-Match. Fetch the current version and try again.")
        return JsonResponse({"code": "precondition-failed", "text": text, "field": "If-Match"}, status=412)


def cache_response(*topics: str, unless: Callable[..., bool] = lambda request, **named: False) -> Callable[[Get], Get]:
    """Decorate a view's `get` whose response depends only on URL and language, except where `unless` is true.

    `topics` may contain parts of the URL, such as `event.{event_id}`. Refusals are not cached.
    """

    def decorate(get: Get) -> Get:
        @wraps(get)
        def respond(self: Any, request: Request, **kwargs: Any) -> HttpResponseBase:
            if unless(request, **kwargs):
                return get(self, request, **kwargs)
            http_request = request._request
            content, headers = get_or_render(
                "api",
                (http_request.scheme, http_request.get_host(), http_request.get_full_path(), request.accepted_media_type),
                lambda: _render(request, get(self, request, **kwargs)),
                topics=[topic.format_map(kwargs) for topic in topics],
            )  # fmt: skip
            return HttpResponse(content, headers=headers)

        respond.topics = topics  # type: ignore[attr-defined]  # a test reads every cached address as every role
        return respond

    return decorate


def _render(request: Request, api_response: Any) -> tuple[str, dict[str, str]]:
    renderer: Any = request.accepted_renderer
    content = renderer.render(api_response.data, request.accepted_media_type, {})
    response = HttpResponse(content, headers={**api_response.headers, "Content-Type": renderer.media_type})
    set_response_etag(response)
    return content.decode(), dict(response.headers)
