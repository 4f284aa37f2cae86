"""Site-wide middleware: HEAD handled as GET, and 404 for ids outside the database's range."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from matches.api.permissions import ID_LIMIT


class HeadAsGet:
    """Outermost middleware that handles HEAD as GET (RFC 9110, 9.3.2)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = request.META["REQUEST_METHOD"] = "GET"
        response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = []
        else:
            length = len(response.content)  # type: ignore[attr-defined]
            response.content = b""  # type: ignore[attr-defined]
            response.headers["Content-Length"] = str(length)
        return response


class IdBoundsMiddleware(MiddlewareMixin):
    """Middleware that responds 404 to URLs with ids that no row can have, before a view queries the database."""

    def process_view(
        self, request: HttpRequest, view: object, view_args: Sequence[Any], view_kwargs: Mapping[str, Any]
    ) -> None:
        # The API checks this in its permissions, because its errors have another shape.
        too_large = any(isinstance(value, int) and value >= ID_LIMIT for value in view_kwargs.values())
        if too_large and not request.path_info.startswith("/api/"):
            raise Http404("Not found.")
