"""Attacks that buy time: an overload, a ping that is made longer, requests that hold a flag back."""

import asyncio
import os
import signal
import time
from datetime import timedelta
from typing import Any

from tests.attacks.attack import Attack, Target
from tests.load import bench
from tests.load.http import Connection

FREEZE_S = 4.5
AT_ONCE = 8


def gain_by_overload(target: Target) -> float:
    """Keep the event loop of the web process busy; return the seconds that a clock with a minute left gained by it."""
    site = target.site
    from matches.stream import heartbeat

    ((match_id, _),) = bench.open_matches(1, turn_ms=60_000)
    before = _deadline(match_id)

    async def freeze() -> None:
        heart = asyncio.create_task(heartbeat.send_heartbeats())
        await asyncio.sleep(1.5)
        busy_until = time.monotonic() + FREEZE_S
        while time.monotonic() < busy_until:  # what parsing a hostile request does
            sum(range(10_000))
        await asyncio.sleep(1.5)
        heart.cancel()

    webs = [process.pid for name, process in site.processes.items() if name.startswith("web")]
    for pid in webs:  # this process stands for the only one that serves
        os.kill(pid, signal.SIGSTOP)
    try:
        asyncio.run(freeze())
    finally:
        for pid in webs:
            os.kill(pid, signal.SIGCONT)
    return float((_deadline(match_id) - before).total_seconds())


def gain_by_ping(target: Target) -> float:
    """Hold every token back; return the seconds that a player of one minute is given in 60 moves."""
    from matches.clock import Clock, TimeControl
    from matches.server_time import EPOCH

    clock, at, gained = Clock.create(TimeControl(0, 60_000), 2), EPOCH, 0
    for _ in range(60):
        clock = clock.start([0], at)
        at += timedelta(milliseconds=1_000)
        given = clock.lag_compensation(0, at, 10_000)
        clock = clock.pause(0, at, given).settle(at).add_time([0], 1_000 - given)
        gained += given
    return gained / 1000


def flag_held_back(target: Target) -> float:
    """Send moves without a session all the time; return for which percentage of it a flag would have waited."""
    site = target.site
    from matches.pubsub import has_moves_in_flight

    ((match_id, _),) = bench.open_matches(1)
    looks = target.times(100, 400)

    async def attack() -> float:
        flood = [asyncio.create_task(_flood(site.port, match_id)) for _ in range(AT_ONCE)]
        held = 0
        for _ in range(looks):
            await asyncio.sleep(0.02)
            held += await asyncio.to_thread(has_moves_in_flight, match_id)
        for one in flood:
            one.cancel()
        return 100 * held / looks

    return asyncio.run(attack())


async def _flood(port: int, match_id: int) -> None:
    line = Connection(port, None)
    while True:
        await line.post(f"/api/v1/matches/{match_id}/submissions/", {"turn": 0, "text": "x", "key": "attack"})


def _deadline(match_id: int) -> Any:
    from matches.models import Match

    return Match.objects.get(pk=match_id).deadline_at


ATTACKS = [
    Attack("clock: an overloaded web process gives time", "s gained", "5 s gained", 0, gain_by_overload),
    Attack("clock: a ping made longer gives time", "s gained", "60 s gained", 10, gain_by_ping),
    Attack("clock: anonymous requests hold a flag back", "% of the time", "94 % of the time", 0, flag_held_back),
]
