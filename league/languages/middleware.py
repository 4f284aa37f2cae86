"""Every answer in its reader's language."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from matches.wording import language_for, speaking

FRAMED = "/embed/"
"""Pages for frames on other sites end like this; they read no cookie."""


class ReadersLanguage:
    """Middleware. Where one language is offered it does nothing, and nothing varies. Django's own would look into
    addresses and refuse languages by other rules.

    What a stream or a file makes while it is being sent is made later, in English: open it within the language.
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
