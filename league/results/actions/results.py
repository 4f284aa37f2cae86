"""From the end of a match to the standings; each match counts once."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

from league.events.actions.event_lifecycle import announce, lock_event
from league.events.models import OVER, EntrantStatus, Event, EventStatus, Pairing, SeriesMatch, Side
from league.formats.series import Decision, Game, continue_or_decide
from league.formats.tables import score_ranks
from league.pairings.actions.brackets import reconcile_bracket
from league.pairings.actions.continuous_pairing import log_result
from league.pairings.actions.match_creation import DueMatch, create_due_matches
from league.pairings.actions.progression import advance_event, advance_stage, announce_standings
from league.registration.actions.no_shows import record_no_shows
from league.results.actions.match_payouts import pay_match
from league.teams.actions.changes import mark_board_changed
from matches.hot_path.statements import store
from matches.models import Status
from matches.queries.spectator_delay import is_end_public

NO_SHOW_REASONS = ("no-show", "double-forfeit")
DEFERRED = ("options", "control", "terms", "state", "behind", "asked", "clock", "turns", "lags", "credited", "ruling")
"""Large match columns that events do not need."""


class BatchUpdates:
    """Batched model updates by field. Each row must always be passed as the same object."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Model, set[str]]] = {}

    def note(self, row: Model, *names: str) -> None:
        """Record that these fields of the row, by attribute name (`entrant_id`), have to be stored."""
        self._rows.setdefault(id(row), (row, set()))[1].update(names)

    def store(self) -> None:
        """Store everything recorded since the last call. Queries before that don't see the changes."""
        changes = [(row, tuple(sorted(names))) for row, names in self._rows.values()]
        self._rows.clear()
        if changes:
            store(changes, ())


@transaction.atomic
def record_result(*, match_id: int, at: datetime) -> bool:
    """Count a closed match in its event; return whether this call did it. Safe to repeat and to run concurrently."""
    rows = Event.objects.filter(rounds__pairings__series__match=match_id)
    event = rows.select_for_update(of=("self",)).first()
    if event is None:
        return False
    row = _find_uncounted_match(match_id, at)
    if row is None:
        return False
    row.halves, row.counted_at = row.by_side(score_ranks(row.match.ranks or ())), at
    changes = BatchUpdates()
    changes.note(row, "halves", "counted_at")
    if row.pairing.counted_at is None:
        _count_match(event, row, changes, at)
    changes.store()
    pay_match(event, row, at)
    mark_board_changed(event, row.pairing_id)
    announce(event.pk)
    return True


def record_entered_results(event: Event, match_ids: Collection[int], at: datetime) -> set[int]:
    """Count matches of the locked event that staff's results have closed; return the ids of their pairings.

    The caller then goes on with the event (`resume_stage`), once for all of them.
    """
    changes = BatchUpdates()
    closed = _list_matches().filter(match__in=match_ids, counted_at=None, match__status=Status.CLOSED).order_by("pk")
    rows = list(closed.prefetch_related("pairing__sides__entrant__player", "pairing__series"))
    for row in rows:
        row.halves, row.counted_at = row.by_side(score_ranks(row.match.ranks or ())), at
        changes.note(row, "halves", "counted_at")
        sides = list(row.pairing.sides.all())
        others = [other for other in row.pairing.series.all() if other.pk != row.pk]
        if row.pairing.counted_at is None and (counted := _list_counted(event, row, others)) is not None:
            _decide_or_continue(event, row, sides, counted, changes, at)
    changes.store()
    for row in rows:
        pay_match(event, row, at)
        if row.pairing.round.stage.traits.continuous:
            log_result(event, row.pairing, list(row.pairing.sides.all()), (), at)
    return {row.pairing_id for row in rows}


@transaction.atomic
def advance_stalled_event(*, event_id: int, at: datetime) -> None:
    """Finish everything that is complete, and go on. Idempotent."""
    advance_event(lock_event(event_id), at)


def _find_uncounted_match(match_id: int, at: datetime) -> SeriesMatch | None:
    """Return an uncounted match of a locked event, with its pairing, `others` and `stage_open`.

    `others`: other matches of the round are open; `stage_open`: any of the stage. None while the match is running or
    its end is hidden by the spectator delay, because standings are public.
    """
    others = Pairing.objects.exclude(pk=OuterRef("pairing")).filter(counted_at=None, needed=True)
    rows = _list_matches().annotate(
        others=Exists(others.filter(round=OuterRef("pairing__round"))),
        stage_open=Exists(others.filter(round__stage=OuterRef("pairing__round__stage"))),
    )
    row = rows.filter(match=match_id, counted_at=None).first()
    if row is None or row.match.status != Status.CLOSED or row.match.ranks is None:
        return None
    return row if is_end_public(row.match, at) else None


def _list_matches() -> QuerySet[SeriesMatch]:
    rows = SeriesMatch.objects.select_related("pairing__round__stage", "match")
    return rows.defer(*(f"match__{name}" for name in DEFERRED))


def _count_match(event: Event, row: SeriesMatch, changes: BatchUpdates, at: datetime) -> None:
    """Decide the pairing by its matches so far, or open the next match of its series.

    A duplicate counts when both of its matches have ended.
    """
    pairing, stage = row.pairing, row.pairing.round.stage
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    absent = _find_absent(event, row, sides, at)
    others = [] if row.number == 1 and not event.duplicate else list(pairing.series.exclude(pk=row.pk))
    counted = _list_counted(event, row, others)
    if counted is None or not _decide_or_continue(event, row, sides, counted, changes, at):
        return
    round_over = event.status == EventStatus.RUNNING and not vars(row)["others"]
    if round_over:
        pairing.round.finished_at = at
        changes.note(pairing.round, "finished_at")
    changes.store()
    if round_over and not stage.traits.continuous:
        announce_standings(event, pairing.round, at)
    bracket_changed = stage.traits.is_bracket and event.status not in OVER and reconcile_bracket(event, stage, at)
    if stage.traits.continuous:
        log_result(event, pairing, sides, absent, at)
    if not round_over:
        return
    if bracket_changed or stage.finished_at is not None or stage.traits.continuous:  # this result has ended more
        advance_event(event, at)
    elif not stage.traits.is_bracket or not vars(row)["stage_open"]:
        advance_stage(event, stage, at)


def _decide_or_continue(
    event: Event, row: SeriesMatch, sides: Sequence[Side], counted: Sequence[SeriesMatch], changes: BatchUpdates, at: datetime
) -> bool:
    """Decide the pairing by its `counted` matches and return True, or open the next match of its series."""
    pairing, stage = row.pairing, row.pairing.round.stage
    entrants = [side.entrant for side in sides if side.entrant]
    games = [Game(tuple(item.halves or ()), item.first) for item in counted]
    best_of = 1 if event.is_reported else pairing.best_of  # A series that is played elsewhere is reported as a whole.
    decision = continue_or_decide(stage.format, stage.settings, games, best_of, [item.seed or 0 for item in entrants])
    if isinstance(decision, Decision):
        _decide(row, _find_decisive_match(event, counted, row), sides, decision, changes, at)
        return True
    changes.store()
    if event.status not in OVER:
        create_due_matches(event, [DueMatch(pairing, entrants, len(games) + 1, decision)], at)
    return False


def _find_absent(event: Event, row: SeriesMatch, sides: Sequence[Side], at: datetime) -> list[int]:
    """Return the entrants who did not appear, and record their no-shows."""
    ranks = row.by_side(row.match.ranks or ())
    appeared = row.was_played  # if the match never began, only its winner appeared
    absent = [side.entrant_id for side in sides if side.entrant_id and not appeared and ranks[side.number] != 1]
    if absent and row.match.reason in NO_SHOW_REASONS:
        present = [side.entrant for side in sides if side.entrant and side.entrant.status == EntrantStatus.ENTERED]
        record_no_shows(event, [item.player_id for item in present if item.pk in absent], at, row.pairing)
    return absent


def _list_counted(event: Event, row: SeriesMatch, others: Sequence[SeriesMatch]) -> list[SeriesMatch] | None:
    """Return the matches of the series so far, with this one; None while the other match of a duplicate is open."""
    if event.duplicate and any(other.counted_at is None for other in others):
        return None
    return sorted((*(other for other in others if other.counted_at), row), key=lambda item: item.number)


def _find_decisive_match(event: Event, counted: Sequence[SeriesMatch], row: SeriesMatch) -> SeriesMatch:
    """Return the match that ended last, or the other one of its duplicate if only that was begun."""
    if row.was_played or not event.duplicate:
        return row
    return next((other for other in counted[-2:] if other.was_played), row)


def _decide(
    row: SeriesMatch, last: SeriesMatch, sides: Sequence[Side], decision: Decision, changes: BatchUpdates, at: datetime
) -> None:
    pairing = row.pairing
    pairing.counted_at, pairing.reason, pairing.through = at, last.match.reason, decision.through
    pairing.forfeit = not last.was_played
    changes.note(pairing, "counted_at", "reason", "through", "forfeit")
    stage, ranks = pairing.round.stage, tuple(row.by_side(row.match.ranks or ()))
    points = stage.traits.worth(stage.settings, decision.halves, ranks, forfeit=pairing.forfeit)
    for side in sides:
        side.halves = points[side.number]
        changes.note(side, "halves")
