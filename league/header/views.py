"""The live part of the header of every page."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from league.header.context import build_context
from league.header.queries import get_header
from league.people.sessions import find_viewer


@require_GET
@never_cache
def bell(request: HttpRequest) -> HttpResponse:
    """Render the bell and the live bar of the page header for htmx; empty for a visitor."""
    viewer = find_viewer(request)
    if viewer is None:
        return HttpResponse()
    path = urlsplit(request.headers.get("HX-Current-URL", "")).path
    return render(request, "site/header.html", build_context(viewer, get_header(viewer.pk), path))
