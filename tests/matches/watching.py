"""What a stream would say of a match at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from matches.catalogues import ENGLISH
from matches.stream.snapshots import Snapshot, SnapshotRequest, load_snapshots


def snapshot(match_id: int, cursors: Collection[int], players: Iterable[int | None]) -> Snapshot | None:
    """To these players, who read English."""
    (found,) = load_snapshots([SnapshotRequest(match_id, cursors, {(player, ENGLISH) for player in players})])
    if isinstance(found, Exception):
        raise found
    return None if found is None else found[ENGLISH]
