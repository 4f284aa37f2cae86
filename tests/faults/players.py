"""People over HTTP who never give up: each goes on sending the same action until somebody has acknowledged it.

Their journal holds everything that they were promised. What came of it is compared with the rows afterwards.
"""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tests.load.bench import BLUE, RED
from tests.load.http import Connection, Person, events

PATIENCE_S = 8.0
"""For one answer; a web process that is frozen or dead does not give any."""
PAUSE_S = 0.2


@dataclass(frozen=True)
class Promise:
    """An acknowledged submission: the answer that was given."""

    match_id: int
    seat: int
    turn: int
    key: str
    text: str
    state: str
    entry: int | None
    began: float
    """Seconds of the host's monotonic clock: when it was sent first, and when it was acknowledged."""
    ended: float


@dataclass
class Journal:
    promises: list[Promise] = field(default_factory=list)
    refusals: list[tuple[int, int, str]] = field(default_factory=list)
    """HTTP statuses that promise nothing, by match and code."""
    retries: int = 0
    behind: list[float] = field(default_factory=list)
    """Seconds by which a stream was later than the answer to the action that it tells of."""


class Player:
    """One seat: a stream that is opened again wherever it breaks, and requests to whichever web process answers."""

    def __init__(self, ports: list[int], match_id: int, seat: int, person: Person, journal: Journal) -> None:
        self.match_id, self.seat, self.journal = match_id, seat, journal
        self.ports, self.person = ports, person
        self.lines = [Connection(port, person) for port in ports]
        self.at = (match_id + seat) % len(ports)
        self.board: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        turn = self.at
        while True:
            port = self.ports[turn % len(self.ports)]
            try:
                async for name, data in events(port, f"match.{self.match_id}", self.person):
                    if name == "match":
                        self.board = data
                        self.news.set()
            except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):
                pass  # a process that died: the other one goes on
            turn += 1
            await asyncio.sleep(PAUSE_S)

    async def until(self, entry: int, limit_s: float = 60.0) -> bool:
        """Whether the stream has shown this entry in time."""
        ends = time.monotonic() + limit_s
        while self.board.get("entry", -1) < entry and self.board.get("status") != "closed":
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), max(0.01, ends - time.monotonic()))
            except TimeoutError:
                return False
        return True

    async def say(self, text: str) -> Promise | None:
        """Send an action until it is acknowledged; None if it was refused by the API."""
        turn = self.board["viewer"]["turn"]
        key = f"{self.seat}-{turn}-{random.getrandbits(48):x}"
        body = {"turn": turn, "text": text, "key": key}
        began = time.monotonic()
        while True:
            status, told = await self._post(f"/api/v1/matches/{self.match_id}/submissions/?wait=2", body)
            if status in (200, 202):
                promise = Promise(
                    self.match_id, self.seat, turn, key, text, told["state"], told["entry"], began,
                    time.monotonic(),
                )  # fmt: skip
                self.journal.promises.append(promise)
                return promise
            if 400 <= status < 500:
                self.journal.refusals.append((self.match_id, status, str(told)))
                return None
            self.journal.retries += 1
            self.at += 1
            await asyncio.sleep(PAUSE_S)

    async def _post(self, path: str, body: Any) -> tuple[int, Any]:
        line = self.lines[self.at % len(self.lines)]
        try:
            return await asyncio.wait_for(line.post(path, body), PATIENCE_S)
        except (OSError, EOFError, ValueError, json.JSONDecodeError, TimeoutError, asyncio.IncompleteReadError):
            line.close()
            return 0, None

    def stop(self) -> None:
        self.task.cancel()
        for line in self.lines:
            line.close()


class Table:
    """The people at a match of Field Tactics (two, or one against a bot), moving at a pace until told to end it."""

    def __init__(self, ports: list[int], match_id: int, people: list[Person], journal: Journal) -> None:
        self.seats = [Player(ports, match_id, seat, person, journal) for seat, person in enumerate(people)]
        self.journal = journal
        self.rng = random.Random(match_id)

    async def play(self, pace_s: float, over: asyncio.Event) -> None:
        await asyncio.gather(*(seat.until(0) for seat in self.seats))
        await asyncio.sleep(self.rng.random() * pace_s)
        while self.seats[0].board["status"] == "playing" and not over.is_set():
            await self._move()
            await asyncio.sleep(pace_s * (0.7 + 0.6 * self.rng.random()))
        while self.seats[0].board["status"] == "playing":
            promise = await self.seats[0].say("resign")
            if promise is not None:
                await self.seats[0].until(promise.entry or self.seats[0].board["entry"] + 1, 15)

    async def _move(self) -> None:
        mover = next((p for p in self.seats if p.seat in p.board["to_act"] and p.board["can"]["submit"]), None)
        if mover is None:
            await asyncio.sleep(0.1)
            return
        before = mover.board["entry"]
        promise = await mover.say(self._choice(mover))
        if promise is None or promise.state == "refused":
            await mover.until(before + 1, 5)
            return
        entry = promise.entry or before + 1
        told = time.monotonic()
        await asyncio.gather(*(seat.until(entry, 30) for seat in self.seats))
        self.journal.behind.append(max(0.0, time.monotonic() - told))

    def _choice(self, mover: Player) -> str:
        legal = mover.board["legal"]
        return str(self.rng.choice(legal)) if legal else (RED, BLUE)[mover.seat]

    def stop(self) -> None:
        for seat in self.seats:
            seat.stop()
