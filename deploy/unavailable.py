"""The answer to a request that failed: while the database is away, 503 and when to come back; else the usual 500.

Neither asks the database anything, nor who has signed in.
"""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

from matches.api.errors import RETRY_AFTER_S, fault, unavailable
from matches.away import database_away


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django calls it, as `handler500`, while it handles the error, wherever that came up."""
    if not database_away(sys.exc_info()[1]):
        return fault(request)
    answer = _answer(request)
    answer["Retry-After"] = str(RETRY_AFTER_S)
    answer["Cache-Control"] = "no-store"
    return answer


def _answer(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse(unavailable(), status=503)
    again = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    return HttpResponse(render_to_string("503.html", {"again": again}), status=503)
