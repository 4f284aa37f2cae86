"""Reports to the supervisor (systemd's NOTIFY_SOCKET protocol) that this process is ready and alive.

A stopping web process closes its streams at once; pages reconnect to another process within a second. Streams never end
by themselves, so the server would wait for them and then log each as an error.
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

if TYPE_CHECKING:  # Workers import this module before Django is set up.
    from matches.stream.hub import Hub

INTERVAL_S = 5.0
STUCK_S = 600.0
"""Seconds until a silent sweep counts as hanging. One round may have to recalculate a whole rating pool."""
CLOSE_STREAMS_AFTER_S = 0.3
"""Seconds before streams are closed. uvicorn checks for a stop every 0.1 s and then closes idle connections; a page
that reconnects earlier would reach the same process again.
"""
_turned: float | None = None
_limit_s = STUCK_S


def notify_ready(*, stuck_s: float = STUCK_S) -> None:
    """Report that this process is ready, then that it is alive while `heartbeat` is called within `stuck_s` seconds."""
    global _limit_s
    _limit_s = stuck_s
    if "NOTIFY_SOCKET" in os.environ:
        notify("READY=1")
        threading.Thread(target=_send_watchdog, name="notify", daemon=True).start()


def heartbeat() -> None:
    """Record that the watched loop is running. A process that never calls this counts as alive while it exists."""
    global _turned
    _turned = time.monotonic()


def is_stuck() -> bool:
    """Return whether the watched loop hangs."""
    return _turned is not None and time.monotonic() - _turned > _limit_s


def notify(message: str) -> None:
    """Send a message to the supervisor if there is one. Never blocks."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        sock.sendto(message.encode(), "\0" + address[1:] if address.startswith("@") else address)


def _send_watchdog() -> None:
    while True:
        if not is_stuck():
            notify("WATCHDOG=1")
        time.sleep(INTERVAL_S)


def close_streams_on_sigterm(hub: Hub) -> None:
    """Close all streams on SIGTERM and SIGINT. Call it in the server's loop, after the server set its handlers."""
    loop = asyncio.get_running_loop()
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        previous_handler = signal.getsignal(signal_number)

        def handle_signal(number: int, frame: Any, previous_handler: Any = previous_handler) -> None:
            loop.call_soon_threadsafe(loop.call_later, CLOSE_STREAMS_AFTER_S, hub.close_streams)
            if callable(previous_handler):
                previous_handler(number, frame)

        with suppress(ValueError):  # Only the main thread can set signal handlers.
            signal.signal(signal_number, handle_signal)
