"""Responses to failed and unreadable requests. They need no database, not even for the session."""

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

from matches.api.errors import RETRY_AFTER_S, fault, unavailable
from matches.away import database_away


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Return 503 with Retry-After if the database is down, otherwise the usual 500 page.

    Django's `handler500`, called while the exception is being handled.
    """
    if not database_away(sys.exc_info()[1]):
        return fault(request)
    if _is_of_api(request):
        response: HttpResponse = JsonResponse(unavailable(), status=503)
    else:
        again = request.get_full_path() if request.method in ("GET", "HEAD") else ""
        response = HttpResponse(render_to_string("503.html", {"again": again}), status=503)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response to a request that Django rejects, such as a malformed or oversized form (`handler400`)."""
    status, code = 400, "malformed"
    text = "What you sent could not be read. Go back, reload the page and send it again."
    if isinstance(exception, RequestDataTooBig):
        status, code, most = 413, "too-long", (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) / 1_000_000
        text = f"What you send is too long: a form has at most {most:.1f} MB."
    if _is_of_api(request):
        return JsonResponse({"code": code, "text": text, "field": None}, status=status)
    return HttpResponse(render_to_string("400.html", {"status": status, "text": text}), status=status)


def _is_of_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
