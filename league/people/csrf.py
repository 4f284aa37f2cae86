"""Django's CSRF protection, which sends a browser its cookie only where the browser lacks it.

Django sends the cookie with every page, to prolong it. An answer that was begun before somebody signed in and ends
afterwards would then bring back the cookie of before, and the page that was opened since could send nothing.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.cache import patch_vary_headers


class CsrfMiddleware(CsrfViewMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        known = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        if request.META.get("CSRF_COOKIE_NEEDS_UPDATE") and request.META["CSRF_COOKIE"] == known:
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
            patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)
