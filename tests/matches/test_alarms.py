"""Judgements that are asked for later are asked for in the order of their times, and no earlier."""

from __future__ import annotations

import queue
import time
from datetime import UTC, datetime, timedelta

import pytest

from matches import pubsub


def test_each_is_asked_for_once_at_its_time_and_the_nearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: queue.Queue[tuple[int, float]] = queue.Queue()
    began, at = time.monotonic(), datetime.now(UTC)

    class Broker:
        def lpush(self, name: str, match_id: int) -> None:
            heard.put((match_id, time.monotonic() - began))

    monkeypatch.setattr(pubsub, "_redis", Broker)
    monkeypatch.setattr(pubsub, "_resting_until", 0.0)
    monkeypatch.setattr(pubsub, "now", lambda: at)
    for match_id, after_s in ((3, 0.3), (1, 0.1), (2, 0.2), (0, -1.0)):
        pubsub._enqueue_now(pubsub.ADJUDICATE_TASK, at + timedelta(seconds=after_s), {"match_id": match_id})
    asked = [heard.get(timeout=5) for _ in range(4)]
    assert [match_id for match_id, _ in asked] == [0, 1, 2, 3]
    assert all(after >= match_id / 10 - 0.002 for match_id, after in asked)
    assert heard.empty()
