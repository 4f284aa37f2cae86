"""A web process that is told to stop cuts its streams off at once: pages open them at another process within a second.

The server itself would wait for them, and they never end; then it would log each as an error.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import Any

from matches.stream.hub import Hub

AFTER_S = 0.3
"""The server looks ten times a second whether it was told to stop, and then closes what is idle: a page that came back
before would meet the same process again."""


def cut_streams_when_told_to_stop(hub: Hub) -> None:
    """Listen beside the server, which has its own handlers by the time that this is called in its loop."""
    loop = asyncio.get_running_loop()

    def cut() -> None:
        for watcher in hub.everyone():
            watcher.cut_off()

    for which in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(which)

        def heard(number: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(loop.call_later, AFTER_S, cut)
            if callable(before):
                before(number, frame)

        with suppress(ValueError):  # only the main thread hears signals
            signal.signal(which, heard)
