"""A bracket's rows, as the values that its rules work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from league.events.models import Side, Stage
from league.events.rules.brackets import bracket_of
from league.formats.elimination.play import NOBODY, Place, Result, stand
from league.standings.queries.rows import PairingRow, StageRows

GIVEN = ("walk-over", "bye", "not-needed")
"""Reasons of pairings that no result decided."""


def results(rows: StageRows) -> dict[str, Result]:
    """By place, what was decided between two who met, by play or by a ruling. Seeds are those of the stage."""
    seeds = seeds_of(rows)
    return {
        one.key: _result([seeds[side.entrant or 0] for side in one.sides], one)
        for one in pairings_of(rows)
        if one.counted_at and one.needed and one.reason not in GIVEN and all(side.entrant for side in one.sides)
    }


def standing(rows: StageRows, changed: Mapping[str, Result] | None = None) -> dict[str, Place]:
    """Every place of the bracket as it stands, or would with other results."""
    out = frozenset(one.seed for one in rows.places if one.left is not None)
    draw = bracket_of(rows.stage.format, rows.stage.settings, len(rows.places))
    return stand(draw, {**results(rows), **(changed or {})}, out, _fixed_sides(rows))


def pairings_of(rows: StageRows) -> Iterator[PairingRow]:
    return (one for row in rows.rounds for one in row.pairings)


def seeds_of(rows: StageRows) -> dict[int, int]:
    return {one.entrant: one.seed for one in rows.places}


def tilts_of(stage: Stage, entrants: Sequence[int]) -> dict[int, int]:
    """How much more often than not each of these had the first seat in the stage so far."""
    rows = Side.objects.filter(round__stage=stage, entrant__in=entrants, pairing__series__isnull=False)
    tilts: dict[int, int] = defaultdict(int)
    for entrant, number, first in rows.values_list("entrant", "number", "pairing__series__first"):
        assert entrant is not None
        tilts[entrant] += 1 if number == first else -1
    return tilts


def _fixed_sides(rows: StageRows) -> dict[str, tuple[int, int]]:
    """The seeds of the places that stand by an organiser's decision."""
    seeds = seeds_of(rows)
    fixed = [one for one in pairings_of(rows) if one.fixed]
    found = {one.key: [seeds.get(side.entrant or 0, NOBODY) for side in one.sides] for one in fixed}
    return {key: (both[0], both[1]) for key, both in found.items()}


def _result(seeds: Sequence[int], row: PairingRow) -> Result:
    one, other = seeds
    made, against = ((side.halves or 0) for side in row.sides)
    if row.through is not None:
        return Result((one, other), seeds[row.through])
    if made == against:
        return Result((one, other), NOBODY)
    return Result((one, other), one if made > against else other)
