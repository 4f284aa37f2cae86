"""Reads of the API that the reader has already: an ETag with each, and 304 without a body for `If-None-Match`."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers

from engines.words import say


class ConditionalReads(ConditionalGetMiddleware):
    """Django's own, for the API alone: pages hold tokens of their forms and are never twice the same."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith("/api/v1/"):
            return response
        patch_vary_headers(response, ("Authorization",))
        if request.method == "GET" and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        answer: HttpResponseBase = super().process_response(request, response)
        return _changed() if answer.status_code == 412 else answer


def _changed() -> JsonResponse:
    """For `If-Match` with an ETag that is no more. The framework's own answer is an empty page."""
    text = say("This has another ETag than the one that you sent in If-Match.")
    return JsonResponse({"code": "precondition-failed", "text": text, "field": "If-Match"}, status=412)
