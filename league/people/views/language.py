"""Choosing a language, and the words of the scripts."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.languages.scripts import words_of
from league.people.language import choose_language, remember
from league.people.sessions import reader


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Without a CSRF token on purpose: it sets a taste, and a token at the end of every page would make each one vary.

    Another site that sends this form sends no session with it (SameSite), so that it changes nobody's account.
    """
    language = request.POST.get("language", "")
    if language not in settings.LANGUAGES_OFFERED:
        raise Http404("This language is not offered.")
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = redirect(back if safe else "home")
    remember(answer, language)
    person = reader(request)
    if person is not None:
        choose_language(player_id=person.pk, language=language)
    return answer


@require_safe
def words(request: HttpRequest, language: str, part: str, fingerprint: str) -> HttpResponse:
    """What scripts say, in a language. The address names its content, so it may be kept for ever."""
    found = words_of(language, part)
    if found is None:
        raise Http404("There are no such words.")
    answer = HttpResponse(found[0], content_type="application/json")
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if found[1] == fingerprint else "no-cache"
    answer.of_no_language = True  # type: ignore[attr-defined]
    return answer
