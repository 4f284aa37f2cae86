"""The header of every event page: name, status, tabs and the viewer's actions."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from engines.words import retell, say
from league.event_console.available_actions import possible
from league.event_pages.queries.view import View, own_strip
from league.events.models import BEFORE_START, EntrantStatus, EventStatus, Registration
from league.events.queries import card
from league.lineups.queries import tied
from league.registration.queries import told


def may_do(view: View, entered: int, at: datetime) -> dict[str, Any]:
    """Return the viewer's possible actions; `entered` is the number of entrants.

    `stand_by`: check in from the waiting list. `answer_by`: deadline for an offered spot. `can`: keys of organiser
    actions.
    """
    event, reader, own, manages = view.event, view.reader, view.own, view.manages
    # arenas and ladders accept entries while running
    takes_late = event.status == EventStatus.RUNNING and event.registration == Registration.OPEN
    is_continuous = any(stage.traits.continuous for stage in event.stages.all())
    registering = event.status == EventStatus.REGISTRATION or (takes_late and is_continuous)
    if reader is None:
        return {"sign_up": registering, "can": frozenset()}
    before = event.status in BEFORE_START
    invited = own is not None and own.status == EntrantStatus.INVITED
    welcome = invited or (own is None and event.registration != Registration.INVITE)
    playing = own is not None and own.status == EntrantStatus.ENTERED
    on = next((rows for rows in view.stages if rows.stage.finished_at is None), None) if manages else None
    checks_in = event.status == EventStatus.CHECK_IN and own is not None and own.checked_in_at is None
    return {
        "manage": manages,
        "join": registering and welcome and not reader.is_guest and (event.bot_accounts or not reader.is_bot_account),
        "leave": before and own is not None,
        "withdraw": own.pk if own and playing and event.status == EventStatus.RUNNING else None,
        "check_in": playing and checks_in,
        "stand_by": own is not None and own.status == EntrantStatus.WAITING and checks_in,
        "answer_by": own.answer_by if before and own and own.answer_by and own.answer_by > at else None,
        "sign_up": registering and reader.is_guest,
        "start_round": _startable(view) if manages else None,
        "can": possible(event, on, entered, following=False) if manages else frozenset(),
    }


def _startable(view: View) -> int | None:
    """Return the number of the round that can be started by hand now."""
    rounds = [row for _, row in view.rounds()]
    running = any(row.started_at and not row.finished_at for row in rounds)
    if view.event.status != EventStatus.RUNNING or view.event.paused_at or running:
        return None
    return next((row.number for row in rounds if row.started_at is None), None)


def heading(view: View, at: datetime) -> dict[str, Any]:
    """Return the header data. `trouble` is only for the organiser: why the event is stuck."""
    event = view.event
    made = card(event)
    return {
        "card": made,
        "event": event,
        "trouble": retell(event.trouble) if view.manages else "",
        "tabs": tabs(view),
        "may": may_do(view, made.entrants, at),
        "own": own_strip(view),
        "told": told(event, view.reader, at),
        "own_entrant": view.own_id,
        "season": tied(event, view.reader.pk if view.reader else None),
    }


def tabs(view: View) -> list[tuple[str, str, str]]:
    """Return (key, name, URL) of all tabs with content. Before the start these are overview and entrants."""
    formats = [stage.traits for stage in view.begun]
    named = [
        ("overview", say("Overview"), "event", True),
        ("standings", say("Standings"), "event-standings", bool(formats)),
        ("bracket", say("Bracket"), "event-bracket", any(one.is_bracket for one in formats)),
        ("cross", say("Crosstable"), "event-cross", any(one.crosstable for one in formats)),
        ("rounds", say("Rounds"), "event-rounds", bool(formats)),
        ("entrants", say("Entrants"), "event-entrants", True),
    ]
    return [(key, name, reverse(url, args=[view.event.pk])) for key, name, url, is_shown in named if is_shown]
