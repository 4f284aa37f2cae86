"""What the site costs when nobody plays: `python -m tests.load --only idle`. Transactions are counted by PostgreSQL."""

import time

from tests.load import meters
from tests.load.site import Site

SECONDS = 30.0
SETTLE_S = 10.0
MOST_TRANSACTIONS = 10.0
"""A second, of all processes together."""
MOST_CPU = 1.0
"""Per cent of a core, of each worker."""


def measure(site: Site) -> tuple[float, float]:
    """Return transactions a second, and the per cent of a core that the busiest worker uses."""
    time.sleep(SETTLE_S)
    before, commits, began = _used(site), _commits(), time.monotonic()
    time.sleep(SECONDS)
    took, made = time.monotonic() - began, _commits() - commits
    return made / took, max(100 * (now - before[name]) / took for name, now in _used(site).items())


def _used(site: Site) -> dict[str, float]:
    workers = {name: process for name, process in site.processes.items() if name.startswith("worker")}
    return {name: meters.cpu_s(meters.family(process.pid)) for name, process in workers.items()}


def _commits() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
