"""Organiser actions to offer now. No database access; the actions themselves validate again."""

from league.events.models import BEFORE_START, Event, EventStatus as S, PairingKind
from league.formats.registry import get_format
from league.standings.rows import PairingRow, StageRows

BY_STATUS: dict[str, frozenset[str]] = {
    S.DRAFT: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.REGISTRATION: frozenset({"close-registration", "open-check-in", "settings", "enter", "import", "seeding", "cancel"}),
    S.CHECK_IN: frozenset({"close-registration", "open-registration", "settings", "enter", "seeding", "cancel", "check-in"}),
    S.SEEDING: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.RUNNING: frozenset({"withdraw", "overturn", "enter-results", "remove-result", "cancel"}),
    S.FINISHED: frozenset({"overturn", "enter-results", "remove-result", "archive"}),
    S.ARCHIVED: frozenset(),
    S.CANCELLED: frozenset(),
}


def list_available_actions(event: Event, rows: StageRows | None, entered: int, *, following: bool) -> frozenset[str]:
    """Return the keys of the actions, plus `settings` and `seeding` if these can be changed.

    `rows` is the current stage, `entered` the number of entrants; `following`: a finished season has no successor yet.
    """
    upcoming = [stage.traits for stage in event.stages.all() if stage.finished_at is None]
    has_calendar = any(traits.calendar for traits in upcoming)
    actions = set(BY_STATUS[event.status])
    if event.status in BEFORE_START:
        actions |= {"start"} if entered >= 2 and event.status != S.DRAFT else set()
        if entered < event.max_entrants and (event.season_id is not None or not event.is_reported):
            actions.add("add-bot" if event.season_id is None else "enter-franchises")
        actions |= {"enter-names"} if event.is_reported else set()
        actions |= {"calendar"} if has_calendar else set()
    if event.status == S.RUNNING:
        actions.add("resume" if event.paused_at else "pause")
        actions |= _list_stage_actions(event, rows, has_calendar=has_calendar) if rows else set()
    if event.is_reported and "enter-late" in actions:
        actions.add("enter-names-late")
    if "import" in actions and not entered and len(upcoming) == 1 and upcoming[0].explained:
        actions.add("import-report")
    if event.is_reported and "import" in actions and entered:
        actions.add("fill-ratings")
    if any(traits.exclusions for traits in upcoming) and event.status in (*BEFORE_START, S.RUNNING):
        actions |= {"keep-apart", "let-meet"}
    return frozenset(actions | ({"next-season"} if following else set()))


def _list_stage_actions(event: Event, rows: StageRows, *, has_calendar: bool) -> set[str]:
    """Return the actions added by a running stage, such as publishing rounds that were generated."""
    stage = rows.stage
    if stage.traits.continuous:
        return {"enter-late"}
    format, places = get_format(stage.format), len(rows.places)
    running = any(row.started_at and not row.finished_at for row in rows.rounds)
    published = [row for row in rows.rounds if row.started_at]
    has_unpublished = any(row.started_at is None for row in rows.rounds)
    actions = {"match-time"}
    actions |= {"enter-late"} if format.takes_late and stage.number == 1 else set()
    if has_unpublished:
        actions |= {"plan", "calendar"} if has_calendar else {"plan"}
        actions |= {"drop-draft", "exchange"} if format.drafted else set()
        if not running and not event.paused_at and not format.is_bracket:
            actions.add("publish")
    elif format.drafted and not running:
        planned = format.rounds_planned(format.check(stage.settings, places), places)
        actions |= {"draft-round"} if len(rows.rounds) < planned else set()
    if published and not format.is_bracket and not any(_is_decided(pairing) for pairing in published[-1].pairings):
        actions.add("unpublish")
    if event.problem or (format.drafted and not running):
        actions.add("end-stage")
    return actions


def _is_decided(pairing: PairingRow) -> bool:
    """Return whether a game has a result that did not follow from a withdrawal alone."""
    return pairing.kind == PairingKind.GAME and pairing.counted_at is not None and pairing.reason != "withdrawn"
