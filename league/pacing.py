"""How often forms may be sent, and pages read: forms out of the purses of the API, so that they are no way around its
limits, and pages by address, counted by each web process alone.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from league.people.sessions import reader
from matches.api.limits import Purse, address_purse, check, spend, spend_here
from matches.refusals import Refused

READING = ("GET", "HEAD", "OPTIONS")


class Pacing:
    """Middleware, after the one that knows people. Doors of the API count for themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith("/api/"):
            return self.get_response(request)
        if request.method in READING:
            left = spend_here([("reading", address_purse(request.META)[1])])
        else:
            left = spend([_purse(request)])
        try:
            check(left)
        except Refused as refusal:
            assert left is not None
            page = render_to_string("429.html", {"text": refusal.text})
            return HttpResponse(page, status=429, headers=left.headers())
        return self.get_response(request)


def _purse(request: HttpRequest) -> Purse:
    person = reader(request)
    return address_purse(request.META) if person is None else ("person", str(person.pk))
