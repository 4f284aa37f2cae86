"""The real processes under live matches while faults come one after another; then all is held against the rows."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from deploy.supervisor import find_free_port
from engines import registry
from tests.faults.players import Journal, Table
from tests.faults.schedule import Fault, Place
from tests.load import site as running_site
from tests.load.bench import open_matches
from tests.load.http import Person
from tests.services import broker, postgres

PROCESSES = ["web", "web1", "worker0", "worker1", "bots"]
GAMES = registry.keys()
POSTGRES = "-c max_connections=200 -c track_commit_timestamp=on -c fsync=off -c full_page_writes=off"
"""What is committed outlives the server (not the machine's power), which is all that is tried here."""
STEPPED_CLOCK = """
    CREATE TABLE public.clock_is_off (seconds double precision NOT NULL);
    INSERT INTO public.clock_is_off VALUES (0);
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT pg_catalog.clock_timestamp() + make_interval(secs => seconds) FROM public.clock_is_off';
    ALTER ROLE league SET search_path = public, pg_catalog;
"""
"""The one clock of the matches is what the server answers to `clock_timestamp()`: this one can be set wrong."""


@dataclass(frozen=True)
class Size:
    """How many matches of each kind, how fast, and how much of each fault's length."""

    pairs: int
    against_bots: int
    of_bots: int
    idle: int
    """Matches in which nobody moves, opened before each fault."""
    pace_s: float
    scale: float
    rest_s: float
    patience_s: float
    """For all matches to finish, when the faults are over."""


@dataclass
class Run:
    """What is left to be judged."""

    journal: Journal = field(default_factory=Journal)
    idle: dict[str, list[int]] = field(default_factory=dict)
    """Matches in which nobody moves, by the fault that they were opened for."""
    stepped: list[int] = field(default_factory=list)
    """Those of them that may have lived through a step of the clock: nobody can say how late their flags were."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds from a POST to its acknowledgement, by the fault in which it was sent."""
    unfinished_players: int = 0


@contextlib.contextmanager
def place() -> Iterator[Place]:
    """Two web processes, two workers, one for bots; a relay to the broker; a PostgreSQL that keeps its word."""
    queue = broker.Server()
    relay_port = find_free_port()
    relay = [sys.executable, "-m", "tests.faults.relay", str(relay_port), str(queue.port)]
    with postgres.serving(POSTGRES) as server:
        queue.start()
        try:
            with subprocess.Popen(relay) as process:
                try:
                    _execute(server.url, STEPPED_CLOCK)
                    with running_site.on(f"redis://127.0.0.1:{relay_port}/0", server.url, PROCESSES, quick=True) as site:
                        site.processes["relay"] = process
                        update = "UPDATE public.clock_is_off SET seconds = "
                        yield Place(site, queue, server, lambda seconds: _execute(server.url, f"{update}{float(seconds)}"))
                finally:
                    process.kill()
        finally:
            queue.kill()


def _execute(url: str, words: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(words)  # type: ignore[arg-type]


async def run(at: Place, faults: tuple[Fault, ...], size: Size, say: Callable[[str], None]) -> Run:
    """Open the matches, let the faults come while they are played, and wait until all are over."""
    done, over = Run(), asyncio.Event()
    ports = list(at.site.ports.values())
    tables, alone = await _rows(_open_matches, size)
    pairs = [Table(ports, match_id, pair, done.journal) for match_id, pair in tables]
    against = [Table(ports, match_id, [person], done.journal) for match_id, person in alone]
    playing = [asyncio.create_task(table.play(size.pace_s, over)) for table in (*pairs, *against)]
    await asyncio.sleep(1)
    for fault in faults:
        await _suffer(at, fault, size, done, say)
    over.set()
    _unused, left = await asyncio.wait(playing, timeout=size.patience_s)
    done.unfinished_players = len(left)
    ends = time.monotonic() + size.patience_s
    while time.monotonic() < ends and await _rows(_playing):
        await asyncio.sleep(0.25)
    for table in (*pairs, *against):
        table.stop()
    for task in playing:
        task.cancel()
    for error in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(error, Exception):
            raise error
    return done


async def _suffer(at: Place, fault: Fault, size: Size, done: Run, say: Callable[[str], None]) -> None:
    spread_ms = int(1000 * (fault.lasts_s * size.scale + size.rest_s) / max(1, size.idle))
    idle = await _rows(_open_idle, size.idle, spread_ms)
    done.idle[fault.name] = idle
    if fault.steps_clock:
        done.stepped += await _rows(_playing)
    first, began = len(done.journal.promises), time.monotonic()
    await fault.act(at, size.scale)
    await asyncio.sleep(size.rest_s)
    waits = [(one.ended - one.began) * 1000 for one in done.journal.promises[first:]]
    done.waits[fault.name] = waits
    say(f"{fault.name}: {time.monotonic() - began:.1f} s, {len(waits)} acknowledged, {told(waits)}")


def told(times: list[float]) -> str:
    ordered = sorted(times)
    middle, late = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99)) if times else (0, 0)
    return f"p50 {middle:.0f} ms, p99 {late:.0f} ms, longest {max(times, default=0):.0f} ms"


async def _rows(query: Callable[..., Any], *arguments: Any) -> Any:
    """Ask the database from a thread, with a connection of its own: the last one may have died with the server."""

    def ask() -> Any:
        from django.db import connections

        try:
            return query(*arguments)
        finally:
            connections.close_all()

    return await asyncio.to_thread(ask)


def _open_matches(size: Size) -> tuple[list[tuple[int, list[Person]]], list[tuple[int, Person]]]:
    """Matches of two people, and of one against a bot; those of bots alone are left to themselves."""
    from league.people.actions.bots import get_house_bot
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl
    from matches.server_time import now

    pairs = open_matches(size.pairs)
    bot = SeatPlan(get_house_bot(kind="level-5", at=now()), bot="greedy", pace_ms=int(size.pace_s * 500))
    slow = SeatPlan(get_house_bot(kind="level-1", at=now()), bot="random", pace_ms=int(size.pace_s * 500))
    alone = []
    for _ in range(size.against_bots):
        person = running_site.people(1)[0]
        seats = [SeatPlan(person.player_id, ready=True), bot]
        about: dict[str, Any] = {"game": "field-tactics", "options": {"advantage": "red"}, "control": TimeControl()}
        alone.append((create_match(seats=seats, at=now(), **about), person))
    for number in range(size.of_bots):
        game = GAMES[number % len(GAMES)]
        create_match(game=game, options={}, seats=[bot, slow], control=TimeControl(), at=now())
    return pairs, alone


def _open_idle(count: int, spread_ms: int) -> list[int]:
    from matches import server_time

    server_time.fresh_now()
    made = open_matches(count, turn_ms=1500, reserve_ms=0, spread_ms=spread_ms)
    return [match_id for match_id, _ in made]


def _playing() -> list[int]:
    from matches.models import Match

    return list(Match.objects.exclude(status="closed").values_list("pk", flat=True))


def judge(done: Run) -> dict[str, list[str]]:
    """Everything that is wrong, by what it breaks."""
    from django.db import connections

    from tests.faults import audit

    connections.close_all()  # the one that this thread had before has seen its server die

    idle = [match_id for group in done.idle.values() for match_id in group]
    return {
        "acknowledged submissions": list(audit.broken_promises(done.journal.promises)),
        "applied twice": list(audit.applied_twice()), "flags": [*audit.wrong_flags(idle), *audit.early(idle)],
        "finished": list(audit.unfinished()), "records": list(audit.unverified()),
    }  # fmt: skip


def lateness(done: Run) -> dict[str, list[float]]:
    """By fault, milliseconds from the moment a flag is dated to until it was stored."""
    from tests.faults import audit

    found = {}
    for name, match_ids in done.idle.items():
        times = audit.committed_at(match for match in match_ids if match not in done.stepped).values()
        found[name] = [(stored - at).total_seconds() * 1000 for at, stored in times]
    return {name: times for name, times in found.items() if times}
