"""Telling the supervisor (systemd's protocol, NOTIFY_SOCKET) that this process is ready, and that it still turns."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress

EVERY_S = 5.0
STUCK_S = 600.0
"""A round of the sweep may have a whole pool of ratings to play again; one that takes longer than this hangs."""
_turned: float | None = None
_limit_s = STUCK_S


def ready(*, stuck_s: float = STUCK_S) -> None:
    """It serves. From now on the supervisor hears that it lives, as long as `turn` is called within `stuck_s`."""
    global _limit_s
    _limit_s = stuck_s
    if "NOTIFY_SOCKET" in os.environ:
        tell("READY=1")
        threading.Thread(target=_watch, name="notify", daemon=True).start()


def turn() -> None:
    """The loop that must never hang has come round once more. Processes without one are watched by being there."""
    global _turned
    _turned = time.monotonic()


def stuck() -> bool:
    return _turned is not None and time.monotonic() - _turned > _limit_s


def tell(words: str) -> None:
    """Never waits, and a supervisor that does not listen is no reason to fail."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        line.sendto(words.encode(), "\0" + address[1:] if address.startswith("@") else address)


def _watch() -> None:
    while True:
        if not stuck():
            tell("WATCHDOG=1")
        time.sleep(EVERY_S)
