"""Files and feeds of events, and the page for embedding in other sites."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET
from icalendar import Calendar, Event, vText

from engines.words import say
from league.event_files.exports import Public, entrants_csv, pairings_csv, public_event, standings_csv, trf
from league.exports import file_answer
from league.formats.registry import traits_of
from league.forms import refusals_as_404
from league.pairings.queries.round_dates import Date, dates_of_event, dates_of_player
from league.people.models import Player
from league.people.sessions import reader
from league.registration.actions.entrant_import import TEMPLATE
from matches.moment import now
from matches.wording import in_english

SHEETS = {"standings": standings_csv, "pairings": pairings_csv, "entrants": entrants_csv}


@require_GET
def sheet(request: HttpRequest, event_id: int, what: str) -> HttpResponse:
    """Return the standings, pairings or entrants as CSV."""
    if what not in SHEETS:
        raise Http404(say("File not found."))
    with in_english():  # files are always in English
        text = SHEETS[what](get_public_event(event_id, reader(request)))
    return file_answer(text, "text/csv; charset=utf-8", f"event-{event_id}-{what}.csv")


@require_GET
def whole_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the whole event as JSON."""
    with in_english():
        event = whole(get_public_event(event_id, reader(request)))
        text = json.dumps(event, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_answer(text, "application/json; charset=utf-8", f"event-{event_id}.json")


@require_GET
def report(request: HttpRequest, event_id: int, stage: int = 1) -> HttpResponse:
    """Return the tournament report of a stage."""
    with refusals_as_404():
        text = trf(get_public_event(event_id, reader(request)), stage)
    return file_answer(text, "text/plain; charset=utf-8", f"event-{event_id}-{stage}.trf")


@require_GET
def entrants_template(request: HttpRequest) -> HttpResponse:
    """Return a sample CSV file for entrant imports."""
    return file_answer(TEMPLATE, "text/csv; charset=utf-8", "entrants.csv")


@require_GET
def event_calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the dates of an event as a calendar."""
    event = get_public_event(event_id)
    return calendar_file(request, event.card.name, dates_of_event(event_id), f"event-{event_id}.ics")


@require_GET
def player_calendar(request: HttpRequest, username: str) -> HttpResponse:
    """Return the dates of a player as a calendar."""
    player = get_object_or_404(Player, username__iexact=username, is_guest=False, is_active=True)
    return calendar_file(request, f"{player} · League Zero", dates_of_player(player.pk), f"{player.username}.ics")


@require_GET
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})  # type: ignore[arg-type]
def embed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show standings or bracket rounds in a frame on any site, without reading or setting cookies."""
    event = get_public_event(event_id)
    page = {"event": event, "bracket": any(traits_of(key).is_bracket for key in event.formats)}
    return render(None, "league/event_files/embed.html", page)


def get_public_event(event_id: int, person: Player | None = None) -> Public:
    """Return the event as visible to this person or publicly. Raises Http404."""
    with refusals_as_404():
        return public_event(event_id, person)


def calendar_file(request: HttpRequest, name: str, dates: Iterable[Date], file: str) -> HttpResponse:
    """Return the dates as an iCalendar file (RFC 5545) that clients can subscribe to.

    Times are in UTC, so that clients show them in the user's time zone. UIDs are stable between fetches.
    """
    host, made_at = request.get_host(), now()
    calendar = Calendar()
    calendar.add("prodid", "-//League Zero//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", vText(name))
    for one in dates:
        entry = Event()
        entry.add("uid", f"{one.key}@{host}")
        entry.add("dtstamp", made_at)
        entry.add("dtstart", one.at.astimezone(UTC))
        entry.add("summary", one.title)
        entry.add("url", request.build_absolute_uri(one.url))
        if one.text:
            entry.add("description", one.text)
        calendar.add_component(entry)
    return file_answer(calendar.to_ical(), "text/calendar; charset=utf-8", file, how="inline")


FORMAT = "league-zero-event/1"
PERSON = ("entrant_id", "username", "name", "seed", "club", "status", "is_bot")


def whole(event: Public) -> dict[str, Any]:
    """Return the public content of the event: {format, event, formats, entrants, rounds, standings}."""
    return {
        "format": FORMAT,
        "event": asdict(event.card),
        "formats": list(event.formats),
        "entrants": [{name: getattr(one, name) for name in PERSON} for one in event.people.values()],
        "rounds": [asdict(block) for block in event.rounds],
        "standings": [asdict(table) for table in event.tables],
    }
