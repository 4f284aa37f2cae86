"""A web process beats each second, and says when it could not, and why."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError

from matches.liveness import Cause
from matches.stream import heartbeat


def test_the_first_beat_and_the_one_after_a_failure_say_that_there_was_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[tuple[bool, Cause]] = []

    def beat(at: datetime, *, kind: int, interrupted: bool, cause: Cause) -> timedelta:
        beats.append((interrupted, cause))
        if len(beats) == 3:
            raise OperationalError("connection refused")
        return timedelta()

    async def live() -> None:
        task = asyncio.create_task(heartbeat.send_heartbeats())
        async with asyncio.timeout(5):
            while len(beats) < 5:
                await asyncio.sleep(0.005)
        task.cancel()

    monkeypatch.setattr(heartbeat, "record_heartbeat", beat)
    monkeypatch.setattr(heartbeat, "now", lambda: datetime.now(UTC))
    monkeypatch.setattr(heartbeat, "close_old_connections", lambda: None)
    monkeypatch.setattr(heartbeat, "INTERVAL_S", 0.005)
    asyncio.run(live())
    assert [interrupted for interrupted, _ in beats[:5]] == [True, False, False, True, False]
    assert [beats[0][1], beats[3][1]] == [Cause.RESTART, Cause.DATABASE]
