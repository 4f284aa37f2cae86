"""What measurements share: arguments, a database, percentiles and figures held against limits, pages that are asked for."""

import argparse
import gzip
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from tests.services import postgres

TIMES = 9
missed: list[str] = []
"""A sentence for each limit that was not held."""


def read_arguments(**defaults: Any) -> argparse.Namespace:
    """Return the options of the command line, one for each default and of its type; a list takes several values."""
    parser = argparse.ArgumentParser()
    for name, value in defaults.items():
        several = isinstance(value, list)
        parser.add_argument(
            f"--{name}", type=type(value[0] if several else value), nargs="+" if several else None, default=value
        )
    return parser.parse_args()


@contextmanager
def database(*, durable: bool = False) -> Iterator[None]:
    """Set Django up on an empty league in a PostgreSQL of its own, `durable` as a real one is; there is no broker."""
    with TemporaryDirectory() as var, postgres.running(durable=durable) as url:
        os.environ |= {"VAR_DIR": var, "DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0", "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        import django
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


def timed(act: Callable[[], object], times: int = 1) -> tuple[float, float]:
    """Return the milliseconds by the clock and of this process's own time, the best of several goes."""
    wall, own = [], []
    for _ in range(times):
        at, used = time.perf_counter(), time.process_time()
        act()
        wall.append(1000 * (time.perf_counter() - at))
        own.append(1000 * (time.process_time() - used))
    return min(wall), min(own)


def report(name: str, times: Sequence[float], *, p50: float | None = None, p99: float | None = None) -> None:
    """Print the percentiles of milliseconds, and note which of them are over a limit."""
    cuts = statistics.quantiles(times, n=100)
    print(f"{name}: n {len(times)}, p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, max {max(times):.1f} ms", flush=True)
    for which, value, limit in (("p50", cuts[49], p50), ("p99", cuts[98], p99)):
        if limit is not None and value > limit:
            missed.append(f"{name}: {which} {value:.1f} ms, wanted {limit:g}")


def hold(name: str, value: float, limit: float, *, at_least: bool = False) -> None:
    print(f"{name}: {value:.1f} ({'at least' if at_least else 'at most'} {limit:g})", flush=True)
    if value < limit if at_least else value > limit:
        missed.append(f"{name}: {value:.1f}, wanted {limit:g}")


def ask(client: Any, url: str, *, most_ms: float = 150, most_queries: int = 12) -> None:
    """Print what a page costs the server (middleware, database and template): milliseconds, queries, its size packed."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    status = client.get(url).status_code  # templates are read
    if status != 200:
        missed.append(f"{url}: {status}")
        return
    took = [timed(lambda: client.get(url)) for _ in range(TIMES)]
    with CaptureQueriesContext(connection) as asked:
        size = len(gzip.compress(client.get(url).getvalue(), 6)) / 1000
    median, cpu = (statistics.median(times) for times in zip(*took, strict=True))
    print(f"{url:46} p50 {median:5.1f} ms, CPU {cpu:5.1f} ms, {len(asked):2} queries, {size:5.1f} kB packed", flush=True)
    for value, limit, unit in ((median, most_ms, "ms"), (len(asked), most_queries, "queries")):
        if value > limit:
            missed.append(f"{url}: {value:.0f} {unit}, wanted {limit:g}")


def tell_missed() -> None:
    for line in missed:
        print(f"MISSED {line}")
