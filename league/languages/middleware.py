"""The language of responses."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from matches.wording import language_for, speaking

FRAMED = "/embed/"
"""The URL suffix of embedded pages, which read no cookie."""


class ReadersLanguage:
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
        framed = request.path_info.endswith(FRAMED)
        chosen = "" if framed else request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = language_for(chosen, request.headers.get("Accept-Language", ""), offered)
        with speaking(language):
            answer = self.get_response(request)
        if not getattr(answer, "of_no_language", False):
            answer.headers.setdefault("Content-Language", language)
            patch_vary_headers(answer, ("Accept-Language",) if framed else ("Accept-Language", "Cookie"))
        return answer
