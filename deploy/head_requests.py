"""HEAD requests: answered as GET, without the body."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase


class HeadAsGet:
    """Middleware in front of all others, so that HEAD works wherever GET does (RFC 9110, 9.3.2)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = request.META["REQUEST_METHOD"] = "GET"
        answer = self.get_response(request)
        if isinstance(answer, StreamingHttpResponse):
            answer.streaming_content = []
        else:
            length = len(answer.content)  # type: ignore[attr-defined]
            answer.content = b""  # type: ignore[attr-defined]
            answer.headers["Content-Length"] = str(length)
        return answer
