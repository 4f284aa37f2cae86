"""A thousand streams that wait: what they cost, and how long one entry takes to all of them."""

import asyncio
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async

from tests.load import meters
from tests.load.moves import Match
from tests.load.site import Site
from tests.load.wire import Stream


@dataclass
class Crowd:
    streams: int
    memory_mb: float
    """More memory of the web processes than before."""
    connections: tuple[int, int]
    """Clients of the database before, and while all of them wait."""
    reached: list[float]
    """Milliseconds from the POST of a move to its event, at each stream, over all moves."""


async def gather(site: Site, match: Any, streams: int, moves: int) -> Crowd:
    """Open them on one match, let them be, then play some moves."""
    ports = list(site.ports.values())
    table = Match(ports, *match)
    await table.begin()
    await asyncio.sleep(1)
    webs = [site.processes[name].pid for name in site.ports]
    before, clients = meters.memory_mb(webs), await _clients()
    watching: list[Stream] = []
    for first in range(0, streams, 50):
        few = range(first, min(first + 50, streams))
        watching += await asyncio.gather(*(Stream.open(ports[n % len(ports)], table.match_id, reads=False) for n in few))
        await asyncio.gather(*(one.until(table.seats[0].entry) for one in watching[first:]))
    await asyncio.sleep(3)
    crowd = Crowd(streams, meters.memory_mb(webs) - before, (clients, await _clients()), [])
    for _ in range(moves):
        mover = table.seats[0].board["to_act"][0]
        entry = table.seats[mover].entry + 1
        sent, _ = await table.say(mover, table.rng.choice(table.seats[mover].board["legal"]))
        await asyncio.gather(table.all_at(entry), *(one.until(entry) for one in watching))
        crowd.reached += [(one.seen[entry] - sent) * 1000 for one in watching]
        await asyncio.sleep(0.5)
    for one in watching:
        one.close()
    return crowd


async def _clients() -> int:
    return await sync_to_async(meters.database_connections)()
