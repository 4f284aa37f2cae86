"""`make load`: real sockets against the real processes, on PostgreSQL (fsync on) and a broker, all on this machine.

    python -m tests.load [--only idle|moves|saturation|crowd|flags ...] [--webs N] [--workers N] [--seconds S]

Prints each figure with the limit that it is held against; exit 1 if one is missed with --strict.
"""

import argparse
import asyncio
import os
import resource
import statistics
import sys
from collections.abc import Callable

from tests.load import bench, crowd, idle, site as running_site
from tests.load.moves import Visitor, play
from tests.load.site import Site

PARTS = ("idle", "moves", "saturation", "crowd", "flags")
_missed: list[str] = []


def main() -> int:
    asked = _asked()
    open_many_files()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; web {asked.webs}, workers {asked.workers}", flush=True)
    with running_site.running(workers=asked.workers, webs=asked.webs) as site:
        for part in asked.only or PARTS:
            _DO[part](site, asked)
            print(f"  (load now {os.getloadavg()[0]:.1f})", flush=True)
    for line in _missed:
        print(f"MISSED {line}")
    return 1 if _missed and asked.strict else 0


def _moves(site: Site, asked: argparse.Namespace) -> None:
    for count in asked.matches:
        taken = asyncio.run(play(site, bench.open_matches(count), asked.seconds, 1.0))
        for who, times in (("other player", taken.player), ("spectator", taken.spectator)):
            _report(f"{count} matches, a move a second each, POST to event of the {who}", times, p50=20, p99=80)
        each = taken.bytes / max(1, taken.changes)
        _held(f"bytes per move and viewer, mean of {taken.changes}", each, 1000)
        print(f"  {len(taken.player) / taken.seconds:.0f} moves/s, {taken.cpu_s / taken.seconds:.2f} cores of servers")
        print(f"  CPU ms of a move: {taken.each()}")


def _saturation(site: Site, asked: argparse.Namespace) -> None:
    visitor = Visitor(site.port, running_site.people(1)[0], ["/", "/api/v1/matches/1/", "/matches/1/"])
    matches = bench.open_matches(asked.crowded)
    taken = asyncio.run(play(site, matches, asked.seconds, 0.0, beside=visitor.look))
    rate = len(taken.player) / taken.seconds
    print(f"saturation, {asked.crowded} matches: {rate:.0f} moves/s, {taken.cpu_s / taken.seconds:.2f} cores of servers")
    _held("durable moves a second and core of the servers", len(taken.player) / taken.cpu_s, 150, at_least=True)
    print(f"  CPU ms of a move: {taken.each()}")
    _report("POST to event at saturation", taken.player)
    _report("pages for a visitor at saturation", visitor.times)
    print(f"  answers {sorted(visitor.statuses)}, {taken.refused} moves refused, wronged: {_wronged()}")


def _wronged() -> list[str]:
    from tests.faults import audit

    return [*audit.wrong_flags([]), *audit.applied_twice()]


def _crowd(site: Site, asked: argparse.Namespace) -> None:
    found = asyncio.run(crowd.gather(site, bench.open_matches(1)[0], asked.streams, moves=12))
    _held(f"MB more for {found.streams} idle streams", found.memory_mb, 200)
    before, after = found.connections
    _held(f"database connections held ({before} before, {after} with them)", after - before, 0)
    _report("one entry to all streams", found.reached, p99=250)


def _flags(site: Site, asked: argparse.Namespace) -> None:
    matches = bench.open_matches(50, turn_ms=5_000, reserve_ms=0, spread_ms=137)
    _report("flag lateness, healthy", asyncio.run(bench.flags(site.port, matches)), p50=50, p99=1000)


def _idle(site: Site, asked: argparse.Namespace) -> None:
    found = idle.measure(site)
    _held("transactions a second while nobody plays", found.transactions, idle.MOST_TRANSACTIONS)
    _held("per cent of a core that a worker uses meanwhile", found.workers, idle.MOST_CPU)


_DO: dict[str, Callable[[Site, argparse.Namespace], None]] = {
    "idle": _idle, "moves": _moves, "saturation": _saturation, "crowd": _crowd, "flags": _flags,
}  # fmt: skip


def _report(name: str, times: list[float], *, p50: float | None = None, p99: float | None = None) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(f"{name}: n {len(times)}, p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, max {max(times):.1f} ms", flush=True)
    for which, value, limit in (("p50", cuts[49], p50), ("p99", cuts[98], p99)):
        if limit is not None and value > limit:
            _missed.append(f"{name}: {which} {value:.1f} ms, wanted {limit:g}")


def _held(name: str, value: float, limit: float, *, at_least: bool = False) -> None:
    print(f"{name}: {value:.1f} ({'at least' if at_least else 'at most'} {limit:g})", flush=True)
    if value < limit if at_least else value > limit:
        _missed.append(f"{name}: {value:.1f}, wanted {limit:g}")


def _asked() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.load")
    asked.add_argument("--only", nargs="+", choices=PARTS)
    asked.add_argument("--matches", nargs="+", type=int, default=[50, 200])
    asked.add_argument("--crowded", type=int, default=48, help="matches at saturation")
    asked.add_argument("--streams", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--webs", type=int, default=1)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--strict", action="store_true")
    return asked.parse_args()


def open_many_files() -> None:
    """A stream is a file at both ends; servers that are started from here may have as many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))


if __name__ == "__main__":
    sys.exit(main())
