"""Rate limits of pages. Forms share the API's buckets, so that they cannot bypass its limits."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from league.people.sessions import find_viewer
from matches.errors import ActionError
from matches.rate_limits import address_bucket, consume, raise_if_exceeded

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class PageThrottleMiddleware:
    """Middleware that throttles pages, after authentication. The API throttles itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith("/api/"):
            return self.get_response(request)
        if request.method in SAFE_METHODS:
            status = consume([address_bucket(request.META, "reading")], local=True)
        else:
            player = find_viewer(request)
            status = consume([("person", str(player.pk)) if player else address_bucket(request.META)])
        try:
            raise_if_exceeded(status)
        except ActionError as error:
            assert status is not None
            content = render_to_string("429.html", {"text": error.text})
            return HttpResponse(content, status=429, headers=status.headers())
        return self.get_response(request)
