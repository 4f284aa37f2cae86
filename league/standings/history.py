"""Conversion of a stage's rows to the values that formats and brackets work on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from league.events.models import PairingKind, Side, Stage
from league.events.rulings import Ruled
from league.events.stage_plans import bracket_of
from league.formats import protocol
from league.formats.elimination.play import NOBODY, Place, Result, stand
from league.formats.protocol import Entrant, History, Kind, Pairing
from league.standings.rows import PairingRow, StageRows

KINDS = {PairingKind.BYE: Kind.PAIRING_BYE, PairingKind.REQUESTED: Kind.BYE, PairingKind.ABSENT: Kind.ABSENT}
Changed = Mapping[int, Ruled]
"""Results by pairing id that replace the recorded ones."""
GIVEN = ("walk-over", "bye", "not-needed")
"""Reasons of pairings that were decided without a result."""


def entrants_of(rows: StageRows) -> list[Entrant]:
    """Return the stage's entrants in seed order."""
    return [Entrant(one.entrant, one.joined, one.left, *_byes(one.byes, rows.before)) for one in rows.places]


def history_of(rows: StageRows, *, published: bool = False, changed: Changed | None = None) -> History:
    """Return every round of the stage, oldest first, or only the published ones."""
    rounds = [row.pairings for row in rows.rounds if row.started_at or not published]
    if changed:
        return tuple(tuple(_pairing(one, changed.get(one.id)) for one in pairings) for pairings in rounds)
    return tuple(map(_round, rounds))


def kind_of(pairing: protocol.Pairing) -> str:
    """Return the pairing kind to store in the row."""
    return {kind: key for key, kind in KINDS.items()}.get(pairing.kind, PairingKind.GAME)


@lru_cache(maxsize=256)
def _round(pairings: tuple[PairingRow, ...]) -> protocol.Round:
    """Return a round as formats see it. Cached, because each new result recomputes the standings from all rounds."""
    return tuple(_pairing(one, None) for one in pairings)


def _pairing(row: PairingRow, changed: Ruled | None) -> Pairing:
    entrants = tuple(side.entrant for side in row.sides)
    halves, forfeit = tuple(side.halves if row.counted_at else None for side in row.sides), row.forfeit
    if len(row.sides) == 1:
        entrants, halves = (*entrants, None), (row.sides[0].halves, None)
    elif changed:
        halves, forfeit = changed.halves, changed.forfeit
    played = Kind.FORFEIT if forfeit else Kind.GAME
    return Pairing(entrants, halves, KINDS.get(PairingKind(row.kind), played), row.key, row.best_of)


def _byes(byes: Mapping[str, int], before: int) -> tuple[frozenset[int], frozenset[int]]:
    """Convert byes by event round to (half-point byes, absences) by stage round."""
    rounds = {int(number) - before: halves for number, halves in byes.items()}
    half = frozenset(number for number, halves in rounds.items() if halves and number > 0)
    return half, frozenset(number for number in rounds if number > 0) - half


def results(rows: StageRows) -> dict[str, Result]:
    """Return, by node, the results between two known sides, played or ruled. Seeds are those of the stage."""
    seeds = seeds_of(rows)
    return {
        one.key: _result([seeds[side.entrant or 0] for side in one.sides], one)
        for one in pairings_of(rows)
        if one.counted_at and one.needed and one.reason not in GIVEN and all(side.entrant for side in one.sides)
    }


def standing(rows: StageRows, changed: Mapping[str, Result] | None = None) -> dict[str, Place]:
    """Return the state of every node of the bracket, optionally with other results."""
    out = frozenset(one.seed for one in rows.places if one.left is not None)
    draw = bracket_of(rows.stage.format, rows.stage.settings, len(rows.places))
    return stand(draw, {**results(rows), **(changed or {})}, out, _fixed_sides(rows))


def pairings_of(rows: StageRows) -> Iterator[PairingRow]:
    """Yield all pairings of the stage."""
    return (one for row in rows.rounds for one in row.pairings)


def seeds_of(rows: StageRows) -> dict[int, int]:
    """Return the stage's seeds by entrant."""
    return {one.entrant: one.seed for one in rows.places}


def tilts_of(stage: Stage, entrants: Sequence[int]) -> dict[int, int]:
    """Return first seats minus second seats of these entrants in the stage so far."""
    rows = Side.objects.filter(round__stage=stage, entrant__in=entrants, pairing__series__isnull=False)
    tilts: dict[int, int] = defaultdict(int)
    for entrant, number, first in rows.values_list("entrant", "number", "pairing__series__first"):
        assert entrant is not None
        tilts[entrant] += 1 if number == first else -1
    return tilts


def _fixed_sides(rows: StageRows) -> dict[str, tuple[int, int]]:
    """Return the seeds of the nodes whose sides an organiser has fixed."""
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
