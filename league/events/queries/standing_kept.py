"""Standings are worked out once for the same rows: of a thousand entrants that takes longer than all else of a page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock

from league.events.queries.placing import Line, lines_of
from league.events.queries.rows import StageRows

MOST_KEPT = 24
_kept: OrderedDict[Hashable, Sequence[Line]] = OrderedDict()
_lock = Lock()


def lines_kept(rows: StageRows) -> Sequence[Line]:
    """As `lines_of`. All that was read is the key, so nothing can be out of date."""
    key = _key(rows)
    with _lock:
        if (found := _kept.get(key)) is not None:
            _kept.move_to_end(key)
            return found
    made = lines_of(rows)
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return made


def _key(rows: StageRows) -> Hashable:
    """Everything that the lines follow from."""
    stage, event = rows.stage, rows.stage.event
    about = (stage.pk, stage.format, repr(stage.settings), repr(event.tie_breaks), event.status, event.lots_seed)
    places = tuple((one.entrant, one.seed, one.joined, one.left, one.rating, repr(one.byes)) for one in rows.places)
    rounds = tuple((row.id, row.number, row.started_at is None, row.text) for row in rows.rounds)
    return about, rows.before, places, rounds
