"""The heartbeat of a web process. While no process sends one, the server is unreachable, and clocks are credited."""

import asyncio
import logging
import time

from django.db import close_old_connections

from matches.actions.sweep import record_heartbeat, record_stop
from matches.liveness import Liveness
from matches.models.presence import WEB_PROCESSES
from matches.server_time import now

logger = logging.getLogger(__name__)
INTERVAL_S = 1.0


async def send_heartbeats() -> None:
    """Send a heartbeat each second until cancelled. The first one after a failure credits the gap."""
    liveness = Liveness()
    while True:
        try:
            await asyncio.to_thread(_send, liveness)
        except Exception as error:
            liveness.fail(error)
            logger.exception("heartbeat failed; retrying in a second")
        began = time.monotonic()
        await asyncio.sleep(INTERVAL_S)
        liveness.record_sleep(INTERVAL_S, time.monotonic() - began)


async def stop() -> None:
    """Record that this process is stopping as intended."""
    await asyncio.to_thread(_stop)


def _stop() -> None:
    close_old_connections()
    record_stop(now(), kind=WEB_PROCESSES)


def _send(liveness: Liveness) -> None:
    close_old_connections()
    at = now()
    cause = liveness.attempt(at)
    record_heartbeat(at, kind=WEB_PROCESSES, interrupted=liveness.is_interrupted, cause=cause)
    liveness.succeed()
