"""Alarms ring in the order of their times, and no earlier, whatever the order in which they are set."""

from __future__ import annotations

import queue
import time

from matches.announce import Alarms


def test_each_rings_once_at_its_time_and_the_nearest_first() -> None:
    heard: queue.Queue[tuple[int, float]] = queue.Queue()
    began = time.monotonic()
    alarms = Alarms(lambda match_id: heard.put((match_id, time.monotonic() - began)))
    for match_id, after_s in ((3, 0.3), (1, 0.1), (2, 0.2), (0, -1.0)):
        alarms.set(match_id, began + after_s)
    rung = [heard.get(timeout=5) for _ in range(4)]
    assert [match_id for match_id, _ in rung] == [0, 1, 2, 3]
    assert all(at >= match_id / 10 - 0.002 for match_id, at in rung)
    assert heard.empty()
