"""Steps of the formats without rounds as data, and back. It fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from league.formats.arena import state as arena
from league.formats.ladder import state as ladder
from league.formats.registry import CONTINUOUS

AnyStep = arena.Step | ladder.Step
PAIRING = "pairing"
"""The id of the pairing that a step is about; beside the step's own fields."""


def data_of(step: AnyStep, pairing: int | None = None) -> tuple[str, dict[str, Any]]:
    """
    >>> from datetime import UTC
    >>> data_of(ladder.Joined(7, datetime(2026, 3, 1, tzinfo=UTC)))
    ('joined', {'entrant': 7})
    """
    data = {field.name: getattr(step, field.name) for field in fields(step) if field.name != "at"}
    if pairing is not None:
        data[PAIRING] = pairing
    return type(step).__name__.lower(), data


def step_of(format: str, kind: str, data: Mapping[str, Any], at: datetime) -> AnyStep | None:
    """The format's step; None for an entry that only says that time has passed."""
    made = next((one for one in CONTINUOUS[format].steps if one.__name__.lower() == kind), None)
    if made is None:
        return None
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    given.pop(PAIRING, None)
    step: AnyStep = made(**given, at=at)
    return step


def with_result(step: AnyStep, sides: Sequence[tuple[int | None, int]]) -> AnyStep:
    """A result as a ruling has changed it. `sides` are (entrant, half points) of its pairing."""
    if isinstance(step, arena.Ended):
        return replace(step, halves=(sides[0][1], sides[1][1]))
    if isinstance(step, ladder.Played):
        made = dict(sides)
        return replace(step, halves=(made[step.challenger], made[step.challenged]))
    return step
