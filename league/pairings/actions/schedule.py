"""Deciding on which days a season is played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.words import say
from league.events.actions.event_lifecycle import announce, managed
from league.events.actions.event_log import note
from league.events.models import BEFORE_START, Event, EventStatus, Stage
from league.formats.registry import keys_with
from league.formats.season.calendar import Calendar, read_calendar
from league.formats.settings import BadSetting
from league.pairings.actions.progression import go_on
from league.pairings.actions.round_dates import write_dates
from matches.refusals import Refused


@transaction.atomic
def set_calendar(
    *, event_id: int, by: int, at: datetime, first: datetime | None, days_between: int, blackouts: Sequence[str] = ()
) -> None:
    """Give the rounds of a season that have not begun their days: the next of them at `first`. None: take all away.

    Each then begins by itself, once the one before has finished. Before the start the calendar is only kept.
    """
    event = managed(event_id, by)
    stage = _season(event)
    if first is not None and first <= at:
        raise Refused("in-the-past", say("Choose a time that is still to come."), "first")
    given = None if first is None else {"first": first.isoformat(), "days_between": days_between}
    calendar = _read(given and {**given, "blackouts": list(blackouts)})
    was: dict[str, Any] | None = stage.settings.get("calendar")
    note(event, by, "season.calendar", {"calendar": was}, {"calendar": calendar.dump() if calendar else None}, at=at)
    stage.settings = {key: value for key, value in stage.settings.items() if key != "calendar"}
    if calendar:
        stage.settings["calendar"] = calendar.dump()
    stage.save(update_fields=["settings"])
    if stage.started_at:
        _date_the_rest(event, stage, calendar, at)
    else:
        _check(stage, event.max_entrants)
    announce(event_id)


def _season(event: Event) -> Stage:
    stage = event.stages.filter(format__in=keys_with("calendar"), finished_at=None).order_by("number").first()
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("no-calendar", say("Only a season that is not over has a calendar."))
    return stage


def _read(given: dict[str, Any] | None) -> Calendar | None:
    try:
        return read_calendar(given)
    except BadSetting as bad:
        raise Refused("bad-setting", bad.sentence, bad.field) from bad


def _check(stage: Stage, entrants: int) -> None:
    try:
        stage.traits.check(stage.settings, entrants if stage.number == 1 else stage.takes or entrants)
    except BadSetting as bad:
        raise Refused("bad-setting", bad.sentence, "first" if bad.field == "start" else bad.field) from bad


def _date_the_rest(event: Event, stage: Stage, calendar: Calendar | None, at: datetime) -> None:
    rows = list(stage.rounds.filter(started_at=None).order_by("number"))
    try:
        moments = calendar.moments(len(rows)) if calendar else (None,) * len(rows)
    except BadSetting as bad:
        raise Refused("bad-setting", bad.sentence, "first") from bad
    write_dates(rows, moments)
    event.next_round_at = None
    event.save(update_fields=["next_round_at"])
    go_on(event, at)
