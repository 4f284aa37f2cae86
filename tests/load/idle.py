"""What the site costs when nobody plays: `python -m tests.load --only idle`, or `python -m tests.load.idle` alone.

Two web processes, two workers and one for bots, as `deploy.serve` starts them. Transactions are counted by PostgreSQL.
"""

import sys
import time
from dataclasses import dataclass

from tests.load import meters, site as running_site
from tests.load.site import Site

SECONDS = 30.0
SETTLE_S = 10.0
MOST_TRANSACTIONS = 10.0
"""A second, of all processes together."""
MOST_CPU = 1.0
"""Per cent of a core, of each worker."""


@dataclass(frozen=True)
class Idle:
    transactions: float
    """A second."""
    cpu: dict[str, float]
    """Per cent of a core, by process."""

    @property
    def workers(self) -> float:
        """The per cent of a core that the busiest worker uses."""
        return max(share for name, share in self.cpu.items() if name.startswith("worker"))


def measure(site: Site, seconds: float = SECONDS) -> Idle:
    time.sleep(SETTLE_S)
    before = {name: meters.cpu_s(meters.family(process.pid)) for name, process in site.processes.items()}
    commits, began = _commits(), time.monotonic()
    time.sleep(seconds)
    took, made = time.monotonic() - began, _commits() - commits
    cpu = {
        name: 100 * (meters.cpu_s(meters.family(process.pid)) - before[name]) / took for name, process in site.processes.items()
    }
    return Idle(made / took, cpu)


def _commits() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def main() -> int:
    with running_site.running(webs=2, workers=2, bots=True) as site:
        found = measure(site)
    print(f"idle: {found.transactions:.1f} transactions a second (at most {MOST_TRANSACTIONS:g})")
    for name, share in found.cpu.items():
        print(f"  {name}: {share:.2f} % of a core")
    return int(found.transactions > MOST_TRANSACTIONS or found.workers > MOST_CPU)


if __name__ == "__main__":
    sys.exit(main())
