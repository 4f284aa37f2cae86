"""How throughput grows with processes, and a hall of a thousand live matches with five thousand spectators.

    python -m tests.load.scale [--seconds S] [--sites WxW ...] [--hall MATCHES SPECTATORS] [--every S ...] [--no-proxy]

Each line is a site of its own (PostgreSQL with fsync, a broker, so many web processes and workers) that a process of
its own drives as hard as it can; the driver takes its share of the same cores. The hall plays at a given pace instead.
Everybody comes in by Caddy with deploy/Caddyfile, over TLS and HTTP/1.1, a connection for each stream and one for each
player's moves; with --no-proxy straight to the web processes, each match to all of them in turn.
What it prints is the source of docs/capacity.md.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from tests.load import bench, meters, site as running_site
from tests.load.__main__ import open_many_files
from tests.services import caddy

SITES = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (3, 3))
CROWDED = 48


def main() -> None:
    asked = _asked()
    if asked.one:
        open_many_files()
        print(json.dumps(_measure(asked)))
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; yardstick {bench.yardstick():,.0f}", flush=True)
    by = ["--proxy" if asked.proxy else "--no-proxy"]
    for webs, workers in asked.sites:
        _tell(_apart(["--one", str(webs), str(workers), "--seconds", str(asked.seconds), *by]))
    matches, spectators = asked.hall or (1000, 5000)
    for every in asked.every:
        words = ["--one", "2", "2", "--seconds", str(asked.seconds), "--every", str(every), *by]
        _tell(_apart([*words, "--hall", str(matches), str(spectators)]))


def _apart(words: Sequence[str]) -> dict[str, Any]:
    """Measured by a process of its own: Django is set up on one site's services and no others."""
    done = subprocess.run([sys.executable, "-m", __spec__.name, *words], stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Play as fast as can be; in a hall every match has its share of the spectators, and a move each so many seconds."""
    (webs, workers), (count, spectators) = asked.one, asked.hall or (CROWDED, CROWDED)
    each, every = max(1, spectators // count), asked.every[0] if asked.hall else 0.0
    with running_site.running(webs=webs, workers=workers, proxy=asked.proxy) as site:
        taken = asyncio.run(bench.play_at(site, bench.open_matches(count), asked.seconds, every, spectators=each))
        memory = meters.memory_mb(pid for name in site.ports for pid in meters.family(site.processes[name].pid))
        proxied = meters.memory_mb([site.proxy.pid]) if site.proxy else 0
    cuts, moves = statistics.quantiles(taken.spectator, n=100), len(taken.player)
    return {
        "site": f"{count} matches, {each * count} spectators, a move each {every:g} s; {webs} web, {workers} workers"
        + ", behind the proxy" * asked.proxy,
        "moves_s": round(moves / taken.seconds, 1),
        "messages_s": round((2 * moves + len(taken.spectator)) / taken.seconds),
        "cores": {kind: round(cpu / taken.seconds, 2) for kind, cpu in taken.used.items()},
        "cpu_ms": taken.each_ms,
        "p50_ms": round(cuts[49], 1),
        "p99_ms": round(cuts[98], 1),
        "refused": taken.refused,
        "web_mb": round(memory),
        "proxy_mb": round(proxied),
    }


def _tell(found: dict[str, Any]) -> None:
    print(f"{found.pop('site')}: {', '.join(f'{name} {value}' for name, value in found.items())}", flush=True)


def _site(word: str) -> tuple[int, int]:
    webs, workers = word.split("x")
    return int(webs), int(workers)


def _asked() -> argparse.Namespace:
    given = argparse.ArgumentParser(prog="python -m tests.load.scale")
    given.add_argument("--seconds", type=float, default=20)
    given.add_argument("--hall", nargs=2, type=int, metavar=("MATCHES", "SPECTATORS"))
    given.add_argument("--every", nargs="+", type=float, default=[20.0, 10.0, 5.0], help="seconds between moves of one")
    given.add_argument("--sites", nargs="*", type=_site, default=SITES, metavar="WEBSxWORKERS", help="such as 2x2 3x3")
    given.add_argument("--proxy", action=argparse.BooleanOptionalAction, default=caddy.missing() is None)
    given.add_argument("--one", nargs=2, type=int, metavar=("WEBS", "WORKERS"), help="measure this site alone")
    return given.parse_args()


if __name__ == "__main__":
    main()
