"""The header of every event page: name, status, tabs and the viewer's actions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from engines.i18n import translate as _, translate_stored
from league.event_console.available_actions import list_available_actions
from league.event_pages.queries.viewer_event import ViewerEvent, build_own_summary
from league.events.models import BEFORE_START, EntrantStatus, EventStatus, Registration
from league.events.queries import build_card
from league.lineups.queries import find_event_season
from league.match_times.queries import list_own
from league.registration.queries import find_no_show_notice
from league.result_reports.queries import Panel, find_panel
from league.teams.queries.own import find_own_team


def get_viewer_actions(view: ViewerEvent, entered: int, at: datetime) -> dict[str, Any]:
    """Return the viewer's possible actions; `entered` is the number of entrants.

    `stand_by`: check in from the waiting list. `answer_by`: deadline for an offered spot. `can`: keys of organiser
    actions.
    """
    event, viewer, entrant, manages = view.event, view.reader, view.own, view.manages
    # arenas and ladders accept entries while running
    takes_late = event.status == EventStatus.RUNNING and event.registration == Registration.OPEN
    is_continuous = any(stage.traits.continuous for stage in event.stages.all())
    registering = event.status == EventStatus.REGISTRATION or (takes_late and is_continuous)
    if viewer is None:
        return {"sign_up": registering, "can": frozenset()}
    before = event.status in BEFORE_START
    invited = entrant is not None and entrant.status == EntrantStatus.INVITED
    answers = invited and event.status in (*BEFORE_START[1:], EventStatus.RUNNING)
    admitted = not event.bots_only if not viewer.is_bot_account else event.bot_accounts
    welcome = invited or (entrant is None and event.registration != Registration.INVITE)
    playing = entrant is not None and entrant.status == EntrantStatus.ENTERED
    current = next((rows for rows in view.stages if rows.stage.finished_at is None), None) if manages else None
    checks_in = event.status == EventStatus.CHECK_IN and entrant is not None and entrant.checked_in_at is None
    boards = event.boards_of_id is not None
    return {
        "manage": manages,
        "edit_title": event.title_id if event.league_id is None and event.organiser_id == viewer.pk else None,
        "score": event.status in (EventStatus.RUNNING, EventStatus.FINISHED) and view.may_score,
        "invited": invited,
        "join": (registering or answers) and welcome and not viewer.is_guest and admitted,
        "leave": entrant is not None and (before or invited),
        "withdraw": entrant.pk if entrant and playing and event.status == EventStatus.RUNNING and not boards else None,
        "check_in": playing and checks_in,
        "stand_by": entrant is not None and entrant.status == EntrantStatus.WAITING and checks_in,
        "answer_by": entrant.answer_by if before and entrant and entrant.answer_by and entrant.answer_by > at else None,
        "sign_up": registering and viewer.is_guest,
        "start_round": _find_startable_round(view) if manages else None,
        "can": list_available_actions(event, current, entered, following=False) if manages else frozenset(),
    }


def _find_startable_round(view: ViewerEvent) -> int | None:
    """Return the number of the round that can be started by hand now."""
    rounds = [row for _, row in view.rounds()]
    running = any(row.started_at and not row.finished_at for row in rounds)
    if view.event.status != EventStatus.RUNNING or view.event.paused_at or running:
        return None
    return next((row.number for row in rounds if row.started_at is None), None)


def build_header(view: ViewerEvent, at: datetime) -> dict[str, Any]:
    """Return the header data. `problem` is only for the organiser: why the event is stuck."""
    event = view.event
    event_card = build_card(event)
    plays = view.own or event.teams is not None
    return {
        "card": event_card,
        "event": event,
        "problem": translate_stored(event.problem) if view.manages else "",
        "tabs": list_tabs(view),
        "may": get_viewer_actions(view, event_card.entrants, at),
        "own": (own := build_own_summary(view)),
        "report": _find_report_panel(view, own),
        "times": list_own(view.reader.pk, at, event.pk) if event.play_days and view.reader and plays else [],
        "told": find_no_show_notice(event, view.reader, at),
        "own_entrant": view.own_id,
        "own_team": find_own_team(event, view.reader),
        "season": find_event_season(event, view.reader.pk if view.reader else None),
    }


def _find_report_panel(view: ViewerEvent, own: Mapping[str, Any] | None) -> Panel | None:
    """Return the panel to report the result of the viewer's next match, if it is played elsewhere."""
    upcoming = own["now"] if own and view.event.is_reported else None
    return find_panel(upcoming["pairing"].pairing_id, view.reader) if upcoming else None


def list_tabs(view: ViewerEvent) -> list[tuple[str, str, str]]:
    """Return (key, name, URL) of all tabs with content. Before the start these are overview and entrants."""
    formats = [stage.traits for stage in view.begun]
    candidates = [
        ("overview", _("Overview"), "event", True),
        ("standings", _("Standings"), "event-standings", bool(formats)),
        ("bracket", _("Bracket"), "event-bracket", any(traits.is_bracket for traits in formats)),
        ("cross", _("Crosstable"), "event-cross", any(traits.crosstable for traits in formats)),
        ("rounds", _("Rounds"), "event-rounds", bool(formats)),
        ("teams", _("Teams"), "teams", view.event.teams is not None),
        ("entrants", _("Entrants"), "event-entrants", True),
    ]
    return [(key, name, reverse(url, args=[view.event.pk])) for key, name, url, is_shown in candidates if is_shown]
