"""The first word of a stream: no writing holds it up, and it hides from nobody what they have missed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from matches.stream import hub as hubs
from matches.stream.hub import Hub
from matches.stream.subscriber import Subscriber
from tests.matches.conftest import TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def watcher(table: TwoPlayerMatch, player_id: int | None) -> Subscriber:
    return Subscriber(player_id, {}, frozenset({f"match.{table.id}"}))


@pytest.mark.django_db(transaction=True)
def test_boards_do_not_wait_for_those_who_wait_to_write_who_is_there(
    start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a SQLite file on which somebody else has been writing for seconds."""
    table = start_match().begin()
    free = threading.Event()
    noted: list[Any] = []

    def watching(pairs: Any) -> None:
        assert free.wait(20)
        noted.extend(pairs)

    monkeypatch.setattr(hubs, "record_watching", watching)

    async def watched() -> list[int]:
        hub = Hub("redis://127.0.0.1:1")
        pages = [watcher(table, table.red.pk) for _unused in range(hubs.MAX_READS + 2)]
        for page in pages:
            hub.join(page)
            await asyncio.wait_for(hub.send_initial_state(page), 10)
        hub.wake(f"match.{table.id}")
        told = [page.queue.qsize() for page in pages]
        free.set()
        await asyncio.gather(*hub.tasks)
        return told

    assert asyncio.run(watched()) == [1] * (hubs.MAX_READS + 2)
    assert set(noted) == {(table.id, table.red.pk)}


@pytest.mark.django_db(transaction=True)
def test_a_lost_wake_up_is_found_though_somebody_who_came_later_has_been_shown_the_move(
    start_match: StartMatch, monkeypatch: pytest.MonkeyPatch, nobody_notes: None
) -> None:
    table = start_match().begin()
    monkeypatch.setattr(hubs, "SWEEP_S", 0.05)

    async def watched() -> int:
        hub = Hub("redis://127.0.0.1:1")
        early, late = watcher(table, None), watcher(table, None)
        hub.join(early)
        await hub.send_initial_state(early)
        assert early.queue.qsize() == 1
        await asyncio.gather(*hub.tasks)  # who watches has been noted: one thread at a time writes to SQLite
        await hub.read(lambda: table.say(0, "resign"))  # and nobody says so
        hub.join(late)
        await hub.send_initial_state(late)
        hub._spawn(hub._sweep())
        for _ in range(100):
            await asyncio.sleep(0.05)
            if early.queue.qsize() > 1:
                break
        await hub.stop()
        return early.cursors[table.id]

    assert asyncio.run(watched()) > 3
