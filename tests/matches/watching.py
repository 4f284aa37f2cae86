"""What a stream would say of a match at once, and an event loop in which nobody waits."""

import asyncio
from collections.abc import Collection, Coroutine, Iterable
from typing import Any, TypeVar

from matches.catalogues import ENGLISH
from matches.stream.snapshots import Snapshot, SnapshotRequest, load_snapshots

T = TypeVar("T")


def snapshot(match_id: int, cursors: Collection[int], players: Iterable[int | None]) -> Snapshot:
    """To these players, who read English."""
    (found,) = load_snapshots([SnapshotRequest(match_id, cursors, {(player, ENGLISH) for player in players})])
    assert isinstance(found, dict), found
    return found[ENGLISH]


class _JumpingLoop(asyncio.SelectorEventLoop):
    """Its clock jumps to the next timer when there is nothing else to do: pauses take no time, in their right order."""

    _ahead_s = 0.0

    def time(self) -> float:
        return super().time() + self._ahead_s

    def _run_once(self) -> None:
        timers, ready = self._scheduled, self._ready  # type: ignore[attr-defined]
        if timers and not ready:
            self._ahead_s += max(0.0, timers[0]._when - self.time())
        super()._run_once()  # type: ignore[misc]


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it without waiting for its pauses; not for work in which a thread computes while a timer runs."""
    with asyncio.Runner(loop_factory=_JumpingLoop) as runner:
        return runner.run(work)
