"""The heartbeat of a web process. While no process sends one, the server is unreachable, and clocks are credited."""

import asyncio
import logging
import time

from django.db import close_old_connections

from matches.actions.sweep import beat, stop_beating
from matches.liveness import Liveness
from matches.models.presence import DOORS
from matches.moment import now

logger = logging.getLogger(__name__)
EVERY_S = 1.0


async def keep_beating() -> None:
    """Send a heartbeat each second until cancelled. The first one after a failure credits the gap."""
    liveness = Liveness()
    while True:
        try:
            await asyncio.to_thread(_beat, liveness)
        except Exception as error:
            liveness.fail(error)
            logger.exception("this heartbeat failed; the next one comes in a second")
        began = time.monotonic()
        await asyncio.sleep(EVERY_S)
        liveness.slept(EVERY_S, time.monotonic() - began)


async def stop() -> None:
    """Record that this process stops in order."""
    await asyncio.to_thread(_stop)


def _stop() -> None:
    close_old_connections()
    stop_beating(now(), of=DOORS)


def _beat(liveness: Liveness) -> None:
    close_old_connections()
    at = now()
    cause = liveness.attempt(at)
    beat(at, of=DOORS, interrupted=liveness.is_interrupted, cause=cause)
    liveness.succeed()
