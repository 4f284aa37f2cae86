"""Files and feeds of events, and the page for embedding in other sites."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.event_files.calendars import build_calendar
from league.event_files.exports import PublicEvent, build_trf, entrants_csv, get_event, pairings_csv, standings_csv
from league.exports import file_response
from league.formats.registry import get_traits
from league.forms import errors_as_404
from league.languages.scripts import get_translation_urls
from league.pairings.queries.round_dates import EventDate, list_event_dates, list_pairing_dates, list_player_dates
from league.people.models import Player
from league.people.sessions import find_viewer
from league.registration.actions.entrant_import import TEMPLATE
from matches.catalogues import use_english
from matches.server_time import now

CSV_RENDERERS = {"standings": standings_csv, "pairings": pairings_csv, "entrants": entrants_csv}


@require_GET
def event_csv(request: HttpRequest, event_id: int, what: str) -> HttpResponse:
    """Return the standings, pairings or entrants as CSV."""
    if what not in CSV_RENDERERS:
        raise Http404(_("File not found."))
    with use_english():  # files are always in English
        text = CSV_RENDERERS[what](get_public_event_or_404(event_id, find_viewer(request)))
    return file_response(text, "text/csv; charset=utf-8", f"event-{event_id}-{what}.csv")


@require_GET
def event_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the whole event as JSON."""
    with use_english():
        event = build_event_json(get_public_event_or_404(event_id, find_viewer(request)))
        text = json.dumps(event, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_response(text, "application/json; charset=utf-8", f"event-{event_id}.json")


@require_GET
def event_trf(request: HttpRequest, event_id: int, stage: int = 1) -> HttpResponse:
    """Return the tournament report of a stage."""
    with errors_as_404():
        text = build_trf(get_public_event_or_404(event_id, find_viewer(request)), stage)
    return file_response(text, "text/plain; charset=utf-8", f"event-{event_id}-{stage}.trf")


@require_GET
def entrants_template(request: HttpRequest) -> HttpResponse:
    """Return a sample CSV file for entrant imports."""
    return file_response(TEMPLATE, "text/csv; charset=utf-8", "entrants.csv")


@require_GET
def event_calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the dates of an event as a calendar."""
    event = get_public_event_or_404(event_id)
    return render_calendar(request, event.card.name, list_event_dates(event_id), f"event-{event_id}.ics")


@require_GET
def pairing_calendar(request: HttpRequest, event_id: int, pairing_id: int) -> HttpResponse:
    """Return the time of a pairing as a calendar with one entry, which a newer file updates."""
    event = get_public_event_or_404(event_id, find_viewer(request))
    dates = list_pairing_dates(event_id, pairing_id)
    if not dates:
        raise Http404(_("This match has no time yet."))
    return render_calendar(request, event.card.name, dates, f"match-{pairing_id}.ics")


@require_GET
def player_calendar(request: HttpRequest, username: str) -> HttpResponse:
    """Return the dates of a player as a calendar."""
    player = get_object_or_404(Player, username__iexact=username, is_guest=False, is_active=True)
    return render_calendar(request, f"{player} · League Zero", list_player_dates(player.pk), f"{player.username}.ics")


@require_GET
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})  # type: ignore[arg-type]
def embed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show standings or bracket rounds in a frame on any site, without reading or setting cookies."""
    event = get_public_event_or_404(event_id)
    brackets = [rows.stage.number for rows in event.stages if rows.stage.traits.is_bracket]
    page = {
        "event": event, "bracket": any(get_traits(key).is_bracket for key in event.formats),
        "stage": max(brackets, default=None), "words": get_translation_urls(get_language() or settings.LANGUAGE_CODE),
    }  # fmt: skip
    return render(None, "league/event_files/embed.html", page)


def get_public_event_or_404(event_id: int, viewer: Player | None = None) -> PublicEvent:
    """Return the event as visible to this person or publicly. Raises Http404."""
    with errors_as_404():
        return get_event(event_id, viewer)


def render_calendar(request: HttpRequest, name: str, dates: Iterable[EventDate], filename: str) -> HttpResponse:
    """Return the dates as an iCalendar file that clients can subscribe to."""
    content = build_calendar(name, dates, host=request.get_host(), site=request.build_absolute_uri("/")[:-1], at=now())
    return file_response(content, "text/calendar; charset=utf-8", filename, disposition="inline")


FORMAT = "league-zero-event/1"
PERSON_FIELDS = ("entrant_id", "username", "name", "seed", "club", "status", "is_bot")


def build_event_json(event: PublicEvent) -> dict[str, Any]:
    """Return the public content of the event: {format, event, formats, entrants, rounds, standings}."""
    return {
        "format": FORMAT,
        "event": asdict(event.card),
        "formats": list(event.formats),
        "entrants": [{name: getattr(person, name) for name in PERSON_FIELDS} for person in event.people.values()],
        "rounds": [asdict(block) for block in event.rounds],
        "standings": [asdict(table) for table in event.tables],
    }
