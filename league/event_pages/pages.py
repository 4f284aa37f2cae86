"""The public pages of an event: each tab has its own URL and is rendered whole or as a fragment."""

import time
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from engines.words import say
from league.event_console.views import number_in
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
from league.forms import refusals_as_404
from league.people.sessions import reader
from league.standings.forecast import forecast_page
from league.standings.standings_calculation import OVERALL
from matches.moment import now
from matches.page_cache import cached_fragment

FRAME = "league/events/event.html"
LIVE = "league/events/_live.html"
FORECAST_S = 0.7
"""Time limit of a simulation in seconds."""


def _for_reader(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the event as its viewer sees it; respond 404 for what the page does not find."""

    @require_GET
    @wraps(page)
    @refusals_as_404()
    def shown(request: HttpRequest, event_id: int, **parts: object) -> HttpResponse:
        return page(request, seen_by(event_id, reader(request)), **parts)

    return shown


def _tab(tab: str, name: str = "", fragment: str = "") -> Callable[[Callable[..., dict[str, Any]]], Any]:
    """Make a tab of the event from a function's context, shown by template `name` or the tab's own.

    htmx requests get only the part that changes; with `fragment`, only that template.
    """

    def decorate(find: Callable[..., dict[str, Any]]) -> Callable[..., HttpResponse]:
        @_for_reader
        @wraps(find)
        def page(request: HttpRequest, seen: View, **parts: object) -> HttpResponse:
            found = partial(find, request, seen, **parts)
            is_part = request.headers.get("HX-Request") and "HX-History-Restore-Request" not in request.headers
            if is_part and fragment:
                answer = render(request, fragment, found())
            else:
                about = _part(request, seen, tab, f"league/events/_{name or tab}.html", found)
                answer = render(request, LIVE if is_part else FRAME, about)
            patch_vary_headers(answer, ["HX-Request"])
            return answer

        return page

    return decorate


def _part(
    request: HttpRequest, seen: View, tab: str, template: str, find: Callable[[], dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """Return the context of a tab's frame. Viewers who neither take part nor organise share the cached inner part."""
    is_continuous = any(stage.traits.continuous for stage in seen.event.stages.all())
    is_shared = seen.own is None and not seen.manages and not is_continuous
    found = {} if is_shared else find()  # before the header, which fetches the people of both
    head = heading(seen, now())
    about: dict[str, Any] = {"head": head, "tab": tab}
    if is_shared:
        part = cached_fragment(
            template, (request.get_full_path(), head["told"] and head["told"].policy), lambda: {**about, **find()},
            topics=[f"event.{seen.event.pk}", f"season.{seen.event.season_id}"],
        )  # fmt: skip
    else:
        part = mark_safe(render_to_string(template, {**about, **found}, request))  # noqa: S308
    return {**about, "part": part}


@_tab("overview")
def event(request: HttpRequest, seen: View) -> dict[str, Any]:
    """Show the overview."""
    return {**parts(seen, now()), "page": overview(seen)}


@_for_reader
def forecast(request: HttpRequest, seen: View) -> HttpResponse:
    """Show the simulation of the event."""
    until = time.monotonic() + FORECAST_S
    found = forecast_page(seen.event.pk, lambda: time.monotonic() < until)
    return render(request, "league/events/forecast.html", {"page": found, "card": card(seen.event)})


@_tab("standings")
def standings(request: HttpRequest, seen: View) -> dict[str, Any]:
    """Show the standings of a stage or of the whole event."""
    number, page = number_in(request, "stage"), number_in(request, "page") or 1
    is_over = seen.event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)
    if len(seen.begun) > 1 and (number == OVERALL or (number is None and is_over)):
        return {"page": overall_page(seen, page)}
    rows = seen.stage(number)
    if rows is None:
        raise Http404(say("No standings yet."))
    return {"page": standings_page(seen, rows, page)}


@_tab("standings", "figure", fragment="league/events/_figure.html")
def figure(request: HttpRequest, seen: View, entrant_id: int, key: str) -> dict[str, Any]:
    """Show the derivation of a tie-break figure."""
    return {"page": figure_page(seen, entrant_id, key)}


@_tab("bracket")
def bracket(request: HttpRequest, seen: View) -> dict[str, Any]:
    """Show the bracket of an elimination stage."""
    rows = bracket_of_stage(seen, number_in(request, "stage"))
    if rows is None:
        raise Http404(say("This event has no bracket yet."))
    return {"stage": rows.stage.number, "listed": listed_rounds(seen, rows)}


@_tab("cross")
def cross(request: HttpRequest, seen: View) -> dict[str, Any]:
    """Show the crosstable."""
    rows = next((one for one in seen.stages if one.stage.traits.crosstable), None)
    if rows is None:
        raise Http404(say("This event has no crosstable."))
    return {"cross": cross_rows(seen, rows)}


@_tab("rounds")
def rounds(request: HttpRequest, seen: View, number: int | None = None) -> dict[str, Any]:
    """Show one round, by default the current one."""
    found = round_page(seen, number, number_in(request, "page") or 1)
    return {"page": found, "shown": found["shown"]}


@require_GET
def paper(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show all standings and published rounds for printing, with a page break before each round."""
    event = get_public_event(event_id, reader(request))
    return render(request, "league/events/paper.html", {"event": event, "at": now()})


@_for_reader
def boards(request: HttpRequest, seen: View, number: int) -> HttpResponse:
    """Show only the boards of a round, for lists expanded on the page."""
    found = round_page(seen, number, number_in(request, "page") or 1)
    about = {"page": found, "shown": found["shown"], "event_id": seen.event.pk}
    return render(request, "league/events/_boards_page.html", about)


@_tab("rounds", "why", fragment="league/events/_why_answer.html")
def why(request: HttpRequest, seen: View, number: int) -> dict[str, Any]:
    """Show why a Swiss round is paired as it is."""
    return {"page": why_page(seen, number, number_in(request, "one"), number_in(request, "other"))}


@_tab("entrants")
def entrants(request: HttpRequest, seen: View) -> dict[str, Any]:
    """Show the entrants, optionally only those that match a search."""
    wanted = request.GET.get("q", "").replace("\x00", "").strip()[:40]
    return {"page": entrants_page(seen, number_in(request, "page") or 1, wanted)}
