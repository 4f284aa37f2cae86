"""A bracket's rows, as the values that its rules work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from league.events.formats.elimination.play import NOBODY, Place, Result, stand
from league.events.models import Side, Stage, StagePlace
from league.events.rules.brackets import Bracket, bracket_of


def bracket(stage: Stage) -> Bracket:
    return bracket_of(stage.format, stage.settings, StagePlace.objects.filter(stage=stage).count())


def results(stage: Stage) -> dict[str, Result]:
    """By place, what was decided between two who met, by play or by a ruling. Seeds are those of the stage."""
    seeds = dict(StagePlace.objects.filter(stage=stage).values_list("entrant", "seed"))
    rows = Side.objects.filter(
        round__stage=stage, pairing__counted_at__isnull=False, pairing__needed=True, halves__isnull=False
    ).exclude(pairing__reason__in=["walk-over", "bye"])
    sides: dict[tuple[str, int | None], list[tuple[int, int]]] = defaultdict(list)
    for key, through, entrant, halves in rows.order_by("pairing", "number").values_list(
        "pairing__key", "pairing__through", "entrant", "halves"
    ):
        sides[key, through].append((seeds[entrant], halves))
    return {key: _result(both, through) for (key, through), both in sides.items() if len(both) == 2}


def fixed_sides(stage: Stage) -> dict[str, tuple[int, int]]:
    """The seeds of the places that stand by an organiser's decision."""
    seeds = dict(StagePlace.objects.filter(stage=stage).values_list("entrant", "seed"))
    rows = Side.objects.filter(round__stage=stage, pairing__fixed=True).order_by("number")
    found: dict[str, list[int]] = defaultdict(list)
    for key, entrant in rows.values_list("pairing__key", "entrant"):
        found[key].append(seeds[entrant] if entrant else NOBODY)
    return {key: (both[0], both[1]) for key, both in found.items()}


def withdrawn(stage: Stage) -> frozenset[int]:
    """The seeds that have left."""
    return frozenset(StagePlace.objects.filter(stage=stage, left__isnull=False).values_list("seed", flat=True))


def standing(stage: Stage) -> Mapping[str, Place]:
    """Every place of the bracket as it stands."""
    return stand(bracket(stage).draw, results(stage), withdrawn(stage), fixed_sides(stage))


def tilts_of(stage: Stage, entrants: Sequence[int]) -> dict[int, int]:
    """How much more often than not each of these had the first seat in the stage so far."""
    rows = Side.objects.filter(round__stage=stage, entrant__in=entrants, pairing__series__isnull=False)
    tilts: dict[int, int] = defaultdict(int)
    for entrant, number, first in rows.values_list("entrant", "number", "pairing__series__first"):
        assert entrant is not None
        tilts[entrant] += 1 if number == first else -1
    return tilts


def _result(both: list[tuple[int, int]], through: int | None) -> Result:
    (one, made), (other, against) = both
    if through is not None:
        return Result((one, other), both[through][0])
    if made == against:
        return Result((one, other), NOBODY)
    return Result((one, other), one if made > against else other)
