"""Whole pages for visitors: who is not signed in sees what all see who are not."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils import translation
from django.utils.cache import patch_vary_headers

from league.sharing.pages import PAGES, Same
from league.sharing.token import STAND_IN, draw_for_all
from matches.remembered import Remembered
from matches.sharing import reading_since, store

READING = ("GET", "HEAD", "OPTIONS")
KNOWN_BY = (settings.SESSION_COOKIE_NAME, "messages")
"""Cookies of those who see something of their own."""
OF_HTMX = ("HX-Request", "HX-History-Restore-Request")
USUAL = frozenset(vars(HttpResponse()))


@dataclass(frozen=True, slots=True)
class Page:
    """An answer without what belongs to one request. `parts` are what stands between the tokens."""

    status: int
    headers: Mapping[str, str]
    parts: list[bytes]
    marks: Mapping[str, Any]
    """What the answer says to middleware, such as to be framed."""


class VisitorsPages:
    """Middleware, after the one that knows CSRF tokens. A page of the list is drawn once for all visitors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with reading_since(_wrote.get(_reader(request), 0.0)):
            answer = self.get_response(request)
        if request.method not in READING and answer.status_code < 400:
            _note_write(request)
        return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], given: Sequence[Any], named: dict[str, Any]
    ) -> HttpResponseBase | None:
        match = request.resolver_match
        same = PAGES.get(match.view_name) if match is not None else None
        if same is None or not _of_anybody(request) or not settings.SHARE_ANSWERS:
            return None
        draw_for_all(request)

        def draw() -> Page | HttpResponseBase:
            answer = view(request, *given, **named)
            return _page(answer) if _sharable(answer) else answer

        made = store.get(_key(request), draw, topics=_topics(same, named), age_s=same.age_s, size=_size, keeps=_is_page)
        return _answer(request, made) if isinstance(made, Page) else made


_wrote: Remembered[str, float] = Remembered()
"""When a session or token last wrote something, by the monotonic clock. For others, hints say what has changed."""


def _reader(request: HttpRequest) -> str:
    return request.headers.get("Authorization", "") or request.session.session_key or ""


def _note_write(request: HttpRequest) -> None:
    """Let the writer read afresh what may have changed. A visitor without a session has changed nothing to be read."""
    if reader := _reader(request):
        _wrote[reader] = time.monotonic()


def _of_anybody(request: HttpRequest) -> bool:
    known = any(name in request.COOKIES for name in KNOWN_BY) or "Authorization" in request.headers
    return request.method == "GET" and not known


def _key(request: HttpRequest) -> tuple[Any, ...]:
    asked = tuple(request.headers.get(name) for name in OF_HTMX)
    return ("page", request.scheme, request.get_host(), request.get_full_path(), translation.get_language(), asked)


def _topics(same: Same, named: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(topic.format_map(named) for topic in same.topics)


def _sharable(answer: HttpResponseBase) -> bool:
    kept_by_nobody = "no-store" in answer.get("Cache-Control", "")
    return isinstance(answer, HttpResponse) and answer.status_code == 200 and not answer.cookies and not kept_by_nobody


def _page(answer: HttpResponseBase) -> Page:
    assert isinstance(answer, HttpResponse)
    marks = {name: value for name, value in vars(answer).items() if name not in USUAL}
    return Page(answer.status_code, dict(answer.headers), answer.content.split(STAND_IN.encode()), marks)


def _answer(request: HttpRequest, page: Page) -> HttpResponse:
    content = get_token(request).encode().join(page.parts) if len(page.parts) > 1 else page.parts[0]
    answer = HttpResponse(content, status=page.status, headers=dict(page.headers))
    vars(answer).update(page.marks)
    patch_vary_headers(answer, ("Cookie",))
    return answer


def _is_page(made: Page | HttpResponseBase) -> bool:
    return isinstance(made, Page)


def _size(made: Page | HttpResponseBase) -> int:
    return sum(map(len, made.parts)) + 2048 if isinstance(made, Page) else 0
