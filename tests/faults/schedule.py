"""The faults, in the order in which they come: what each does to the site, and how it is undone.

A fault is a function of the `Place` and a scale: 1 for the whole harness, less for the small one in the tests.
"""

import asyncio
import resource
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deploy.supervisor import ReadinessSocket
from tests.load.site import Site
from tests.services import broker, postgres

Act = Callable[["Place", float], Awaitable[None]]


@dataclass
class Place:
    """The site and what it stands on."""

    site: Site
    broker: broker.Server
    postgres: postgres.Server
    step: Callable[[float], None]
    """Sets how far the one clock of the matches, that of the database server, is off, in seconds."""


@dataclass(frozen=True)
class Fault:
    name: str
    act: Act
    lasts_s: float = 2
    """About so long; deadlines of matches in which nobody moves are spread over this and a little more."""
    steps_clock: bool = False


def kill(name: str) -> Act:
    """-9, and started again as a supervisor would."""

    async def act(place: Place, scale: float) -> None:
        await asyncio.to_thread(place.site.kill, name)
        await asyncio.sleep(1)
        place.site.start(name)
        if name in place.site.ports and scale == 1:  # the next one must not find the site with nobody at the endpoint
            await asyncio.to_thread(place.site.wait_until_open)

    return act


async def rolling_restart(place: Place, scale: float) -> None:
    """As an upgrade does it: each process is told to stop, and the next one only when this one serves again."""
    for name in ("worker0", "worker1", "bots", "web", "web1"):
        place.site.processes[name].terminate()
        await asyncio.to_thread(place.site.processes[name].wait, 30)
        line = ReadinessSocket(place.site.log(name).with_suffix(".ready"))
        line.listen()
        place.site.environment["NOTIFY_SOCKET"] = str(line.path)
        place.site.start(name)
        del place.site.environment["NOTIFY_SOCKET"]
        assert await asyncio.to_thread(line.wait, 180), f"{name} did not say that it is ready"


async def empty_broker(place: Place, scale: float) -> None:
    """The broker dies with everything that it held, and comes back with nothing."""
    await asyncio.to_thread(place.broker.kill)
    await asyncio.sleep(1.5)
    await asyncio.to_thread(place.broker.start)


def without_postgres(seconds: float) -> Act:
    async def act(place: Place, scale: float) -> None:
        await asyncio.to_thread(place.postgres.stop)
        await asyncio.sleep(max(0.3, seconds * scale))
        await asyncio.to_thread(place.postgres.start)

    return act


def freeze(name: str, seconds: float) -> Act:
    """Stopped in the middle of whatever it does, and woken when others have long done it."""

    async def act(place: Place, scale: float) -> None:
        process = place.site.processes[name]
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds * scale)
        process.send_signal(signal.SIGCONT)

    return act


async def full_logs(place: Place, scale: float) -> None:
    """Nothing more can be written to the folder of the logs: each process is at its quota."""
    names = [name for name in place.site.processes if place.site.log(name).exists()]
    for name in names:
        _limit(place, name, place.site.log(name).stat().st_size)
    # Something to be written all the while: the broker is away, which every process says.
    await empty_broker(place, scale)
    await asyncio.sleep(4 * scale)
    for name in names:
        _limit(place, name, resource.RLIM_INFINITY)


def _limit(place: Place, name: str, size: int) -> None:
    """No file of the process, and so no log, may grow beyond `size` bytes."""
    process = place.site.processes[name]
    if process.poll() is None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def mangle_hints(place: Place, scale: float) -> None:
    """Hints to workers and pushes to pages are lost, come twice, and overtake one another."""
    relay = place.site.processes["relay"]
    relay.send_signal(signal.SIGUSR1)
    await asyncio.sleep(12 * scale)
    relay.send_signal(signal.SIGUSR2)


def step(*seconds: float) -> Act:
    """The clock jumps to be off by so much, stays so for a while, and so on."""

    async def act(place: Place, scale: float) -> None:
        for offset in seconds:
            await asyncio.to_thread(place.step, offset)
            await asyncio.sleep(8 * scale)

    return act


WHOLE = (
    Fault("nothing", lambda place, scale: asyncio.sleep(6 * scale), 6), Fault("kill -9 a web process", kill("web")),
    Fault("kill -9 the other web process", kill("web1")), Fault("kill -9 a worker", kill("worker0")),
    Fault("kill -9 the other worker", kill("worker1")), Fault("kill -9 the bots' worker", kill("bots")),
    Fault("rolling restart", rolling_restart, 30), Fault("broker killed, back empty", empty_broker),
    Fault("PostgreSQL restarted", without_postgres(0)), Fault("PostgreSQL away for 8 s", without_postgres(8), 8),
    Fault("a worker frozen for 30 s", freeze("worker0", 30), 30), Fault("logs full, broker away", full_logs, 6),
    Fault("hints lost, doubled, reordered", mangle_hints, 12),
    Fault("clock 20 s forward, then back", step(20, 0), 16, steps_clock=True),
    Fault("clock 20 s back, then forward", step(-20, 0), 16, steps_clock=True),
)  # fmt: skip


def together(*acts: Act) -> Act:
    async def act(place: Place, scale: float) -> None:
        await asyncio.gather(*(one(place, scale) for one in acts))

    return act


SMALL = (
    Fault("kill -9 a web process, a worker, the bots", together(kill("web"), kill("worker0"), kill("bots"))),
    Fault("PostgreSQL restarted", without_postgres(0)),
    Fault("a worker frozen, hints mangled", together(freeze("worker1", 30), mangle_hints), 20),
    Fault("logs full, broker killed, back empty", full_logs, 6),
    Fault("clock forward, back, further back, forward", step(4, 0, -4, 0), 16, steps_clock=True),
)
"""Each kind, briefly and several at once."""
