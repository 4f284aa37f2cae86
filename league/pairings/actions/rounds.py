"""Rounds of an event: generating, changing, publishing, scheduling and pausing."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event, lock_managed, log_action
from league.events.models import BEFORE_START, Event, EventStatus, Round, Side, Stage
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import keys_with
from league.formats.season.calendar import parse_calendar
from league.formats.settings import BadSetting
from league.pairings.actions.brackets import open_playable_matches
from league.pairings.actions.pairing_generation import Inputs, add_rounds, date_rounds, generate_next_round, get_inputs
from league.pairings.actions.progression import advance_event, check_running, publish_round
from league.pairings.queries.due import HELD_FOR_REVIEW
from league.pairings.queries.pairing_exclusions import list_swap_faults
from matches.errors import ActionError


def create_next_round(*, event_id: int, at: datetime, by: int | None = None) -> int | None:
    """Generate the next round of a format that pairs by results; return its number, None if the stage is over.

    Pairing may take seconds, so it runs before the event is locked. If the event has changed by then, nothing is
    written and ActionError is raised.
    """
    rows = Stage.objects.filter(event=event_id, event__status=EventStatus.RUNNING, finished_at=None)
    stage = rows.filter(started_at__isnull=False).order_by("number").first()
    if stage is None:
        raise ActionError("not-running", _("This event is not running."))
    if stage.traits.continuous:
        raise ActionError("no-rounds", _("Arenas and ladders have no rounds. Their matches are created automatically."))
    inputs, pairings = generate_next_round(stage)
    return _save_next_round(event_id, stage.pk, inputs, pairings, by, at)


@transaction.atomic
def _save_next_round(
    event_id: int, stage_id: int, inputs: Inputs, pairings: Sequence[Drawn] | None, by: int | None, at: datetime
) -> int | None:
    event = lock_event(event_id) if by is None else lock_managed(event_id, by)
    check_running(event)
    stage = Stage.objects.get(pk=stage_id)
    if stage.finished_at or get_inputs(stage) != inputs:
        raise ActionError("changed", _("A result or an entrant changed during pairing. Generate the pairings again."))
    if pairings is None:
        advance_event(event, at, no_more_rounds=True)
        return None
    row = add_rounds(stage, [pairings])[0]
    if by is not None:
        log_action(event, by, "round.drafted", after={"round": row.number}, at=at)
    announce(event_id)
    return row.number


@transaction.atomic
def discard_round(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Discard an unpublished round so that it can be generated again."""
    event = lock_managed(event_id, by)
    row = _get_unpublished_round(event, number)
    if row.stage.traits.fixed:
        raise ActionError("fixed", _("All rounds of this format are generated together, so this one can't be discarded."))
    log_action(event, by, "round.dropped", before={"round": number}, at=at)
    row.delete()


@transaction.atomic
def swap_entrants(
    *, event_id: int, number: int, one_id: int, other_id: int, by: int, at: datetime, anyway: bool = False
) -> None:
    """Swap two entrants in an unpublished round.

    Raises ActionError if a new pair has met before or is excluded, unless `anyway`.
    """
    event = lock_managed(event_id, by)
    row = _get_unpublished_round(event, number)
    sides = {
        side.entrant_id: side
        for side in Side.objects.select_for_update(of=("self",)).filter(round=row).select_related("entrant__player")
    }
    if one_id == other_id or not {one_id, other_id} <= sides.keys():
        raise ActionError("not-in-round", _("Choose two entrants of this round."), "other_id")
    first, second = sides[one_id], sides[other_id]
    names: list[Json] = [str(side.entrant.player.log_name) for side in (first, second) if side.entrant]
    faults = list_swap_faults(row, one_id, other_id)
    if faults and not anyway:
        raise ActionError(
            "bad-pair", _("{faults} To swap them anyway, select “Swap anyway”.", faults=" ".join(faults)), "anyway"
        )
    row.update(swaps=[*(row.swaps or []), [one_id, other_id]])
    log_action(event, by, "round.exchanged", after={"round": number, "exchanged": names}, at=at)
    Side.objects.filter(pk=first.pk).update(entrant=None)
    Side.objects.filter(pk=second.pk).update(entrant=one_id)
    Side.objects.filter(pk=first.pk).update(entrant=other_id)


@transaction.atomic
def publish_round_manually(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Publish a round by hand. The number ensures that two simultaneous requests start only one round."""
    event = lock_managed(event_id, by)
    publish_round(event, _get_unpublished_round(event, number), at)
    log_action(event, by, "round.published", after={"round": number}, at=at)
    advance_event(event, at)


@transaction.atomic
def finish_stage(*, event_id: int, by: int, at: datetime) -> None:
    """End the running stage after the rounds played so far; nothing may be open in it."""
    event = lock_managed(event_id, by)
    check_running(event)
    if event.rounds.filter(started_at__isnull=False, finished_at=None).exists():
        raise ActionError("round-running", _("A round is still being played. Wait until it has finished."))
    log_action(event, by, "stage.ended", {"trouble": event.problem}, at=at)
    event.update(problem="")
    advance_event(event, at, no_more_rounds=True)


@transaction.atomic
def schedule_round(*, event_id: int, number: int, starts_at: datetime | None, by: int, at: datetime) -> None:
    """Set when a round starts automatically once the previous one has finished. None: by the event's settings."""
    event = lock_managed(event_id, by)
    row = _get_unpublished_round(event, number)
    if starts_at is not None and starts_at <= at:
        raise ActionError("in-the-past", _("Choose a time in the future."), "starts_at")
    before, after = (moment.isoformat() if moment else None for moment in (row.starts_at, starts_at))
    log_action(event, by, "round.planned", {"round": number, "starts_at": before}, {"round": number, "starts_at": after}, at=at)
    row.update(starts_at=starts_at)
    event.update(next_round_at=None)
    advance_event(event, at)


@transaction.atomic
def open_due_bracket_matches(*, event_id: int, at: datetime) -> None:
    """Open the matches of a bracket whose planned time has come."""
    event = lock_event(event_id)
    if event.status == EventStatus.RUNNING:
        open_playable_matches(event, at)


@transaction.atomic
def pause_event(*, event_id: int, by: int, at: datetime) -> None:
    """Prevent new rounds and matches from starting. Open and running matches continue."""
    event = lock_managed(event_id, by)
    check_running(event)
    if event.paused_at is None:
        log_action(event, by, "event.paused", at=at)
    event.update(paused_at=event.paused_at or at, next_round_at=None)
    Event.objects.filter(boards_of=event).update(paused_at=event.paused_at)


@transaction.atomic
def resume_event(*, event_id: int, by: int, at: datetime) -> None:
    """End the pause and start what is due."""
    event = lock_managed(event_id, by)
    check_running(event)
    if event.paused_at is None:
        raise ActionError("not-paused", _("The event is not paused."))
    log_action(event, by, "event.resumed", at=at)
    Event.objects.filter(boards_of=event).update(paused_at=None)
    event.update(paused_at=None, problem="" if event.problem == HELD_FOR_REVIEW else event.problem)
    open_playable_matches(event, at)
    advance_event(event, at)


def _get_unpublished_round(event: Event, number: int) -> Round:
    row = event.rounds.select_related("stage").filter(number=number).first()
    check_running(event)
    if row is None:
        raise ActionError("not-found", _("Round not found in this event."))
    if row.started_at:
        raise ActionError("already-started", _("{round} has already started.", round=row.name))
    return row


@transaction.atomic
def set_calendar(
    *, event_id: int, by: int, at: datetime, first: datetime | None, days_between: int, blackouts: Sequence[str] = ()
) -> None:
    """Date a season's future rounds, beginning at `first`; None removes all dates.

    Each then starts automatically once the previous one has finished. Before the event starts, the calendar is only
    stored.
    """
    event = lock_managed(event_id, by)
    stage = event.stages.filter(format__in=keys_with("calendar"), finished_at=None).order_by("number").first()
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise ActionError("no-calendar", _("Only a season that hasn't finished has a calendar."))
    if first is not None and first <= at:
        raise ActionError("in-the-past", _("Choose a time in the future."), "first")
    before: Json = stage.settings.pop("calendar", None)
    try:
        if first is not None:
            data = {"first": first.isoformat(), "days_between": days_between, "blackouts": list(blackouts)}
            calendar = parse_calendar(data)
            stage.settings["calendar"] = calendar.dump() if calendar else None
        log_action(event, by, "season.calendar", {"calendar": before}, {"calendar": stage.settings.get("calendar")}, at=at)
        stage.save(update_fields=["settings"])
        if stage.started_at:
            date_rounds(stage, list(stage.rounds.filter(started_at=None).order_by("number")))
            event.update(next_round_at=None)
            advance_event(event, at)
        else:
            stage.traits.check(stage.settings, stage.takes or event.max_entrants)
    except BadSetting as error:
        raise ActionError("bad-setting", error.sentence, "first" if error.field == "start" else error.field) from error
