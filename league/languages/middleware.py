"""The language of responses."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from matches.catalogues import choose_language, use_language

PUBLIC_SUFFIXES = ("/embed/", "/overlay/")
"""URL suffixes of pages that are shown elsewhere and read no cookie."""


class ViewerLanguageMiddleware:
    """Middleware that activates the viewer's language; a no-op if only one is offered, so that no response varies.

    Django's own would use URLs and other rules. Streamed content is generated later, in English: prepare it within the
    language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        offered = settings.LANGUAGES_OFFERED
        if len(offered) < 2:
            return self.get_response(request)
        is_embedded = request.path_info.endswith(PUBLIC_SUFFIXES)
        chosen = "" if is_embedded else request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = choose_language(chosen, request.headers.get("Accept-Language", ""), offered)
        with use_language(language):
            response = self.get_response(request)
        if not getattr(response, "of_no_language", False):
            response.headers.setdefault("Content-Language", language)
            patch_vary_headers(response, ("Accept-Language",) if is_embedded else ("Accept-Language", "Cookie"))
        return response
