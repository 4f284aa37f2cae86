"""Logs of arenas and ladders: conversion of their steps to stored data and back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from league.events.models import Side, Stage, StageLogEntry
from league.formats.arena import state as arena
from league.formats.bot_ladder import state as bot_ladder
from league.formats.ladder import state as ladder
from league.formats.ladder.state import Ladder, fold_ladder
from league.formats.protocol import PairingState, TableRow
from league.formats.registry import CONTINUOUS_FORMATS
from league.standings.history import ChangedResults
from league.standings.rows import StageRows

AnyStep = arena.Step | ladder.Step | bot_ladder.Step
PAIRING_KEY = "pairing"
"""Key of the id of the step's pairing, next to the step's own fields."""
BySide = dict[int, list[tuple[int | None, int]]]
"""(entrant, half points) of each side, by pairing id."""
OVERTURNED = "overturned"
StepRow = tuple[str, dict[str, Any], datetime]
"""Kind, data and time of a step."""


def dump_step(step: AnyStep, pairing: int | None = None) -> tuple[str, dict[str, Any]]:
    """Return a step's kind and data, with the id of its pairing.

    >>> from datetime import UTC
    >>> dump_step(ladder.Joined(7, datetime(2026, 3, 1, tzinfo=UTC)))
    ('joined', {'entrant': 7})
    """
    data = {field.name: getattr(step, field.name) for field in fields(step) if field.name != "at"}
    if pairing is not None:
        data[PAIRING_KEY] = pairing
    return type(step).__name__.lower(), data


def parse_step(format: str, kind: str, data: Mapping[str, Any], at: datetime) -> AnyStep | None:
    """Return the format's step; None for an entry that only records passed time."""
    step_class = next((cls for cls in CONTINUOUS_FORMATS[format].steps if cls.__name__.lower() == kind), None)
    if step_class is None:
        return None
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    values.pop(PAIRING_KEY, None)
    step: AnyStep = step_class(**values, at=at)
    return step


def override_result(step: AnyStep, sides: Sequence[tuple[int | None, int]]) -> AnyStep:
    """Return a result step with an overridden result. `sides` are (entrant, half points) of its pairing."""
    if isinstance(step, arena.Ended):
        return replace(step, halves=(sides[0][1], sides[1][1]))
    if isinstance(step, ladder.Played):
        halves_by_entrant = dict(sides)
        return replace(step, halves=(halves_by_entrant[step.challenger], halves_by_entrant[step.challenged]))
    return step


@dataclass(frozen=True, slots=True)
class Log:
    """The steps of a stage, oldest first. `known_at` is the time up to which the log is complete."""

    format: str
    settings: Any
    steps: tuple[Any, ...]
    known_at: datetime

    def moment(self, at: datetime) -> datetime:
        """Return `at`, but not before the last entry: the clocks of two servers may differ slightly."""
        return max(at, self.known_at)

    def is_open(self, at: datetime) -> bool:
        return CONTINUOUS_FORMATS[self.format].is_open(self.settings, self.steps, at)

    def is_over(self, at: datetime) -> bool:
        return CONTINUOUS_FORMATS[self.format].is_over(self.settings, self.steps, at)

    def arena(self, at: datetime) -> PairingState:
        """Return the state of a format that pairs waiting entrants."""
        state: PairingState = CONTINUOUS_FORMATS[self.format].fold(self.settings, self.steps, at)
        return state

    def ladder(self, at: datetime) -> Ladder:
        return fold_ladder(self.settings, self.steps, at)


def load_log(stage: Stage) -> Log:
    """Return the log of a started stage, with overridden results applied, in two queries."""
    rows = Side.objects.filter(round__stage=stage, pairing__reason=OVERTURNED, pairing__counted_at__isnull=False)
    overridden: BySide = {}
    for pairing, entrant, halves in rows.order_by("pairing", "number").values_list("pairing", "entrant", "halves"):
        overridden.setdefault(pairing, []).append((entrant, halves or 0))
    return _build_log(stage, _load_steps([stage])[stage.pk], overridden)


def load_logs(stages: Collection[StageRows], *, changed: ChangedResults | None = None) -> dict[int, Log]:
    """Return the logs of several started stages by stage, in one query."""
    steps = _load_steps([rows.stage for rows in stages])
    return {
        rows.stage.pk: _build_log(rows.stage, steps[rows.stage.pk], _collect_overridden(rows, changed or {})) for rows in stages
    }


def load_logs_before_and_after(rows: StageRows, changed: ChangedResults) -> tuple[Log, Log]:
    """Return the log of a started stage as recorded and with changed results, in one query."""
    stage, steps = rows.stage, _load_steps([rows.stage])[rows.stage.pk]
    return _build_log(stage, steps, _collect_overridden(rows, {})), _build_log(stage, steps, _collect_overridden(rows, changed))


def _load_steps(stages: Collection[Stage]) -> dict[int, list[StepRow]]:
    result: dict[int, list[StepRow]] = {stage.pk: [] for stage in stages}
    rows = StageLogEntry.objects.filter(stage__in=list(result)).order_by("number")
    for stage, kind, data, at in rows.values_list("stage", "kind", "data", "at"):
        result[stage].append((kind, data, at))
    return result


def _build_log(stage: Stage, rows: Sequence[StepRow], overridden: BySide) -> Log:
    steps = []
    for kind, data, at in rows:
        step = parse_step(stage.format, kind, data, at)
        if step is not None:
            pairing = data.get(PAIRING_KEY)
            steps.append(override_result(step, overridden[pairing]) if pairing in overridden else step)
    assert stage.started_at is not None
    known_at = stage.finished_at or (rows[-1][2] if rows else stage.started_at)
    settings = CONTINUOUS_FORMATS[stage.format].check(stage.settings, max(2, stage.size))
    return Log(stage.format, settings, tuple(steps), known_at)


def get_log_moment(stage: Stage, at: datetime) -> datetime:
    """Return `Log.moment` without reading the log."""
    last = stage.steps.order_by("-number").values_list("at", flat=True).first()
    return max(at, last or at, stage.finished_at or at)


def compute_log_standings(log: Log) -> tuple[TableRow, ...]:
    """Return the standings at the end of the log."""
    return CONTINUOUS_FORMATS[log.format].standings(log.settings, log.steps, log.known_at)


def _collect_overridden(rows: StageRows, changed: ChangedResults) -> BySide:
    """Return the sides of pairings whose result differs from the log."""
    pairings = [item for row in rows.rounds for item in row.pairings]
    overturned = [item for item in pairings if item.counted_at and item.reason == OVERTURNED]
    halves_by_pairing: dict[int, Sequence[int | None]] = {item.id: [side.halves for side in item.sides] for item in overturned}
    halves_by_pairing |= {pairing: result.halves for pairing, result in changed.items()}
    return {
        item.id: [(side.entrant, halves or 0) for side, halves in zip(item.sides, halves_by_pairing[item.id], strict=True)]
        for item in pairings
        if item.id in halves_by_pairing
    }
