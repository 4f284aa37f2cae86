"""Rounds of an event: generating, changing, publishing, scheduling and pausing."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.events.actions.event_lifecycle import announce, locked, managed, note
from league.events.models import BEFORE_START, Event, EventStatus, Round, Side, Stage
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import keys_with
from league.formats.season.calendar import read_calendar
from league.formats.settings import BadSetting
from league.pairings.actions.brackets import open_known
from league.pairings.actions.pairing_generation import Basis, basis, date_rounds, pair_next, write_rounds
from league.pairings.actions.progression import check_running, go_on, publish
from league.pairings.queries.due import HELD
from league.pairings.queries.pairing_exclusions import exchange_faults
from matches.refusals import Refused


def draft_round(*, event_id: int, at: datetime, by: int | None = None) -> int | None:
    """Generate the next round of a format that pairs by results; return its number, None if the stage is over.

    Pairing may take seconds, so it runs before the event is locked. If the event has changed by then, nothing is
    written and Refused is raised.
    """
    rows = Stage.objects.filter(event=event_id, event__status=EventStatus.RUNNING, finished_at=None)
    stage = rows.filter(started_at__isnull=False).order_by("number").first()
    if stage is None:
        raise Refused("not-running", say("This event is not running."))
    if stage.traits.continuous:
        raise Refused("no-rounds", say("Arenas and ladders have no rounds. Their matches are created automatically."))
    made_from, made = pair_next(stage)
    return _keep_draft(event_id, stage.pk, made_from, made, by, at)


@transaction.atomic
def _keep_draft(
    event_id: int, stage_id: int, made_from: Basis, made: Sequence[Drawn] | None, by: int | None, at: datetime
) -> int | None:
    event = locked(event_id) if by is None else managed(event_id, by)
    check_running(event)
    stage = Stage.objects.get(pk=stage_id)
    if stage.finished_at or basis(stage) != made_from:
        raise Refused("changed", say("A result or an entrant changed during pairing. Generate the pairings again."))
    if made is None:
        go_on(event, at, paired_out=True)
        return None
    row = write_rounds(stage, [made])[0]
    if by is not None:
        note(event, by, "round.drafted", after={"round": row.number}, at=at)
    announce(event_id)
    return row.number


@transaction.atomic
def drop_draft(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Discard an unpublished round so that it can be generated again."""
    event = managed(event_id, by)
    row = _unpublished(event, number)
    if row.stage.traits.fixed:
        raise Refused("fixed", say("All rounds of this format are generated together, so this one can't be discarded."))
    note(event, by, "round.dropped", before={"round": number}, at=at)
    row.delete()


@transaction.atomic
def exchange(
    *, event_id: int, number: int, one_id: int, other_id: int, by: int, at: datetime, anyway: bool = False
) -> None:
    """Swap two entrants in an unpublished round.

    Raises Refused if a new pair has met before or is excluded, unless `anyway`.
    """
    event = managed(event_id, by)
    row = _unpublished(event, number)
    sides = {
        side.entrant_id: side
        for side in Side.objects.select_for_update(of=("self",)).filter(round=row).select_related("entrant__player")
    }
    if one_id == other_id or not {one_id, other_id} <= sides.keys():
        raise Refused("not-in-round", say("Choose two entrants of this round."), "other_id")
    first, second = sides[one_id], sides[other_id]
    names: list[Json] = [str(side.entrant.player.username) for side in (first, second) if side.entrant]
    faults = exchange_faults(row, one_id, other_id)
    if faults and not anyway:
        raise Refused(
            "bad-pair",
            say("{faults} To swap them anyway, select “Swap anyway”.", faults=" ".join(faults)),
            "anyway",
        )
    row.update(exchanged=[*(row.exchanged or []), [one_id, other_id]])
    note(event, by, "round.exchanged", after={"round": number, "exchanged": names}, at=at)
    Side.objects.filter(pk=first.pk).update(entrant=None)
    Side.objects.filter(pk=second.pk).update(entrant=one_id)
    Side.objects.filter(pk=first.pk).update(entrant=other_id)


@transaction.atomic
def start_round(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Publish a round by hand. The number ensures that two simultaneous requests start only one round."""
    event = managed(event_id, by)
    publish(event, _unpublished(event, number), at)
    note(event, by, "round.published", after={"round": number}, at=at)
    go_on(event, at)


@transaction.atomic
def finish_stage(*, event_id: int, by: int, at: datetime) -> None:
    """End the running stage after the rounds played so far; nothing may be open in it."""
    event = managed(event_id, by)
    check_running(event)
    if event.rounds.filter(started_at__isnull=False, finished_at=None).exists():
        raise Refused("round-running", say("A round is still being played. Wait until it has finished."))
    note(event, by, "stage.ended", {"trouble": event.trouble}, at=at)
    event.update(trouble="")
    go_on(event, at, paired_out=True)


@transaction.atomic
def plan_round(*, event_id: int, number: int, starts_at: datetime | None, by: int, at: datetime) -> None:
    """Set when a round starts automatically once the previous one has finished. None: by the event's settings."""
    event = managed(event_id, by)
    row = _unpublished(event, number)
    if starts_at is not None and starts_at <= at:
        raise Refused("in-the-past", say("Choose a time in the future."), "starts_at")
    was, will = (one.isoformat() if one else None for one in (row.starts_at, starts_at))
    note(event, by, "round.planned", {"round": number, "starts_at": was}, {"round": number, "starts_at": will}, at=at)
    row.update(starts_at=starts_at)
    event.update(next_round_at=None)
    go_on(event, at)


@transaction.atomic
def open_due_places(*, event_id: int, at: datetime) -> None:
    """Open the matches of a bracket whose planned time has come."""
    event = locked(event_id)
    if event.status == EventStatus.RUNNING:
        open_known(event, at)


@transaction.atomic
def pause(*, event_id: int, by: int, at: datetime) -> None:
    """Prevent new rounds and matches from starting. Open and running matches continue."""
    event = managed(event_id, by)
    check_running(event)
    if event.paused_at is None:
        note(event, by, "event.paused", at=at)
    event.update(paused_at=event.paused_at or at, next_round_at=None)


@transaction.atomic
def resume(*, event_id: int, by: int, at: datetime) -> None:
    """End the pause and start what is due."""
    event = managed(event_id, by)
    check_running(event)
    if event.paused_at is None:
        raise Refused("not-paused", say("The event is not paused."))
    note(event, by, "event.resumed", at=at)
    event.update(paused_at=None, trouble="" if event.trouble == HELD else event.trouble)
    open_known(event, at)
    go_on(event, at)


def _unpublished(event: Event, number: int) -> Round:
    row = event.rounds.select_related("stage").filter(number=number).first()
    check_running(event)
    if row is None:
        raise Refused("not-found", say("Round not found in this event."))
    if row.started_at:
        raise Refused("already-started", say("{round} has already started.", round=row.name))
    return row


@transaction.atomic
def set_calendar(
    *, event_id: int, by: int, at: datetime, first: datetime | None, days_between: int, blackouts: Sequence[str] = ()
) -> None:
    """Date a season's future rounds, beginning at `first`; None removes all dates.

    Each then starts automatically once the previous one has finished. Before the event starts, the calendar is only
    stored.
    """
    event = managed(event_id, by)
    stage = event.stages.filter(format__in=keys_with("calendar"), finished_at=None).order_by("number").first()
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("no-calendar", say("Only a season that hasn't finished has a calendar."))
    if first is not None and first <= at:
        raise Refused("in-the-past", say("Choose a time in the future."), "first")
    was: Json = stage.settings.pop("calendar", None)
    try:
        if first is not None:
            days = {"first": first.isoformat(), "days_between": days_between, "blackouts": list(blackouts)}
            calendar = read_calendar(days)
            stage.settings["calendar"] = calendar.dump() if calendar else None
        note(event, by, "season.calendar", {"calendar": was}, {"calendar": stage.settings.get("calendar")}, at=at)
        stage.save(update_fields=["settings"])
        if stage.started_at:
            date_rounds(stage, list(stage.rounds.filter(started_at=None).order_by("number")))
            event.update(next_round_at=None)
            go_on(event, at)
        else:
            stage.traits.check(stage.settings, stage.takes or event.max_entrants)
    except BadSetting as bad:
        raise Refused("bad-setting", bad.sentence, "first" if bad.field == "start" else bad.field) from bad
