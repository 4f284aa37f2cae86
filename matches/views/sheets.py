"""The joined stylesheet."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.sheets import sheet


@require_safe
def styles(request: HttpRequest, fingerprint: str) -> HttpResponse:
    """The styles of every page. The address names its content, so it may be kept for ever."""
    content, now = sheet()
    answer = HttpResponse(content, content_type="text/css; charset=utf-8")
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if now == fingerprint else "no-cache"
    answer.of_no_language = True  # type: ignore[attr-defined]
    return answer
