"""Matches of two people under load: how long a move takes to the others' pages, how many there can be, how late flags fall.

`make bench` prints the first and the last of it, with a yardstick that makes the figures of machines comparable.
"""

import asyncio
import os
import platform
import random
import ssl
import time
from dataclasses import dataclass, field
from typing import Any

from tests.load import meters, site as running_site
from tests.load.http import Connection, Person
from tests.load.measure import read_arguments, report
from tests.load.site import Site
from tests.load.wire import Stream

RED = "MN G1 C3 EN TK / FL F3 C1 PL SP C2 / G2 F1 MN C1 EN F2 / TK G3 C3 CV PL C2"
BLUE = "EN C1 G2 SP F3 / MN TK C3 FL F1 C1 / PL C2 G1 CV MN F2 / G3 C2 TK C3 PL EN"
AT_ONCE = 20
"""So many matches begin at once."""


def open_matches(count: int, *, turn_ms: int = 180_000, reserve_ms: int = 300_000, spread_ms: int = 0) -> list[Any]:
    """(match id, two people) for each of so many matches, started."""
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl
    from matches.server_time import now

    made, pairs = [], [running_site.people(2) for _ in range(count)]
    for number, pair in enumerate(pairs):
        seats = [SeatPlan(person.player_id, ready=True) for person in pair]
        control = TimeControl(turn_ms + number * spread_ms, reserve_ms)
        match_id = create_match(game="field-tactics", options={"advantage": "red"}, seats=seats, control=control, at=now())
        made.append((match_id, pair))
    return made


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

    @property
    def each_ms(self) -> dict[str, float]:
        """CPU ms that a move takes of each kind of server."""
        return {kind: round(1000 * used / max(1, len(self.player)), 2) for kind, used in self.used.items()}


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
        await self.all_at(0)
        await self.say(0, "first red")
        await self.all_at(1)
        await self.say(0, RED)
        await self.seats[0].until(2)
        await self.say(1, BLUE)
        await self.all_at(3)

    async def all_at(self, entry: int) -> None:
        await asyncio.gather(*(one.until(entry) for one in (*self.seats, *self.spectators)))

    async def say(self, seat: int, text: str) -> tuple[float, int]:
        """POST an action; return when it was sent and the status."""
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


async def play_at(
    site: Site, matches: list[Any], seconds: float, every_s: float, *, spectators: int = 1, beside: Any = None
) -> Taken:
    """All matches at once for so many seconds, each with so many spectators. `beside` is done meanwhile."""
    taken = Taken()
    tables = [Match(site.entrances, match_id, pair, spectators, site.tls) for match_id, pair in matches]
    for first in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(table.begin() for table in tables[first : first + AT_ONCE]))
    began, used = time.perf_counter(), used_by(site)
    playing = asyncio.gather(*(table.play(began + seconds, every_s, taken) for table in tables))
    await asyncio.gather(playing, *([beside(began + seconds)] if beside else []))
    taken.seconds = time.perf_counter() - began
    taken.used = {kind: now - used[kind] for kind, now in used_by(site).items()}
    for table in tables:
        table.end(taken)
    return taken


async def play(port: int, matches: list[Any], seconds: float) -> list[float]:
    """Every match moves once a second; milliseconds from each POST to the other side's event."""
    return (await play_at(Site(port, {}, ports={"web": port}), matches, seconds, 1.0, spectators=0)).player


def used_by(site: Site) -> dict[str, float]:
    """CPU seconds so far of every process that serves: of the site, of the database and the broker."""
    kinds: dict[str, list[int]] = {"web": [], "worker": []}
    for name, process in site.processes.items():
        kinds["web" if name.startswith("web") else "worker"].append(process.pid)
    kinds |= {kind: [pid] for kind, pid in zip(("database", "broker"), site.services, strict=False)}
    if site.proxy is not None:
        kinds["proxy"] = [site.proxy.pid]
    return {kind: meters.cpu_s(pid for root in roots for pid in meters.family(root)) for kind, roots in kinds.items()}


async def flags(port: int, matches: list[Any]) -> list[float]:
    """Nobody moves: milliseconds from each deadline to the event that tells of the flag."""
    streams = [await Stream.open(port, match_id, pair[0]) for match_id, pair in matches]
    told = await asyncio.gather(*(stream.until_closed() for stream in streams))
    closed = await asyncio.to_thread(_closed_at, [match_id for match_id, _ in matches])
    for stream in streams:
        stream.close()
    return [(at - closed[stream.match_id]) * 1000 for at, stream in zip(told, streams, strict=True)]


def _closed_at(match_ids: list[int]) -> dict[int, float]:
    from django.db import connections

    from matches.models import Match

    try:
        return {m.pk: m.closed_at.timestamp() for m in Match.objects.filter(pk__in=match_ids) if m.closed_at}
    finally:
        connections.close_all()


def yardstick(seconds: float = 2.0) -> float:
    """Random moves a CPU second of python-chess: what makes figures of different machines, and hours, comparable."""
    import chess

    rng, moves, began = random.Random(1), 0, time.process_time()
    while (used := time.process_time() - began) < seconds:
        board = chess.Board()
        while not board.is_game_over() and time.process_time() - began < seconds:
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves / used


def main() -> None:
    asked = read_arguments(matches=50, seconds=30.0, workers=1)
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    print(f"yardstick: python-chess plays {yardstick():,.0f} random moves a CPU second on it now")
    with running_site.running(workers=asked.workers) as site:
        moves = asyncio.run(play(site.port, open_matches(asked.matches), asked.seconds))
        report(f"move, POST to event, {asked.matches} matches", moves)
        matches = open_matches(asked.matches, turn_ms=5_000, reserve_ms=0, spread_ms=137)
        report(f"flag lateness, {asked.matches} matches", asyncio.run(flags(site.port, matches)))


if __name__ == "__main__":
    main()
