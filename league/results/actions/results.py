"""From the end of a match to the standings; each match counts once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Model, OuterRef

from league.events.actions.event_lifecycle import announce, locked
from league.events.models import OVER, EntrantStatus, Event, EventStatus, Pairing, SeriesMatch, Side
from league.formats.series import Decision, Game, next_or_decided
from league.formats.tables import points
from league.pairings.actions.brackets import reconcile
from league.pairings.actions.continuous_pairing import log_result
from league.pairings.actions.match_creation import Due, open_due
from league.pairings.actions.progression import go_on, go_on_from
from league.registration.actions.no_shows import note_missed
from league.results.actions.match_payouts import pay_match
from matches.hot_path.statements import store
from matches.models import Status
from matches.queries.spectator_delay import is_told

NO_SHOWS = ("no-show", "double-forfeit")
HEAVY = ("options", "control", "terms", "state", "behind", "asked", "clock", "turns", "lags", "credited", "ruling")
"""Large match columns that events do not need."""


class Changes:
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
def count_pairing(*, match_id: int, at: datetime) -> bool:
    """Count a closed match in its event; return whether this call did it. Safe to repeat and to run concurrently."""
    rows = Event.objects.filter(rounds__pairings__series__match=match_id)
    event = rows.select_for_update(of=("self",)).first()
    if event is None:
        return False
    row = _played(match_id, at)
    if row is None:
        return False
    row.halves, row.counted_at = row.by_side(points(row.match.ranks or ())), at
    changes = Changes()
    changes.note(row, "halves", "counted_at")
    if row.pairing.counted_at is None:
        _count(event, row, changes, at)
    changes.store()
    pay_match(event, row, at)
    announce(event.pk)
    return True


@transaction.atomic
def advance(*, event_id: int, at: datetime) -> None:
    """Finish everything that is complete, and go on. Idempotent."""
    go_on(locked(event_id), at)


def _played(match_id: int, at: datetime) -> SeriesMatch | None:
    """Return an uncounted match of a locked event, with its pairing, `others` and `stage_open`.

    `others`: other matches of the round are open; `stage_open`: any of the stage. None while the match is running or
    its end is hidden by the spectator delay, because standings are public.
    """
    others = Pairing.objects.exclude(pk=OuterRef("pairing")).filter(counted_at=None, needed=True)
    rows = SeriesMatch.objects.select_related("pairing__round__stage", "match").defer(
        *(f"match__{one}" for one in HEAVY)
    )
    rows = rows.annotate(
        others=Exists(others.filter(round=OuterRef("pairing__round"))),
        stage_open=Exists(others.filter(round__stage=OuterRef("pairing__round__stage"))),
    )
    row = rows.filter(match=match_id, counted_at=None).first()
    if row is None or row.match.status != Status.CLOSED or row.match.ranks is None:
        return None
    return row if is_told(row.match, at) else None


def _count(event: Event, row: SeriesMatch, changes: Changes, at: datetime) -> None:
    """Decide the pairing by its matches so far, or open the next match of its series."""
    pairing, stage = row.pairing, row.pairing.round.stage
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    entrants = [side.entrant for side in sides if side.entrant]
    seeds = [one.seed or 0 for one in entrants]
    ranks = row.by_side(row.match.ranks or ())
    came = row.was_played  # if the match never began, only its winner appeared
    absent = [side.entrant_id for side in sides if side.entrant_id and not came and ranks[side.number] != 1]
    if absent and row.match.reason in NO_SHOWS:
        there = [side.entrant for side in sides if side.entrant and side.entrant.status == EntrantStatus.ENTERED]
        note_missed(event, [one.player_id for one in there if one.pk in absent], at, pairing)
    before = [] if row.number == 1 else row.pairing.series.exclude(counted_at=None)
    series = sorted((*before, row), key=lambda one: one.number)
    played = [Game(tuple(one.halves or ()), one.first) for one in series]
    decided = next_or_decided(stage.format, stage.settings, played, pairing.best_of, seeds)
    if not isinstance(decided, Decision):
        changes.store()
        if event.status not in OVER:
            open_due(event, [Due(pairing, entrants, len(played) + 1, decided)], at)
        return
    _decide(row, sides, decided, changes, at)
    round_over = event.status == EventStatus.RUNNING and not vars(row)["others"]
    if round_over:
        pairing.round.finished_at = at
        changes.note(pairing.round, "finished_at")
    changes.store()
    settled = stage.traits.is_bracket and event.status not in OVER and reconcile(event, stage, at)
    if stage.traits.continuous:
        log_result(event, pairing, sides, absent, at)
    if not round_over:
        return
    if settled or stage.finished_at is not None or stage.traits.continuous:  # this result has ended more
        go_on(event, at)
    elif not stage.traits.is_bracket or not vars(row)["stage_open"]:
        go_on_from(event, stage, at)


def _decide(row: SeriesMatch, sides: Sequence[Side], decided: Decision, changes: Changes, at: datetime) -> None:
    pairing = row.pairing
    pairing.counted_at, pairing.reason, pairing.through = at, row.match.reason, decided.through
    pairing.forfeit = not row.was_played
    changes.note(pairing, "counted_at", "reason", "through", "forfeit")
    stage, ranks = pairing.round.stage, tuple(row.by_side(row.match.ranks or ()))
    made = stage.traits.worth(stage.settings, decided.halves, ranks, forfeit=pairing.forfeit)
    for side in sides:
        side.halves = made[side.number]
        changes.note(side, "halves")
