"""A web process that is told to stop ends its streams, and the server hears the signal all the same."""

import asyncio
import os
import signal

import pytest

from deploy import systemd_notify
from matches.stream.hub import Hub
from matches.stream.subscriber import Subscriber


@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGINT])
def test_streams_end_when_the_process_is_told_to_stop(which: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemd_notify, "CLOSE_STREAMS_AFTER_S", 0.01)
    heard: list[int] = []
    before = {one: signal.signal(one, lambda number, _: heard.append(number)) for one in (signal.SIGTERM, signal.SIGINT)}

    async def live() -> list[bytes | None]:
        hub = Hub("redis://127.0.0.1:1/0")
        watchers = [Subscriber(None, {}, frozenset({"home"})) for _ in range(2)]
        for watcher in watchers:
            hub.join(watcher)
            watcher.put("changed", "{}")
        systemd_notify.close_streams_on_sigterm(hub)
        os.kill(os.getpid(), which)
        await asyncio.sleep(0.1)
        return [watcher.queue.get_nowait() for watcher in watchers]

    try:
        assert asyncio.run(live()) == [None, None]
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert heard == [which]
