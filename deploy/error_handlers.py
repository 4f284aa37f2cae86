"""Responses to failed and unreadable requests. They need no database, not even for the session."""

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

from matches.api.errors import RETRY_AFTER_S, build_unavailable_error, render_server_error
from matches.db_errors import is_database_unavailable


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Return 503 with Retry-After if the database is down, otherwise the usual 500 page.

    Django's `handler500`, called while the exception is being handled.
    """
    if not is_database_unavailable(sys.exc_info()[1]):
        return render_server_error(request)
    if _is_api_request(request):
        response: HttpResponse = JsonResponse(build_unavailable_error(), status=503)
    else:
        retry_url = request.get_full_path() if request.method in ("GET", "HEAD") else ""
        response = HttpResponse(render_to_string("503.html", {"again": retry_url}), status=503)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response to a request that Django rejects, such as a malformed or oversized form (`handler400`)."""
    status, code = 400, "malformed"
    text = "The request couldn't be read. Go back, reload the page and try again."
    if isinstance(exception, RequestDataTooBig):
        status, code, limit_mb = 413, "too-long", (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) / 1_000_000
        text = f"The form is too large (limit: {limit_mb:.1f} MB)."
    if _is_api_request(request):
        return JsonResponse({"code": code, "text": text, "field": None}, status=status)
    return HttpResponse(render_to_string("400.html", {"status": status, "text": text}), status=status)


def _is_api_request(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
