"""Organiser actions to offer now. No database access; the actions themselves validate again."""

from league.events.models import BEFORE_START, Event
from league.events.models import EventStatus as S
from league.formats.registry import format_of
from league.standings.rows import StageRows

BY_STATUS: dict[str, frozenset[str]] = {
    S.DRAFT: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.REGISTRATION: frozenset(
        {"close-registration", "open-check-in", "settings", "enter", "import", "seeding", "cancel"}
    ),
    S.CHECK_IN: frozenset({"close-registration", "open-registration", "settings", "enter", "seeding", "cancel"}),
    S.SEEDING: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.RUNNING: frozenset({"withdraw", "overturn", "enter-results", "remove-result", "cancel"}),
    S.FINISHED: frozenset({"overturn", "enter-results", "remove-result", "archive"}),
    S.ARCHIVED: frozenset(),
    S.CANCELLED: frozenset(),
}


def possible(event: Event, rows: StageRows | None, entered: int, *, following: bool) -> frozenset[str]:
    """Return the keys of the actions, plus `settings` and `seeding` if these can be changed.

    `rows` is the current stage, `entered` the number of entrants; `following`: a finished season has no successor yet.
    """
    coming = [stage.traits for stage in event.stages.all() if stage.finished_at is None]
    has_calendar = any(one.calendar for one in coming)
    found = set(BY_STATUS[event.status])
    if event.status in BEFORE_START:
        found |= {"start"} if entered >= 2 and event.status != S.DRAFT else set()
        if entered < event.max_entrants:
            found.add("add-bot" if event.season_id is None else "enter-franchises")
        found |= {"calendar"} if has_calendar else set()
    if event.status == S.RUNNING:
        found.add("resume" if event.paused_at else "pause")
        found |= _in_stage(event, rows, has_calendar=has_calendar) if rows else set()
    if any(one.exclusions for one in coming) and event.status in (*BEFORE_START, S.RUNNING):
        found |= {"keep-apart", "let-meet"}
    return frozenset(found | ({"next-season"} if following else set()))


def _in_stage(event: Event, rows: StageRows, *, has_calendar: bool) -> set[str]:
    """Return the actions added by a running stage, such as publishing rounds that were generated."""
    stage = rows.stage
    if stage.traits.continuous:
        return {"enter-late"}
    format, places = format_of(stage.format), len(rows.places)
    running = any(one.started_at and not one.finished_at for one in rows.rounds)
    waiting = any(one.started_at is None for one in rows.rounds)
    found = {"enter-late"} if format.takes_late and stage.number == 1 else set()
    if waiting:
        found |= {"plan", "calendar"} if has_calendar else {"plan"}
        found |= {"drop-draft", "exchange"} if format.drafted else set()
        if not running and not event.paused_at and not format.is_bracket:
            found.add("publish")
    elif format.drafted and not running:
        planned = format.rounds_planned(format.check(stage.settings, places), places)
        found |= {"draft-round"} if len(rows.rounds) < planned else set()
    if event.trouble or (format.drafted and not running):
        found.add("end-stage")
    return found
