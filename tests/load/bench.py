"""`make bench`, second part: the whole path over loopback, on PostgreSQL (fsync on) and a broker.

Prints how long a move takes from its POST to the other player's event, and how late flags fall.
"""

import argparse
import asyncio
import os
import platform
import random
import statistics
import time
from typing import Any

from tests.load import site as running_site
from tests.load.http import Connection, Person, events

RED = "MN G1 C3 EN TK / FL F3 C1 PL SP C2 / G2 F1 MN C1 EN F2 / TK G3 C3 CV PL C2"
BLUE = "EN C1 G2 SP F3 / MN TK C3 FL F1 C1 / PL C2 G1 CV MN F2 / G3 C2 TK C3 PL EN"


class Side:
    """One player of one match: watches the stream, and moves when told to."""

    def __init__(self, port: int, match_id: int, seat: int, person: Person) -> None:
        self.match_id, self.seat, self.person, self.port = match_id, seat, person, port
        self.connection = Connection(port, person)
        self.board: dict[str, Any] = {}
        self.seen: dict[int, float] = {}
        self.closed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        async for name, data in events(self.port, f"match.{self.match_id}", self.person):
            if name == "match":
                self.board = data
                self.seen.setdefault(data["entry"], time.perf_counter())
                if data["status"] == "closed" and not self.closed.done():
                    self.closed.set_result(time.time())

    async def say(self, text: str) -> tuple[float, int]:
        """POST an action; return when it was sent and the status."""
        sent = time.perf_counter()
        body = {"turn": self.board["viewer"]["turn"], "text": text, "key": f"{sent}"}
        status, _ = await self.connection.post(f"/api/v1/matches/{self.match_id}/submissions/", body)
        return sent, status

    async def until(self, entry: int) -> None:
        while self.board.get("entry", -1) < entry:
            await asyncio.sleep(0.01)


def open_matches(count: int, *, turn_ms: int = 180_000, reserve_ms: int = 300_000, spread_ms: int = 0) -> list[Any]:
    """(match id, two people) for each of so many matches, started."""
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl
    from matches.server_time import now

    made = []
    for number in range(count):
        pair = running_site.people(2)
        seats = [SeatPlan(person.player_id, ready=True) for person in pair]
        control = TimeControl(turn_ms + number * spread_ms, reserve_ms)
        match_id = create_match(game="field-tactics", options={"advantage": "red"}, seats=seats, control=control, at=now())
        made.append((match_id, pair))
    return made


async def play(port: int, matches: list[Any], seconds: float) -> list[float]:
    """Every match moves once a second; milliseconds from each POST to the other side's event."""
    tables = [[Side(port, match_id, seat, pair[seat]) for seat in (0, 1)] for match_id, pair in matches]
    await asyncio.gather(*(set_up(red, blue) for red, blue in tables))
    rng, taken = random.Random(1), []
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(_play_one(pair, ends, rng, taken) for pair in tables))
    for side in (side for pair in tables for side in pair):
        side.task.cancel()
    return taken


async def set_up(red: Side, blue: Side) -> None:
    await asyncio.gather(red.until(0), blue.until(0))
    await red.say("first red")
    await asyncio.gather(red.until(1), blue.until(1))
    await red.say(RED)
    await blue.say(BLUE)
    await asyncio.gather(red.until(3), blue.until(3))


async def _play_one(pair: list[Side], ends: float, rng: random.Random, taken: list[float]) -> None:
    await asyncio.sleep(rng.random())
    while time.perf_counter() < ends and pair[0].board["status"] == "playing":
        mover, other = pair if 0 in pair[0].board["to_act"] else pair[::-1]
        entry = mover.board["entry"] + 1
        tick = time.perf_counter() + 1
        sent, _ = await mover.say(rng.choice(mover.board["legal"]))
        await asyncio.gather(other.until(entry), mover.until(entry))
        taken.append((other.seen[min(n for n in other.seen if n >= entry)] - sent) * 1000)
        await asyncio.sleep(max(0.0, tick - time.perf_counter()))


async def flags(port: int, matches: list[Any]) -> list[float]:
    """Nobody moves: milliseconds from each deadline to the event that tells of the flag."""
    from asgiref.sync import sync_to_async

    sides = [Side(port, match_id, 0, pair[0]) for match_id, pair in matches]
    told = await asyncio.gather(*(side.closed for side in sides))
    closed = await sync_to_async(_closed_at)([match_id for match_id, _unused in matches])
    return [(at - closed[side.match_id]) * 1000 for at, side in zip(told, sides, strict=True)]


def _closed_at(match_ids: list[int]) -> dict[int, float]:
    from matches.models import Match

    return {m.pk: m.closed_at.timestamp() for m in Match.objects.filter(pk__in=match_ids) if m.closed_at}


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


def report(name: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(f"{name}: n {len(times)}, min {min(times):.1f}, p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, max {max(times):.1f} ms")


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--matches", type=int, default=50)
    given.add_argument("--seconds", type=float, default=30)
    given.add_argument("--workers", type=int, default=1)
    asked = given.parse_args()
    print(f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    print(f"yardstick: python-chess plays {yardstick():,.0f} random moves a CPU second on it now")
    with running_site.running(workers=asked.workers) as site:
        matches = open_matches(asked.matches)
        report(f"move, POST to event, {asked.matches} matches", asyncio.run(play(site.port, matches, asked.seconds)))
        matches = open_matches(asked.matches, turn_ms=5_000, reserve_ms=0, spread_ms=137)
        report(f"flag lateness, {asked.matches} matches", asyncio.run(flags(site.port, matches)))


if __name__ == "__main__":
    main()
