"""Readers of a full site: what they ask for, how often, and how long they wait."""

import asyncio
import time
from collections.abc import Sequence
from random import Random

from tests.load import bench
from tests.load.http import Connection, Person
from tests.load.measure import report
from tests.load.site import Site

MOST_MS = 250
WARMING_S = 5.0
READERS = {"home": 20, "event": 28, "match": 27, "other": 15, "api": 10}
"""Of a hundred requests, so many for each kind of page."""


def addresses(swiss: int, knock_out: int, live: Sequence[int]) -> dict[str, list[list[str]]]:
    """Addresses by kind; each kind's lists are asked for alike often, as are the addresses of a list.

    Much is asked for by many (what is on), and much by hardly anybody (a player, an old match, a page of a list).
    """
    from engines import registry
    from league.events.models import Event
    from league.people.models import Player
    from matches.models import Match, Status

    logged = list(Match.objects.filter(status=Status.CLOSED, entries__n=1).order_by("?").values_list("pk", flat=True)[:1000])
    small = Event.objects.filter(status="finished").order_by("?").values_list("pk", flat=True)[:1000]
    games = registry.keys()
    known = Player.objects.filter(username__startswith="full").order_by("?")
    names = list(known.values_list("username", flat=True)[:2000])
    return {
        "home": [["/"]],
        "event": [
            [f"/events/{swiss}/"], [f"/events/{knock_out}/"], [f"/events/{knock_out}/bracket/"], ["/events/"],
            [f"/events/{swiss}/standings/?page={page}" for page in range(1, 6)],
            [f"/events/{swiss}/rounds/{number}/" for number in range(1, 10)],
            [f"/events/{swiss}/entrants/?page={page}" for page in range(1, 6)],
            [f"/events/{one}/" for one in small],
        ],
        "match": [
            *3 * [[f"/matches/{one}/" for one in live]], [f"/matches/{one}/plain/" for one in live],
            *3 * [[f"/matches/{one}/" for one in logged]], [f"/matches/{one}/verify/" for one in logged],
        ],
        "other": [
            ["/lobby/"], ["/leagues/"],
            [f"/leaderboard/{game}/" for game in games], [f"/rules/{game}/" for game in games],
            [f"/leaderboard/field-tactics/?page={page}" for page in range(2, 200)],
            [f"/players/{name}/" for name in names], [f"/players/{name}/stats/" for name in names],
            [f"/search/?q={name[1:]}" for name in names],
        ],
        "api": [
            ["/api/v1/matches/"], [f"/api/v1/matches/{one}/" for one in logged], ["/api/v1/events/"],
            [f"/api/v1/events/{swiss}/"], [f"/api/v1/leaderboard/{game}/" for game in games],
            [f"/api/v1/players/{name}/" for name in names], [f"/api/v1/search/?text={name}" for name in names],
        ],
    }  # fmt: skip


async def mix(
    site: Site, kinds: dict[str, list[list[str]]], people: Sequence[Person], rate: float, seconds: float
) -> dict[str, list[float]]:
    """By kind of page, milliseconds from when each request was due to its answer; all get 200, or RuntimeError.

    Every second reader is a visitor, the others are signed in.
    """
    ports, rng = list(site.ports.values()), Random(3)
    readers = [who for person in people for who in (person, None)]
    free = [Connection(ports[n % len(ports)], who) for n, who in enumerate(readers)]
    took: dict[str, list[float]] = {kind: [] for kind in kinds}

    async def ask(due: float) -> None:
        [kind] = rng.choices(list(READERS), list(READERS.values()))
        url = rng.choice(rng.choice(kinds[kind]))
        line = free.pop(rng.randrange(len(free))) if free else Connection(rng.choice(ports), None)
        status, _ = await line.look(url)
        free.append(line)
        if status != 200:
            raise RuntimeError(f"{url}: {status}")
        took[kind].append(1000 * (time.perf_counter() - due))

    began, asked = time.perf_counter(), []
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asked.append(asyncio.create_task(ask(due)))
    await asyncio.gather(*asked)
    return took


def measure(site: Site, kinds: dict[str, list[list[str]]], people: Sequence[Person], rate: float, seconds: float) -> None:
    """Print how a rate is answered, after some seconds of it."""
    asyncio.run(mix(site, kinds, people, rate, WARMING_S))
    before = bench.used_by(site)
    took = asyncio.run(mix(site, kinds, people, rate, seconds))
    cores = ", ".join(f"{kind} {(now - before[kind]) / seconds:.2f}" for kind, now in bench.used_by(site).items())
    report(
        f"mixed reads, {rate:.0f} a second for {seconds:.0f} s", [one for some in took.values() for one in some], p99=MOST_MS
    )
    print(f"  cores: {cores}")
    for kind, some in took.items():
        report(f"  {kind}", some)
