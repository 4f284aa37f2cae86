"""The pages of an event for its readers: a tab each, with an address of its own, whole or as a fragment."""

import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from engines.words import say
from league.event_files.views import get_public_event
from league.event_pages.queries.boards import cross_rows, listed_rounds, overview, round_page
from league.event_pages.queries.bracket_data import bracket_of_stage
from league.event_pages.queries.continuous_panels import parts
from league.event_pages.queries.event import entrants_page
from league.event_pages.queries.explanations import figure_page, why_page
from league.event_pages.queries.header import heading
from league.event_pages.queries.standing import overall_page, standings_page
from league.event_pages.queries.view import View, seen_by
from league.events.models import EventStatus
from league.events.queries import card
from league.people.sessions import reader
from league.standings.forecast import forecast_page
from league.standings.standings_calculation import OVERALL
from matches.moment import now
from matches.page_cache import cached_fragment
from matches.refusals import Refused

FRAME = "league/events/event.html"
LIVE = "league/events/_live.html"
MOST = 10**9
FORECAST_S = 0.7
"""How long a dry run may go on."""


def _for_reader(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a page the event as its reader sees it; not found is what the page, or the reader, does not have."""

    @require_GET
    @wraps(page)
    def shown(request: HttpRequest, event_id: int, **parts: object) -> HttpResponse:
        try:
            return page(request, seen_by(event_id, reader(request)), **parts)
        except Refused as refusal:
            if refusal.code != "not-found":
                raise
            raise Http404(refusal.text) from None

    return shown


@_for_reader
def event(request: HttpRequest, seen: View) -> HttpResponse:
    return _page(
        request, seen, "overview", "overview", lambda: {**parts(seen, now())._asdict(), "page": overview(seen)}
    )


@_for_reader
def forecast(request: HttpRequest, seen: View) -> HttpResponse:
    """The event played out with made-up results."""
    until = time.monotonic() + FORECAST_S
    found = forecast_page(seen.event.pk, lambda: time.monotonic() < until)
    return render(request, "league/events/forecast.html", {"page": found, "card": card(seen.event)})


@_for_reader
def standings(request: HttpRequest, seen: View) -> HttpResponse:
    number, page = _number(request, "stage"), _number(request, "page") or 1
    is_over = seen.event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)

    def shown() -> dict[str, Any]:
        if len(seen.begun) > 1 and (number == OVERALL or (number is None and is_over)):
            return {"page": overall_page(seen, page)}
        rows = seen.stage(number)
        if rows is None:
            raise Http404(say("There are no standings yet."))
        return {"page": standings_page(seen, rows, page)}

    return _page(request, seen, "standings", "standings", shown)


@_for_reader
def figure(request: HttpRequest, seen: View, entrant_id: int, key: str) -> HttpResponse:
    found = {"page": figure_page(seen, entrant_id, key)}
    if _wants_fragment(request):
        return _varied(render(request, "league/events/_figure.html", found))
    return _page(request, seen, "standings", "figure", lambda: found)


@_for_reader
def bracket(request: HttpRequest, seen: View) -> HttpResponse:
    def shown() -> dict[str, Any]:
        rows = bracket_of_stage(seen, _number(request, "stage"))
        if rows is None:
            raise Http404(say("This event has no bracket yet."))
        return {"stage": rows.stage.number, "listed": listed_rounds(seen, rows)}

    return _page(request, seen, "bracket", "bracket", shown)


@_for_reader
def cross(request: HttpRequest, seen: View) -> HttpResponse:
    def shown() -> dict[str, Any]:
        rows = next((one for one in seen.stages if one.stage.traits.crosstable), None)
        if rows is None:
            raise Http404(say("This event has no cross-table."))
        return {"cross": cross_rows(seen, rows)}

    return _page(request, seen, "cross", "cross", shown)


@_for_reader
def rounds(request: HttpRequest, seen: View, number: int | None = None) -> HttpResponse:
    def shown() -> dict[str, Any]:
        found = round_page(seen, number, _number(request, "page") or 1)
        return {"page": found, "shown": found.block}

    return _page(request, seen, "rounds", "rounds", shown)


@require_GET
def paper(request: HttpRequest, event_id: int) -> HttpResponse:
    """All standings and all published rounds, to be printed: each round begins a page."""
    event = get_public_event(event_id, reader(request))
    return render(request, "league/events/paper.html", {"event": event, "at": now()})


@_for_reader
def boards(request: HttpRequest, seen: View, number: int) -> HttpResponse:
    """The boards of a round alone, for lists that are opened on the page."""
    found = round_page(seen, number, _number(request, "page") or 1)
    about = {"page": found, "shown": found.block, "event_id": seen.event.pk}
    return render(request, "league/events/_boards_page.html", about)


@_for_reader
def why(request: HttpRequest, seen: View, number: int) -> HttpResponse:
    found = {"page": why_page(seen, number, _number(request, "one"), _number(request, "other"))}
    if _wants_fragment(request):
        return _varied(render(request, "league/events/_why_answer.html", found))
    return _page(request, seen, "rounds", "why", lambda: found)


@_for_reader
def entrants(request: HttpRequest, seen: View) -> HttpResponse:
    wanted = request.GET.get("q", "").replace("\x00", "").strip()[:40]
    page = _number(request, "page") or 1
    return _page(request, seen, "entrants", "entrants", lambda: {"page": entrants_page(seen, page, wanted)})


def _page(request: HttpRequest, seen: View, tab: str, name: str, make: Callable[[], Mapping[str, Any]]) -> HttpResponse:
    """A tab of the event, with what `make` finds. What htmx asks for is the part that changes, without the frame."""
    looks_on = _looks_on(seen)
    found = {} if looks_on else make()  # before the head: it asks for the people of both at once
    head = heading(seen, now())
    about: dict[str, Any] = {"head": head, "tab": tab}
    template = f"league/events/_{name}.html"
    if looks_on:
        about["part"] = cached_fragment(
            template, (request.get_full_path(), head.told and head.told.policy), lambda: {**about, **make()},
            topics=[f"event.{seen.event.pk}", f"season.{seen.event.season_id}"],
        )  # fmt: skip
    else:
        about["part"] = mark_safe(render_to_string(template, {**about, **found}, request))  # noqa: S308
    return _varied(render(request, LIVE if _wants_fragment(request) else FRAME, about))


def _looks_on(seen: View) -> bool:
    """Whether the reader sees what all see who neither take part nor organise, but for a few buttons."""
    is_continuous = any(stage.traits.continuous for stage in seen.event.stages.all())
    return seen.own is None and not seen.manages and not is_continuous


def _wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in request.headers


def _varied(answer: HttpResponse) -> HttpResponse:
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the query; what is none is as good as left out."""
    text = request.GET.get(name, "")
    return min(int(text), MOST) if text.isascii() and text.isdigit() and len(text) < 20 else None
