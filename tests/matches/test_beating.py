"""A web process beats each second, and says when it could not."""

from __future__ import annotations

import asyncio

import pytest

from matches.stream import beating


def test_the_first_beat_and_the_one_after_a_failure_say_that_there_was_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[bool] = []

    def beat(interrupted: bool) -> None:
        beats.append(interrupted)
        if len(beats) == 3:
            raise OSError("the database is away")

    async def live() -> None:
        task = asyncio.create_task(beating.keep_beating())
        async with asyncio.timeout(5):
            while len(beats) < 5:
                await asyncio.sleep(0.005)
        task.cancel()

    monkeypatch.setattr(beating, "_beat", beat)
    monkeypatch.setattr(beating, "EVERY_S", 0.005)
    asyncio.run(live())
    assert beats[:5] == [True, False, False, True, False]
