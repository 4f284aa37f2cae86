"""What the supervisor hears (systemd's protocol, NOTIFY_SOCKET): that this process is ready, and that it still turns.

A web process that is told to stop cuts its streams off at once: pages open them at another process within a second.
The server itself would wait for them, and they never end; then it would log each as an error.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a worker reads this before there is a Django
    from matches.stream.hub import Hub

EVERY_S = 5.0
STUCK_S = 600.0
"""A round of the sweep may have a whole pool of ratings to play again; one that takes longer than this hangs."""
AFTER_S = 0.3
"""The server looks ten times a second whether it was told to stop, and then closes what is idle: a page that came back
before would meet the same process again."""
_turned: float | None = None
_limit_s = STUCK_S


def ready(*, stuck_s: float = STUCK_S) -> None:
    """Say that this process serves, and from now on that it lives, as long as `turn` is called within `stuck_s`."""
    global _limit_s
    _limit_s = stuck_s
    if "NOTIFY_SOCKET" in os.environ:
        tell("READY=1")
        threading.Thread(target=_watch, name="notify", daemon=True).start()


def turn() -> None:
    """Note that the loop that must never hang has come round. Processes without one are watched by being there."""
    global _turned
    _turned = time.monotonic()


def stuck() -> bool:
    """Return whether that loop hangs."""
    return _turned is not None and time.monotonic() - _turned > _limit_s


def tell(words: str) -> None:
    """Send words to the supervisor, if there is one that listens. Never waits."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        line.sendto(words.encode(), "\0" + address[1:] if address.startswith("@") else address)


def _watch() -> None:
    while True:
        if not stuck():
            tell("WATCHDOG=1")
        time.sleep(EVERY_S)


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
