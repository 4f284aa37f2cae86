"""Logs of arenas and ladders: conversion of their steps to stored data and back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from league.events.models import Side, Stage, Step
from league.formats.arena import state as arena
from league.formats.arena.state import Arena
from league.formats.arena.state import arena as fold_arena
from league.formats.ladder import state as ladder
from league.formats.ladder.state import Ladder
from league.formats.ladder.state import ladder as fold_ladder
from league.formats.protocol import Place
from league.formats.registry import CONTINUOUS
from league.standings.history import Changed
from league.standings.rows import StageRows

AnyStep = arena.Step | ladder.Step
PAIRING = "pairing"
"""Key of the id of the step's pairing, next to the step's own fields."""
BySide = dict[int, list[tuple[int | None, int]]]
"""(entrant, half points) of each side, by pairing id."""
OVERTURNED = "overturned"
StepRow = tuple[str, dict[str, Any], datetime]
"""Kind, data and time of a step."""


def data_of(step: AnyStep, pairing: int | None = None) -> tuple[str, dict[str, Any]]:
    """Return a step's kind and data, with the id of its pairing.

    >>> from datetime import UTC
    >>> data_of(ladder.Joined(7, datetime(2026, 3, 1, tzinfo=UTC)))
    ('joined', {'entrant': 7})
    """
    data = {field.name: getattr(step, field.name) for field in fields(step) if field.name != "at"}
    if pairing is not None:
        data[PAIRING] = pairing
    return type(step).__name__.lower(), data


def step_of(format: str, kind: str, data: Mapping[str, Any], at: datetime) -> AnyStep | None:
    """Return the format's step; None for an entry that only records passed time."""
    made = next((one for one in CONTINUOUS[format].steps if one.__name__.lower() == kind), None)
    if made is None:
        return None
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    values.pop(PAIRING, None)
    step: AnyStep = made(**values, at=at)
    return step


def with_result(step: AnyStep, sides: Sequence[tuple[int | None, int]]) -> AnyStep:
    """Return a result step with an overridden result. `sides` are (entrant, half points) of its pairing."""
    if isinstance(step, arena.Ended):
        return replace(step, halves=(sides[0][1], sides[1][1]))
    if isinstance(step, ladder.Played):
        made = dict(sides)
        return replace(step, halves=(made[step.challenger], made[step.challenged]))
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
        return CONTINUOUS[self.format].is_open(self.settings, self.steps, at)

    def is_over(self, at: datetime) -> bool:
        return CONTINUOUS[self.format].is_over(self.settings, self.steps, at)

    def arena(self, at: datetime) -> Arena:
        return fold_arena(self.settings, self.steps, at)

    def ladder(self, at: datetime) -> Ladder:
        return fold_ladder(self.settings, self.steps, at)


def log_of(stage: Stage) -> Log:
    """Return the log of a started stage, with overridden results applied, in two queries."""
    rows = Side.objects.filter(round__stage=stage, pairing__reason=OVERTURNED, pairing__counted_at__isnull=False)
    ruled: BySide = {}
    for pairing, entrant, halves in rows.order_by("pairing", "number").values_list("pairing", "entrant", "halves"):
        ruled.setdefault(pairing, []).append((entrant, halves or 0))
    return _log(stage, _steps([stage])[stage.pk], ruled)


def logs_of(stages: Collection[StageRows], *, changed: Changed | None = None) -> dict[int, Log]:
    """Return the logs of several started stages by stage, in one query."""
    steps = _steps([rows.stage for rows in stages])
    return {rows.stage.pk: _log(rows.stage, steps[rows.stage.pk], _ruled(rows, changed or {})) for rows in stages}


def logs_around(rows: StageRows, changed: Changed) -> tuple[Log, Log]:
    """Return the log of a started stage as recorded and with changed results, in one query."""
    stage, steps = rows.stage, _steps([rows.stage])[rows.stage.pk]
    return _log(stage, steps, _ruled(rows, {})), _log(stage, steps, _ruled(rows, changed))


def _steps(stages: Collection[Stage]) -> dict[int, list[StepRow]]:
    found: dict[int, list[StepRow]] = {stage.pk: [] for stage in stages}
    rows = Step.objects.filter(stage__in=list(found)).order_by("number")
    for stage, kind, data, at in rows.values_list("stage", "kind", "data", "at"):
        found[stage].append((kind, data, at))
    return found


def _log(stage: Stage, rows: Sequence[StepRow], ruled: BySide) -> Log:
    steps = []
    for kind, data, at in rows:
        step = step_of(stage.format, kind, data, at)
        if step is not None:
            pairing = data.get(PAIRING)
            steps.append(with_result(step, ruled[pairing]) if pairing in ruled else step)
    assert stage.started_at is not None
    known_at = stage.finished_at or (rows[-1][2] if rows else stage.started_at)
    settings = CONTINUOUS[stage.format].check(stage.settings, max(2, stage.size))
    return Log(stage.format, settings, tuple(steps), known_at)


def moment_of(stage: Stage, at: datetime) -> datetime:
    """Return `Log.moment` without reading the log."""
    last = stage.steps.order_by("-number").values_list("at", flat=True).first()
    return max(at, last or at, stage.finished_at or at)


def places_in(log: Log) -> tuple[Place, ...]:
    """Return the standings at the end of the log."""
    return CONTINUOUS[log.format].standings(log.settings, log.steps, log.known_at)


def _ruled(rows: StageRows, changed: Changed) -> BySide:
    """Return the sides of pairings whose result differs from the log."""
    pairings = [one for row in rows.rounds for one in row.pairings]
    overturned = [one for one in pairings if one.counted_at and one.reason == OVERTURNED]
    made: dict[int, Sequence[int | None]] = {one.id: [side.halves for side in one.sides] for one in overturned}
    made |= {pairing: result.halves for pairing, result in changed.items()}
    return {
        one.id: [(side.entrant, halves or 0) for side, halves in zip(one.sides, made[one.id], strict=True)]
        for one in pairings
        if one.id in made
    }
