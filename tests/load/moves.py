"""Moves under load: how long one takes to the other player and to a spectator, and how many there can be."""

import asyncio
import random
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.load import meters
from tests.load.bench import BLUE, RED
from tests.load.http import Connection, Person
from tests.load.site import Site
from tests.load.wire import Stream


@dataclass
class Taken:
    """Milliseconds from a POST to the event at the other player's and at the spectator's; bytes of all changes."""

    player: list[float] = field(default_factory=list)
    spectator: list[float] = field(default_factory=list)
    bytes: int = 0
    changes: int = 0
    refused: int = 0
    used: dict[str, float] = field(default_factory=dict)
    """CPU seconds of the servers by kind: web, worker, database, broker, proxy."""
    seconds: float = 0

    @property
    def cpu_s(self) -> float:
        return sum(self.used.values())

    def each(self) -> str:
        """CPU ms that a move takes of each kind of server."""
        moves = max(1, len(self.player))
        return ", ".join(f"{kind} {1000 * used / moves:.2f}" for kind, used in self.used.items())


class Match:
    """Two people and spectators, each with a stream; the people's requests go over connections of their own."""

    def __init__(
        self, ports: list[int], match_id: int, pair: list[Person], spectators: int = 1, tls: ssl.SSLContext | None = None
    ) -> None:
        self.ports, self.match_id, self.pair, self.watched, self.tls = ports, match_id, pair, spectators, tls
        self.rng = random.Random(match_id)
        self.lines = [Connection(self._port(seat), person, tls) for seat, person in enumerate(pair)]

    def _port(self, place: int) -> int:
        return self.ports[(self.match_id + place) % len(self.ports)]

    async def begin(self) -> None:
        self.seats = [
            await Stream.open(self._port(n), self.match_id, person, tls=self.tls) for n, person in enumerate(self.pair)
        ]
        self.spectators = [
            await Stream.open(self._port(2 + n), self.match_id, reads=False, tls=self.tls) for n in range(self.watched)
        ]
        red, _ = self.seats
        await self.all_at(0)
        await self.say(0, "first red")
        await self.all_at(1)
        await self.say(0, RED)
        await red.until(2)
        await self.say(1, BLUE)
        await self.all_at(3)

    async def all_at(self, entry: int) -> None:
        await asyncio.gather(*(one.until(entry) for one in (*self.seats, *self.spectators)))

    async def say(self, seat: int, text: str) -> tuple[float, int]:
        turn = self.seats[seat].board["viewer"]["turn"]
        sent = time.perf_counter()
        body = {"turn": turn, "text": text, "key": f"{seat}.{turn}"}
        status, _ = await self.lines[seat].post(f"/api/v1/matches/{self.match_id}/submissions/", body)
        return sent, status

    async def play(self, ends: float, every_s: float, taken: Taken) -> None:
        """A move each so many seconds, or as soon as all have seen the last one, until the end of time or match."""
        await asyncio.sleep(self.rng.random() * every_s)
        while time.perf_counter() < ends and self.seats[0].board["status"] == "playing":
            tick = time.perf_counter() + every_s
            mover = next((seat for seat, one in enumerate(self.seats) if one.board["legal"]), None)
            if mover is None:  # an entry that is no move, such as time given back, has been taken for the last one
                await asyncio.sleep(0.05)
                continue
            entry = self.seats[mover].entry + 1
            sent, status = await self.say(mover, self.rng.choice(self.seats[mover].board["legal"]))
            if status != 202:
                taken.refused += 1
                return
            await self.all_at(entry)
            taken.player.append((self.seats[1 - mover].came(entry) - sent) * 1000)
            taken.spectator += [(one.came(entry) - sent) * 1000 for one in self.spectators]
            await asyncio.sleep(max(0.0, tick - time.perf_counter()))

    def end(self, taken: Taken) -> None:
        for stream in (*self.seats, *self.spectators):
            taken.bytes += stream.bytes
            taken.changes += stream.changes
            stream.close()
        for line in self.lines:
            line.close()


async def play(
    site: Site, matches: list[Any], seconds: float, every_s: float, *, spectators: int = 1, beside: Any = None
) -> Taken:
    """All matches at once for so many seconds, each with so many spectators. `beside` is done meanwhile."""
    taken = Taken()
    tables = [Match(site.entrances, match_id, pair, spectators, site.tls) for match_id, pair in matches]
    for few in _by(20, tables):
        await asyncio.gather(*(table.begin() for table in few))
    began, used = time.perf_counter(), used_by(site)
    playing = asyncio.gather(*(table.play(began + seconds, every_s, taken) for table in tables))
    await asyncio.gather(playing, *([beside(began + seconds)] if beside else []))
    taken.seconds = time.perf_counter() - began
    taken.used = {kind: now - used[kind] for kind, now in used_by(site).items()}
    for table in tables:
        table.end(taken)
    return taken


def used_by(site: Site) -> dict[str, float]:
    """CPU seconds so far of every process that serves: of the site, of the database and the broker."""
    kinds: dict[str, list[int]] = {"web": [], "worker": []}
    for name, process in site.processes.items():
        kinds["web" if name.startswith("web") else "worker"].append(process.pid)
    kinds |= {kind: [pid] for kind, pid in zip(("database", "broker"), site.services, strict=False)}
    if site.proxy is not None:
        kinds["proxy"] = [site.proxy.pid]
    return {kind: meters.cpu_s(pid for root in roots for pid in meters.family(root)) for kind, roots in kinds.items()}


def _by(size: int, tables: list[Match]) -> Iterable[list[Match]]:
    return (tables[n : n + size] for n in range(0, len(tables), size))


class Visitor:
    """Somebody who looks at pages meanwhile: milliseconds for each, and what was answered."""

    def __init__(self, port: int, person: Person, paths: list[str]) -> None:
        self.line, self.paths = Connection(port, person), paths
        self.times: list[float] = []
        self.statuses: set[int] = set()

    async def look(self, ends: float) -> None:
        while time.perf_counter() < ends:
            for path in self.paths:
                began = time.perf_counter()
                status, _ = await self.line.get(path)
                self.times.append((time.perf_counter() - began) * 1000)
                self.statuses.add(status)
                await asyncio.sleep(0.2)
