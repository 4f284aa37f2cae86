"""The overlay of an event: its bracket or standings on a transparent page for streaming software."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.event_files.exports import get_event
from league.event_files.summary import summarize_event
from league.events.models import Event
from league.events.queries import get_visible_event
from league.forms import errors_as_404
from matches.api.validation import IntegerField
from matches.page_cache import render_fragment
from matches.views.overlay import OverlayParams, PartsField, overlay_view

MAX_ROUNDS, MAX_ROWS = 5, 20


class EventOverlayParams(OverlayParams):
    """The query of an event's overlay."""

    parts = PartsField(("title", "bracket", "standings"))
    rounds = IntegerField(min_value=1, max_value=MAX_ROUNDS, default=4)
    rows = IntegerField(min_value=1, max_value=MAX_ROWS, default=10)


@overlay_view(EventOverlayParams)
def event_overlay(request: HttpRequest, event_id: int, params: dict[str, Any]) -> HttpResponse:
    """Show the bracket, or the standings of a stage without one; the page fetches itself anew when they change."""
    with errors_as_404():
        event = get_visible_event(Event.objects.filter(pk=event_id), None)
        rounds, rows = params["rounds"], params["rows"]
        part = render_fragment(
            "league/event_files/_overlay.html", (event_id, rounds, rows),
            lambda: {"page": summarize_event(get_event(event_id), rounds=rounds, rows=rows)}, topics=[f"event.{event_id}"],
        )  # fmt: skip
    return render(request, "league/event_files/overlay.html", {"event": event, "overlay": params, "part": part})
