"""Standings are worked out once for the same rows: of a thousand entrants that takes longer than all else of a page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from threading import Lock

from league.standings.queries.rows import StageRows
from league.standings.queries.standings_calculation import Line, lines_of, lines_of_all
from league.standings.queries.steps import Log

MOST_KEPT = 24
_kept: OrderedDict[Hashable, Sequence[Line]] = OrderedDict()
_lock = Lock()


def lines_kept(rows: StageRows, log: Callable[[], Log] | None = None) -> Sequence[Line]:
    """As `lines_of`. All that was read is the key, so nothing can be out of date.

    `log` is asked where they are not kept.
    """
    return _kept_or_made([rows], lambda _: [lines_of(rows, log=log() if log else None)])[0]


def lines_kept_of_all(stages: Collection[StageRows]) -> list[Sequence[Line]]:
    """As `lines_of_all`, of those that are not kept."""
    return _kept_or_made(stages, lines_of_all)


def _kept_or_made(
    stages: Collection[StageRows], make: Callable[[Collection[StageRows]], Sequence[Sequence[Line]]]
) -> list[Sequence[Line]]:
    keys = [_key(rows) for rows in stages]
    with _lock:
        found = {key: _kept[key] for key in keys if key in _kept}
        for key in found:
            _kept.move_to_end(key)
    missing = {key: rows for key, rows in zip(keys, stages, strict=True) if key not in found}
    made = dict(zip(missing, make(list(missing.values())), strict=True)) if missing else {}
    with _lock:
        _kept.update(made)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return [made[key] if key in made else found[key] for key in keys]


def _key(rows: StageRows) -> Hashable:
    """Everything that the lines follow from."""
    stage, event = rows.stage, rows.stage.event
    about = (stage.pk, stage.format, repr(stage.settings), repr(event.tie_breaks), event.status, event.lots_seed)
    places = tuple((one.entrant, one.seed, one.joined, one.left, one.rating, repr(one.byes)) for one in rows.places)
    rounds = tuple((row.id, row.number, row.started_at is None, row.text) for row in rows.rounds)
    return about, rows.before, places, rounds
