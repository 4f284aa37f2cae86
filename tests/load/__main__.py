"""`make load`: real sockets against the real processes, on PostgreSQL (fsync on) and a broker, all on this machine.

    python -m tests.load [--only idle|moves|saturation|crowd|flags ...] [--webs N] [--workers N] [--seconds S]

Prints each figure with the limit that it is held against, and in the end what was missed.
"""

import asyncio
import os
import resource
import time
from argparse import Namespace
from collections.abc import Callable

from tests.load import bench, idle, meters, site as running_site
from tests.load.http import Connection
from tests.load.measure import hold, read_arguments, report, tell_missed
from tests.load.site import Site
from tests.load.wire import Stream


def main() -> None:
    asked = read_arguments(only=[*_PARTS], matches=[50, 200], crowded=48, streams=1000, seconds=20.0, webs=1, workers=1)
    open_many_files()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; web {asked.webs}, workers {asked.workers}", flush=True)
    with running_site.running(workers=asked.workers, webs=asked.webs) as site:
        for part in asked.only:
            _PARTS[part](site, asked)
            print(f"  (load now {os.getloadavg()[0]:.1f})", flush=True)
    tell_missed()


def _moves(site: Site, asked: Namespace) -> None:
    for count in asked.matches:
        taken = asyncio.run(bench.play_at(site, bench.open_matches(count), asked.seconds, 1.0))
        for who, times in (("other player", taken.player), ("spectator", taken.spectator)):
            report(f"{count} matches, a move a second each, POST to event of the {who}", times, p50=20, p99=80)
        hold(f"bytes per move and viewer, mean of {taken.changes}", taken.bytes / max(1, taken.changes), 1000)
        print(f"  {len(taken.player) / taken.seconds:.0f} moves/s, {taken.cpu_s / taken.seconds:.2f} cores of servers")
        print(f"  CPU ms of a move: {taken.each_ms}")


def _saturation(site: Site, asked: Namespace) -> None:
    from tests.faults import audit

    line, times, statuses = Connection(site.port, running_site.people(1)[0]), list[float](), set[int]()

    async def look(ends: float) -> None:
        """Somebody looks at pages meanwhile."""
        while time.perf_counter() < ends:
            for path in ("/", "/api/v1/matches/1/", "/matches/1/"):
                began = time.perf_counter()
                status, _ = await line.get(path)
                times.append((time.perf_counter() - began) * 1000)
                statuses.add(status)
                await asyncio.sleep(0.2)

    taken = asyncio.run(bench.play_at(site, bench.open_matches(asked.crowded), asked.seconds, 0.0, beside=look))
    rate = len(taken.player) / taken.seconds
    print(f"saturation, {asked.crowded} matches: {rate:.0f} moves/s, {taken.cpu_s / taken.seconds:.2f} cores of servers")
    hold("durable moves a second and core of the servers", len(taken.player) / taken.cpu_s, 150, at_least=True)
    print(f"  CPU ms of a move: {taken.each_ms}")
    report("POST to event at saturation", taken.player)
    report("pages for a visitor at saturation", times)
    wronged = [*audit.wrong_flags([]), *audit.applied_twice()]
    print(f"  answers {sorted(statuses)}, {taken.refused} moves refused, wronged: {wronged}")


def _crowd(site: Site, asked: Namespace) -> None:
    asyncio.run(_gather(site, asked.streams))


async def _gather(site: Site, streams: int) -> None:
    """Open streams on one match, let them be, then play some moves."""
    ports, webs = list(site.ports.values()), [site.processes[name].pid for name in site.ports]
    ((match_id, pair),) = await asyncio.to_thread(bench.open_matches, 1)
    table = bench.Match(ports, match_id, pair)
    await table.begin()
    await asyncio.sleep(1)
    memory, clients = meters.memory_mb(webs), await asyncio.to_thread(meters.database_connections)
    watching: list[Stream] = []
    for first in range(0, streams, 50):
        few = range(first, min(first + 50, streams))
        watching += await asyncio.gather(*(Stream.open(ports[n % len(ports)], match_id, reads=False) for n in few))
        await asyncio.gather(*(one.until(table.seats[0].entry) for one in watching[first:]))
    await asyncio.sleep(3)
    hold(f"MB more for {streams} idle streams", meters.memory_mb(webs) - memory, 200)
    hold("database connections held", await asyncio.to_thread(meters.database_connections) - clients, 0)
    reached: list[float] = []
    for _ in range(12):
        mover = table.seats[0].board["to_act"][0]
        entry = table.seats[mover].entry + 1
        sent, _ = await table.say(mover, table.rng.choice(table.seats[mover].board["legal"]))
        await asyncio.gather(table.all_at(entry), *(one.until(entry) for one in watching))
        reached += [(one.seen[entry] - sent) * 1000 for one in watching]
        await asyncio.sleep(0.5)
    for one in watching:
        one.close()
    report("one entry to all streams", reached, p99=250)


def _flags(site: Site, asked: Namespace) -> None:
    matches = bench.open_matches(50, turn_ms=5_000, reserve_ms=0, spread_ms=137)
    report("flag lateness, healthy", asyncio.run(bench.flags(site.port, matches)), p50=50, p99=1000)


def _idle(site: Site, asked: Namespace) -> None:
    transactions, cpu = idle.measure(site)
    hold("transactions a second while nobody plays", transactions, idle.MOST_TRANSACTIONS)
    hold("per cent of a core that a worker uses meanwhile", cpu, idle.MOST_CPU)


_PARTS: dict[str, Callable[[Site, Namespace], None]] = {
    "idle": _idle, "moves": _moves, "saturation": _saturation, "crowd": _crowd, "flags": _flags,
}  # fmt: skip


def open_many_files() -> None:
    """A stream is a file at both ends; servers that are started from here may have as many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))


if __name__ == "__main__":
    main()
