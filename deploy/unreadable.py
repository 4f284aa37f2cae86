"""Requests that cannot be read: text that is not UTF-8, forms that are broken or too long. Each gets a sentence."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

UTF_8 = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
"""ASCII is a part of it."""


class OnlyUtf8:
    """Turns away what names another encoding than UTF-8, before anybody reads it.

    The framework takes any codec that Python knows; among these are compressions, with which a small body becomes
    gigabytes, and ones that fit no text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        named = (request.content_params or {}).get("charset")
        if named is not None:
            if named.strip().lower() not in UTF_8:
                return _refused(request, 415, "not-utf-8", "Send text as UTF-8: other encodings are not read here.")
            request.encoding = None
        return self.get_response(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls it, as `handler400`, for what it would not read."""
    if isinstance(exception, RequestDataTooBig):
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) / 1_000_000
        return _refused(request, 413, "too-long", f"What you send is too long: a form has at most {most:.1f} MB.")
    text = "What you sent could not be read. Go back, reload the page and send it again."
    return _refused(request, 400, "malformed", text)


def _refused(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return JsonResponse({"code": code, "text": text, "field": None}, status=status)
    return HttpResponse(render_to_string("400.html", {"status": status, "text": text}), status=status)
