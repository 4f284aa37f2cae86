"""Reads of the API that the reader has already: an ETag with each, and 304 without a body for `If-None-Match`."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_vary_headers


class ConditionalReads(ConditionalGetMiddleware):
    """Django's own, for the API alone: pages hold tokens of their forms and are never twice the same."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith("/api/v1/"):
            return response
        patch_vary_headers(response, ("Authorization",))
        if request.method == "GET" and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        return super().process_response(request, response)
