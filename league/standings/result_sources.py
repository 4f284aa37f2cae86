"""How many results of a stage are reported, and how many are refereed on this site."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from league.events.models import Event, PairingKind
from league.events.rulings import ENTERED
from league.standings.history import iter_pairings
from league.standings.rows import PairingRow, StageRows


class ResultSources(NamedTuple):
    """Numbers of results; byes and walkovers are neither."""

    reported: int = 0
    refereed: int = 0


def is_reported_result(row: PairingRow, event: Event) -> bool:
    """Return whether the result of a decided pairing was reported by people."""
    return _has_result(row) and (row.reason == ENTERED or event.is_reported)


def count_sources(rows: StageRows, entrants: Collection[int] | None = None) -> ResultSources:
    """Count the results of a stage, with `entrants` only theirs."""
    event = rows.stage.event
    results = [row for row in iter_pairings(rows) if _has_result(row)]
    if entrants is not None:
        results = [row for row in results if row.sides[0].entrant in entrants]
    reported = sum(is_reported_result(row, event) for row in results)
    return ResultSources(reported, len(results) - reported)


def add_sources(parts: Iterable[ResultSources]) -> ResultSources:
    """Return the sums."""
    return ResultSources(*map(sum, zip(*parts, strict=True))) if (parts := list(parts)) else ResultSources()


def _has_result(row: PairingRow) -> bool:
    is_played = row.kind == PairingKind.GAME and not row.forfeit and not any(side.nobody for side in row.sides)
    return row.counted_at is not None and row.needed and is_played
