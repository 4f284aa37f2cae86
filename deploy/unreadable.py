"""Requests that cannot be read: numbers that no row has, forms that are broken or too long."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

from matches.api.permissions import LARGEST


class RowNumbers:
    """Finds nothing at addresses with numbers that no row can have, before a page asks the database for them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, given: Sequence[Any], named: Mapping[str, Any]) -> None:
        # The API has the same among its permissions, for its answers have another shape.
        if not _of_api(request) and any(isinstance(one, int) and one >= LARGEST for one in named.values()):
            raise Http404("There is nothing of this number.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls it, as `handler400`, for what it would not read."""
    if isinstance(exception, RequestDataTooBig):
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) / 1_000_000
        return _refused(request, 413, "too-long", f"What you send is too long: a form has at most {most:.1f} MB.")
    text = "What you sent could not be read. Go back, reload the page and send it again."
    return _refused(request, 400, "malformed", text)


def _refused(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    if _of_api(request):
        return JsonResponse({"code": code, "text": text, "field": None}, status=status)
    return HttpResponse(render_to_string("400.html", {"status": status, "text": text}), status=status)


def _of_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
