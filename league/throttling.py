"""Rate limits of pages. Forms share the API's buckets, so that they cannot bypass its limits."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from league.people.sessions import find_viewer
from matches.api.errors import RETRY_AFTER_S, build_overloaded_text
from matches.costly_work import Overloaded
from matches.errors import ActionError
from matches.rate_limits import RateLimitStatus, address_bucket, consume, raise_if_exceeded

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
        return build_throttled_response(status) if status is not None and status.is_exceeded else self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page that says that the site is busy."""
        if not isinstance(exception, Overloaded):
            return None
        context = {"again": request.get_full_path() if request.method in SAFE_METHODS else "", "text": build_overloaded_text()}
        return HttpResponse(render_to_string("503.html", context), status=503, headers={"Retry-After": str(RETRY_AFTER_S)})


def build_throttled_response(status: RateLimitStatus) -> HttpResponse:
    """Return the page that says when to try again, given an exceeded limit."""
    try:
        raise_if_exceeded(status)
    except ActionError as error:
        return HttpResponse(render_to_string("429.html", {"text": error.text}), status=429, headers=status.headers())
    raise AssertionError("the limit is not exceeded")
