"""What a stage's rows say, as the values that formats work on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from league.events.models import PairingKind
from league.events.rules.rulings import Ruled
from league.formats import protocol
from league.formats.protocol import Entrant, History, Kind, Pairing
from league.standings.queries.rows import PairingRow, RoundRow, StageRows, pairings_in

KINDS = {
    PairingKind.BYE: Kind.BYE,
    PairingKind.REQUESTED: Kind.HALF_BYE,
    PairingKind.ABSENT: Kind.ABSENT,
}
Changed = Mapping[int, Ruled]
"""Results by pairing id, to be read in place of those that stand."""


def entrants_of(rows: StageRows) -> list[Entrant]:
    """The stage's entrants in the order of their seeds."""
    return [Entrant(one.entrant, one.joined, one.left, *_byes(one.byes, rows.before)) for one in rows.places]


def history_of(rows: StageRows, *, published: bool = False, changed: Changed | None = None) -> History:
    """Every round of the stage, oldest first; only those that have been published, if so asked."""
    return tuple(_round(row, changed) for row in rows.rounds if row.started_at or not published)


def kind_of(pairing: protocol.Pairing) -> str:
    """The kind of a pairing's row."""
    return {kind: key for key, kind in KINDS.items()}.get(pairing.kind, PairingKind.GAME)


def _round(row: RoundRow, changed: Changed | None) -> protocol.Round:
    if not changed and any(row.text):
        return _as_they_stand(*row.text)
    return tuple(_pairing(one, (changed or {}).get(one.id)) for one in row.pairings)


@lru_cache(maxsize=256)
def _as_they_stand(pairings: str, sides: str) -> protocol.Round:
    """The round that these texts tell of: each result has the standings worked out anew, mostly from old rounds."""
    return tuple(_pairing(one, None) for one in pairings_in(pairings, sides))


def _pairing(row: PairingRow, changed: Ruled | None) -> Pairing:
    entrants = tuple(side.entrant for side in row.sides)
    halves, forfeit = tuple(side.halves if row.counted_at else None for side in row.sides), row.forfeit
    if len(row.sides) == 1:
        entrants, halves = (*entrants, None), (row.sides[0].halves, None)
    elif changed:
        halves, forfeit = changed.halves, changed.forfeit
    played = Kind.FORFEIT if forfeit else Kind.PLAYED
    return Pairing(entrants, halves, KINDS.get(PairingKind(row.kind), played), row.key, row.best_of)


def _byes(byes: Mapping[str, int], before: int) -> tuple[frozenset[int], frozenset[int]]:
    """(half-point byes, absences) by round of the stage, from those by round of the event."""
    rounds = {int(number) - before: halves for number, halves in byes.items()}
    half = frozenset(number for number, halves in rounds.items() if halves and number > 0)
    return half, frozenset(number for number in rounds if number > 0) - half
