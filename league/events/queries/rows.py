"""A stage as it lies in the database, read whole in few queries however large it is.

Rows are tuples, which are quick to make by the thousand, and equal where everything in them is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from league.events.models import Pairing, Round, Side, Stage, StagePlace


class PlaceRow(NamedTuple):
    entrant: int
    seed: int
    joined: int
    left: int | None
    rating: float | None
    byes: Mapping[str, int]


class SideRow(NamedTuple):
    entrant: int | None
    nobody: bool
    halves: int | None


class PairingRow(NamedTuple):
    id: int
    board: int
    kind: str
    key: str
    best_of: int
    needed: bool
    fixed: bool
    forfeit: bool
    reason: str
    through: int | None
    counted_at: datetime | None
    sides: tuple[SideRow, ...]


class RoundRow(NamedTuple):
    id: int
    number: int
    label: str
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    pairings: tuple[PairingRow, ...]


@dataclass(frozen=True, slots=True)
class StageRows:
    """`before` is the number of the event's rounds before the stage's first. `places` stand by seed."""

    stage: Stage
    before: int
    places: tuple[PlaceRow, ...]
    rounds: tuple[RoundRow, ...]


def rows_of(stage: Stage) -> StageRows:
    return rows_of_all([stage])[0]


def rows_of_all(stages: Collection[Stage]) -> list[StageRows]:
    """Several stages, in four queries."""
    ids = [stage.pk for stage in stages]
    sides = _grouped(Side.objects.filter(round__stage__in=ids).order_by("pairing", "number"), "pairing", *_SIDE)
    pairings = _grouped(Pairing.objects.filter(round__stage__in=ids).order_by("round", "board"), "round", *_PAIRING)
    rounds = _grouped(Round.objects.filter(stage__in=ids).order_by("number"), "stage", *_ROUND)
    places = _grouped(StagePlace.objects.filter(stage__in=ids).order_by("seed"), "stage", *_PLACE)

    def pairing_row(one: tuple[Any, ...]) -> PairingRow:
        return PairingRow(*one, tuple(map(SideRow._make, sides[one[0]])))

    def round_row(one: tuple[Any, ...]) -> RoundRow:
        return RoundRow(*one, tuple(map(pairing_row, pairings[one[0]])))

    return [
        StageRows(
            stage,
            _before(stage, rounds[stage.pk]),
            tuple(PlaceRow(*one) for one in places[stage.pk]),
            tuple(map(round_row, rounds[stage.pk])),
        )
        for stage in stages
    ]


_SIDE = ("entrant", "nobody", "halves")
_PAIRING = (
    "pk", "board", "kind", "key", "best_of", "needed", "fixed", "forfeit", "reason", "through", "counted_at",
)  # fmt: skip
_ROUND = ("pk", "number", "label", "starts_at", "started_at", "finished_at")
_PLACE = ("entrant", "seed", "joined", "left", "entrant__rating", "entrant__byes")


def _grouped(found: QuerySet[Any], by: str, *fields: str) -> dict[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for key, *rest in found.values_list(by, *fields):
        groups[key].append(tuple(rest))
    return groups


def _before(stage: Stage, rounds: list[tuple[Any, ...]]) -> int:
    if rounds:
        return int(rounds[0][1]) - 1
    return 0 if stage.number == 1 else Round.objects.filter(event=stage.event_id).count()
