"""Conversion of a stage's rows to the values that formats and brackets work on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from league.events.models import PairingKind, Side, Stage
from league.events.rulings import Ruling
from league.events.stage_plans import build_bracket_draw
from league.formats import protocol
from league.formats.elimination.state import NOBODY, NodeState, Result, compute_states
from league.formats.protocol import Entrant, History, Kind, Pairing
from league.formats.tie_breaks.figures import draw_lot
from league.standings.rows import PairingRow, StageRows
from league.teams.rules.scores import parse_boards

KINDS = {PairingKind.BYE: Kind.PAIRING_BYE, PairingKind.REQUESTED: Kind.BYE, PairingKind.ABSENT: Kind.ABSENT}
ChangedResults = Mapping[int, Ruling]
"""Results by pairing id that replace the recorded ones."""
UNPLAYED_REASONS = ("walk-over", "bye", "not-needed")
"""Reasons of pairings that were decided without a result."""


def to_entrants(rows: StageRows) -> list[Entrant]:
    """Return the stage's entrants in seed order."""
    lots = rows.stage.lots
    return [
        Entrant(
            row.entrant, row.joined, row.left, *_split_byes(row.byes, rows.before),
            lot=None if lots is None else draw_lot(lots, row.entrant),
        )
        for row in rows.places
    ]  # fmt: skip


def to_history(rows: StageRows, *, published: bool = False, changed: ChangedResults | None = None) -> History:
    """Return every round of the stage, oldest first, or only the published ones."""
    rounds = [row.pairings for row in rows.rounds if row.started_at or not published]
    if changed:
        return tuple(tuple(_to_pairing(pairing, changed.get(pairing.id)) for pairing in pairings) for pairings in rounds)
    return tuple(map(_to_round, rounds))


def to_pairing_kind(pairing: protocol.Pairing) -> str:
    """Return the pairing kind to store in the row."""
    return {kind: key for key, kind in KINDS.items()}.get(pairing.kind, PairingKind.GAME)


@lru_cache(maxsize=256)
def _to_round(pairings: tuple[PairingRow, ...]) -> protocol.Round:
    """Return a round as formats see it. Cached, because each new result recomputes the standings from all rounds."""
    return tuple(_to_pairing(pairing, None) for pairing in pairings)


def _to_pairing(row: PairingRow, changed: Ruling | None) -> Pairing:
    entrants = tuple(side.entrant for side in row.sides)
    halves, forfeit = tuple(side.halves if row.counted_at else None for side in row.sides), row.forfeit
    if len(row.sides) == 1:
        entrants, halves = (*entrants, None), (row.sides[0].halves, None)
    elif changed:
        halves, forfeit = changed.halves, changed.forfeit
    played = Kind.FORFEIT if forfeit else Kind.GAME
    boards = parse_boards(row.boards) if row.boards and not changed else ()
    return Pairing(entrants, halves, KINDS.get(PairingKind(row.kind), played), row.key, row.best_of, boards=boards)


def _split_byes(byes: Mapping[str, int], earlier_rounds: int) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Convert byes by event round to (half-point byes, absences, full-point byes) by stage round."""
    rounds = {int(number) - earlier_rounds: halves for number, halves in byes.items()}
    none, half, full = (
        frozenset(number for number, halves in rounds.items() if halves == worth and number > 0) for worth in range(3)
    )
    return half, none, full


def collect_results(rows: StageRows) -> dict[str, Result]:
    """Return, by node, the results between two known sides, played or ruled. Seeds are those of the stage."""
    seeds = get_seeds(rows)
    return {
        row.key: _to_result([seeds[side.entrant or 0] for side in row.sides], row)
        for row in iter_pairings(rows)
        if row.counted_at and row.needed and row.reason not in UNPLAYED_REASONS and all(side.entrant for side in row.sides)
    }


def compute_bracket(rows: StageRows, changed: Mapping[str, Result] | None = None) -> dict[str, NodeState]:
    """Return the state of every node of the bracket, optionally with other results."""
    withdrawn = frozenset(row.seed for row in rows.places if row.left is not None)
    draw = build_bracket_draw(rows.stage.format, rows.stage.settings, len(rows.places))
    return compute_states(draw, {**collect_results(rows), **(changed or {})}, withdrawn, _get_fixed_sides(rows))


def iter_pairings(rows: StageRows) -> Iterator[PairingRow]:
    """Yield all pairings of the stage."""
    return (pairing for row in rows.rounds for pairing in row.pairings)


def get_seeds(rows: StageRows) -> dict[int, int]:
    """Return the stage's seeds by entrant."""
    return {row.entrant: row.seed for row in rows.places}


def compute_tilts(stage: Stage, entrants: Sequence[int]) -> dict[int, int]:
    """Return first seats minus second seats of these entrants in the stage so far."""
    sides = Side.objects.filter(round__stage=stage, entrant__in=entrants)
    played = sides.filter(pairing__series__isnull=False).values_list("entrant", "number", "pairing__series__first")
    by_teams = sides.filter(pairing__team_match__isnull=False).values_list("entrant", "number", "pairing__team_match__home")
    tilts: dict[int, int] = defaultdict(int)
    for entrant, number, first in by_teams if stage.event.teams is not None else played:
        assert entrant is not None
        tilts[entrant] += 1 if number == first else -1
    return tilts


def _get_fixed_sides(rows: StageRows) -> dict[str, tuple[int, int]]:
    """Return the seeds of the nodes whose sides an organiser has fixed."""
    seeds = get_seeds(rows)
    fixed = [row for row in iter_pairings(rows) if row.fixed]
    seeds_by_node = {row.key: [seeds.get(side.entrant or 0, NOBODY) for side in row.sides] for row in fixed}
    return {key: (pair[0], pair[1]) for key, pair in seeds_by_node.items()}


def _to_result(seeds: Sequence[int], row: PairingRow) -> Result:
    first, second = seeds
    points, opponent_points = ((side.halves or 0) for side in row.sides)
    if row.through is not None:
        return Result((first, second), seeds[row.through])
    if points == opponent_points:
        return Result((first, second), NOBODY)
    return Result((first, second), first if points > opponent_points else second)
