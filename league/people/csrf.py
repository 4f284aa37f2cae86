"""The CSRF cookie, sent to a browser only if it lacks the cookie."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class CsrfCookieMiddleware:
    """Middleware around Django's, which sends the cookie with every page to prolong it.

    A response that overlaps a sign-in would restore the old cookie and break the forms of newer pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        name = settings.CSRF_COOKIE_NAME
        if name in response.cookies and response.cookies[name].value == request.COOKIES.get(name):
            del response.cookies[name]
        return response
