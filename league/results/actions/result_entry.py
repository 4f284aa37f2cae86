"""Results entered by staff, for games played elsewhere and forfeits: single results or whole rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import join, translate as _, translate_in
from league.events.actions.event_lifecycle import log_action, log_actions
from league.events.models import Event, EventStatus, Pairing, Round, SeriesMatch, Side, Stage
from league.events.queries import SCORE
from league.events.rulings import ENTERED, FORFEITED, EnteredRow, ResultRow, check_rows, parse_result_row
from league.pairings.actions.continuous_pairing import log_result
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.ratings.actions.rating_updates import override_ranks
from league.ratings.models import RatedMatch
from league.results.actions.match_payouts import revoke_payments
from league.results.actions.result_overrides import (
    SavedResult,
    check_play_off,
    clear_outdated_pairings,
    clear_result,
    describe_pairing,
    lock_pairing,
    lock_refereed_event,
    release_matches,
    reopen_match,
    resume_stage,
    save_results,
)
from league.results.actions.results import record_entered_results
from matches.actions.endings import record_staff_results
from matches.errors import ActionError
from matches.models import RUNNING, Status

BEING_PLAYED = (*RUNNING, Status.REVIEW, Status.CLOSED)
"""Statuses of a match that decides its pairing by itself."""


@transaction.atomic
def enter_results(*, event_id: int, number: int, results: Sequence[ResultRow], by: int, at: datetime) -> int:
    """Enter results of a published round and return how many. Raises ActionError with every invalid row.

    If a row is invalid, nothing is saved. Existing results must be overridden instead (`override_result`).
    """
    event = lock_refereed_event(event_id, by, SCORE)
    row = _get_published_round(event, number)
    if event.teams is not None:
        raise ActionError("teams", _("Team matches are decided by their boards. Enter the results of the boards."), "number")
    check_rows(results)
    rows = row.pairings.select_for_update(of=("self",)).filter(pk__in=[result["pairing_id"] for result in results])
    rows = rows.order_by("pk").prefetch_related("sides__entrant__player", "series__match")
    boards = {pairing.pk: pairing for pairing in rows}
    checked: list[tuple[Pairing, EnteredRow]] = []
    problems: list[tuple[int, ActionError]] = []
    for result in results:
        try:
            checked.append(_check_row(boards.get(result["pairing_id"]), row, result))
        except ActionError as error:
            problems.append((result["pairing_id"], error))
    if problems:
        raise _combine(results, boards, problems)
    _enter_all(event, row.stage, checked, by, at)
    resume_stage(event, row.stage, at)
    return len(checked)


@transaction.atomic
def enter_agreed_result(
    *, event: Event, pairing: Pairing, row: ResultRow, by: int, at: datetime, log: Mapping[str, Json], why: str = ""
) -> None:
    """Enter a result that players or a referee agreed on. The event must be locked.

    `log` says in the activity log how it came about. Raises ActionError if the pairing can't have the result.
    """
    stage = pairing.round.stage
    _enter_all(event, stage, [_check_row(pairing, pairing.round, row)], by, at, log, why)
    resume_stage(event, stage, at)


@transaction.atomic
def remove_result(*, event_id: int, pairing_id: int, by: int, at: datetime) -> None:
    """Remove an entered result; the pairing is open again, and its match has to be played."""
    event = lock_refereed_event(event_id, by, SCORE)
    pairing = lock_pairing(event, pairing_id)
    stage = pairing.round.stage
    _check_removable(pairing, stage)
    check_play_off(pairing)
    before = describe_pairing(pairing)
    for row in pairing.series.filter(counted_at__isnull=False).select_related("match"):
        revoke_payments(event, row, at)
        override_ranks(match_id=row.match_id, ranks=(), at=at, by=by, reason=_("The entered result was removed."))
    pairing.series.all().delete()
    clear_result(pairing)
    log_action(event, by, "result.removed", before, {**before, "result": ""}, at=at)
    Round.objects.filter(pk=pairing.round_id).update(finished_at=None)
    if stage.traits.is_bracket:
        clear_outdated_pairings(stage, at)
    elif not stage.traits.fixed:
        stage.rounds.filter(started_at=None).delete()
    event.update(next_round_at=None)
    resume_stage(event, stage, at)
    reopen_match(event, pairing, at)


def _get_published_round(event: Event, number: int) -> Round:
    row = event.rounds.select_related("stage").filter(number=number).first()
    if row is None:
        raise ActionError("not-found", _("Round not found."), "number")
    if event.status not in (EventStatus.RUNNING, EventStatus.FINISHED):
        raise ActionError("not-running", _("Results can only be entered while the event is running."))
    if row.started_at is None:
        raise ActionError("not-published", _("Publish the round first."), "number")
    if row.stage.traits.continuous and not event.is_reported:
        raise ActionError("no-rounds", _("This format has no rounds. Enter the results of single matches instead."))
    return row


def _check_row(pairing: Pairing | None, row: Round, result: ResultRow) -> tuple[Pairing, EnteredRow]:
    """Return the pairing and the result to enter. Raises ActionError if the pairing can't get it now."""
    if pairing is None:
        raise ActionError("not-found", _("This pairing isn't in the round."), "pairing_id")
    sides = list(pairing.sides.all())
    if len(sides) < 2 or any(side.entrant_id is None for side in sides):
        raise ActionError("no-contest", _("This pairing doesn't have two players, so it can't have a result."), "pairing_id")
    if pairing.counted_at is not None:
        raise ActionError("has-result", _("This pairing already has a result. Override it instead."), "pairing_id")
    if any(one.counted_at is None and one.match.status in BEING_PLAYED for one in pairing.series.all()):
        raise ActionError(
            "being-played", _("This match is being played on this site. Rule on it in the referee dashboard."), "pairing_id"
        )
    stage = row.stage
    return pairing, parse_result_row(
        result, format=stage.format, settings=stage.settings, sides=len(sides), best_of=pairing.best_of,
        scored=row.event.is_scored,
    )  # fmt: skip


class BadResults(ActionError):
    """Raised if no result is saved because of invalid rows; `problems` has a sentence for each, by pairing id."""

    problems: dict[int, str]


def _combine(results: Sequence[ResultRow], boards: dict[int, Pairing], problems: list[tuple[int, ActionError]]) -> BadResults:
    """Return one error that names every invalid row, with code and field of the first."""
    positions = {item["pairing_id"]: place for place, item in enumerate(results)}
    names = {pairing_id: _("Row {number}", number=place + 1) for pairing_id, place in positions.items()}
    for pairing in boards.values():
        players = " – ".join(str(side.entrant.player) for side in pairing.sides.all() if side.entrant)
        names[pairing.pk] = _("Board {board} ({players})", board=pairing.board, players=players)
    lines = [
        translate_in("row of a round", "{row}: {problem}", row=names[pairing_id], problem=item.text)
        for pairing_id, item in problems
    ]
    pairing_id, first = problems[0]
    error = BadResults(first.code, join(lines, "\n"), f"results.{positions[pairing_id]}.{first.field or 'result'}")
    error.problems = {row: item.text for row, item in problems}
    return error


def _enter_all(
    event: Event, stage: Stage, rows: Sequence[tuple[Pairing, EnteredRow]], by: int, at: datetime,
    log: Mapping[str, Json] = {}, why: str = "",
) -> None:  # fmt: skip
    """Enter checked results. The caller then calls `resume_stage`, once for all of them."""
    played = [row for row in rows if row[1][2] and (row[0].best_of == 1 or event.is_reported)]
    closed = _close_matches(event, played, at)
    for pairing, (_result, score, _is_match_result) in rows:
        pairing.score = score
    Pairing.objects.bulk_update([pairing for pairing, _entered in rows if pairing.pk in closed], ["score"])
    others = [
        SavedResult(pairing, result, result.entered_as, score)
        for pairing, (result, score, _is_match_result) in rows
        if pairing.pk not in closed
    ]
    save_results(others, at)
    if stage.traits.continuous:
        for pairing, *_more in others:
            log_result(event, pairing, list(pairing.sides.order_by("number")), (), at)
    entered = Pairing.objects.filter(pk__in=[pairing.pk for pairing, _entered in rows]).select_related("round")
    after = {row.pk: describe_pairing(row, list(row.sides.all())) for row in entered.prefetch_related("sides__entrant__player")}
    changes = [({"result": ""}, {**after[pairing.pk], **log}) for pairing, _entered in rows]
    log_actions(event, by, "result.entered", changes, why, at=at)


def _close_matches(event: Event, rows: Sequence[tuple[Pairing, EnteredRow]], at: datetime) -> set[int]:
    """Close the pairings' matches with the results so that they count as played; return the ids of those pairings."""
    if not rows:
        return set()
    pairings = [pairing for pairing, _entered in rows]
    found = _find_open_matches(pairings)
    if lacking := [pairing for pairing in pairings if pairing.pk not in found]:
        found |= _open_matches(event, lacking, at)
    if not event.rate_entered:
        RatedMatch.objects.filter(match__in=[row.match_id for row in found.values()], counted_at=None).delete()
    series = [(found[pairing.pk], result) for pairing, (result, _score, _played) in rows if pairing.pk in found]
    ranks = {row.match_id: result.by_seat(row.first) or result.ranks for row, result in series}
    return record_entered_results(event, record_staff_results(ranks=ranks, at=at), at)


def _find_open_matches(pairings: Sequence[Pairing]) -> dict[int, SeriesMatch]:
    """Return the first open match of each pairing that has one."""
    rows = SeriesMatch.objects.filter(pairing__in=pairings, counted_at=None, match__status=Status.OPEN).order_by("-number")
    return {row.pairing_id: row for row in rows}


def _open_matches(event: Event, pairings: Sequence[Pairing], at: datetime) -> dict[int, SeriesMatch]:
    """Open matches for pairings whose matches were annulled or never opened."""
    release_matches(pairings, at)
    seated = list_entrants_by_side(pairings)
    create_due_matches(event, [DueMatch(pairing, seated[pairing.pk]) for pairing in pairings], at, notify=False)
    found = _find_open_matches(pairings)
    # the others: bots started them immediately, or a franchise lacks Gamers
    release_matches([pairing for pairing in pairings if pairing.pk not in found], at)
    return found


def _check_removable(pairing: Pairing, stage: Stage) -> None:
    entered = pairing.counted_at and pairing.reason in (ENTERED, FORFEITED)
    if not entered or pairing.overrides.filter(undone_at=None).exists():
        raise ActionError("not-entered", _("Only an entered result that hasn't been overridden can be removed."))
    later = stage.rounds.filter(started_at__isnull=False, number__gt=pairing.round.number).exists()
    following = Stage.objects.filter(event=stage.event_id, number=stage.number + 1, started_at__isnull=False)
    if stage.finished_at and following.exists():
        raise ActionError("stage-over", _("A later stage is based on this result. Override it instead."))
    if later and stage.traits.drafted:
        raise ActionError("later-round", _("A later round was paired using this result. Override it instead."))
    players = [side.entrant_id for side in pairing.sides.all() if side.entrant_id]
    decided = Side.objects.filter(
        round__stage=stage, round__number__gt=pairing.round.number, entrant__in=players,
        pairing__counted_at__isnull=False, halves__isnull=False,
    )  # fmt: skip
    if stage.traits.is_bracket and decided.exists():
        raise ActionError("later-round", _("A later match of the bracket already has a result. Override this result instead."))
