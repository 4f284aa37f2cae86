"""Arenas and ladders as their logs tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import Q

from league.events.formats.arena.state import Arena
from league.events.formats.arena.state import Settings as ArenaSettings
from league.events.formats.arena.state import arena as fold_arena
from league.events.formats.arena.steps import Step as ArenaStep
from league.events.formats.ladder.state import Ladder
from league.events.formats.ladder.state import Settings as LadderSettings
from league.events.formats.ladder.state import ladder as fold_ladder
from league.events.formats.ladder.steps import Step as LadderStep
from league.events.formats.protocol import Place
from league.events.formats.registry import CONTINUOUS
from league.events.models import Side, Stage
from league.events.rules.steps import PAIRING, AnyStep, step_of, with_result

Changed = Mapping[int, Sequence[int]]
"""Half points by side, by pairing id, to be read in place of those that stand."""


@dataclass(frozen=True, slots=True)
class Log:
    """The steps of a stage, oldest first. `known_at` is the moment up to which it tells what happened."""

    format: str
    settings: Any
    steps: tuple[AnyStep, ...]
    known_at: datetime

    def moment(self, at: datetime) -> datetime:
        """`at`, but never before the last entry: clocks of two machines may differ a little."""
        return max(at, self.known_at)

    def arena(self, at: datetime) -> Arena:
        return fold_arena(cast("ArenaSettings", self.settings), cast("tuple[ArenaStep, ...]", self.steps), at)

    def ladder(self, at: datetime) -> Ladder:
        return fold_ladder(cast("LadderSettings", self.settings), cast("tuple[LadderStep, ...]", self.steps), at)


def log_of(stage: Stage, *, changed: Changed | None = None) -> Log:
    """The log of a stage that has begun, in two queries. Results that were overturned are as ruled."""
    rows = list(stage.steps.order_by("number").values_list("kind", "data", "at"))
    ruled = _ruled(stage, changed or {})
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
    """`Log.moment`, without reading the log."""
    last = stage.steps.order_by("-number").values_list("at", flat=True).first()
    return max(at, last or at, stage.finished_at or at)


def places_of(stage: Stage, *, changed: Changed | None = None) -> tuple[Place, ...]:
    """The standings as far as the log tells."""
    log = log_of(stage, changed=changed)
    return CONTINUOUS[stage.format].standings(log.settings, log.steps, log.known_at)


def _ruled(stage: Stage, changed: Changed) -> dict[int, list[tuple[int | None, int]]]:
    """(entrant, half points) of the sides of pairings whose result is another than the log tells."""
    found: dict[int, list[tuple[int | None, int]]] = {}
    rows = Side.objects.filter(round__stage=stage).filter(
        Q(pairing__reason="overturned", pairing__counted_at__isnull=False) | Q(pairing__in=list(changed))
    )
    for pairing, number, entrant, halves in rows.order_by("pairing", "number").values_list(
        "pairing", "number", "entrant", "halves"
    ):
        made = changed[pairing][number] if pairing in changed else halves
        found.setdefault(pairing, []).append((entrant, made or 0))
    return found
