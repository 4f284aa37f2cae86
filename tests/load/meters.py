"""What processes use, read from /proc, and what the database counts."""

import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """The process and everything below it that lives."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def cpu_s(pids: Iterable[int]) -> float:
    """CPU seconds that these processes have used so far, with those of children that they have waited for."""
    return sum(sum(map(int, _stat(pid)[11:15])) for pid in pids) / TICKS


def memory_mb(pids: Iterable[int]) -> float:
    """Resident memory of their own: what is shared with others counts for nobody."""
    total = 0
    for pid in pids:
        resident, shared = map(int, Path(f"/proc/{pid}/statm").read_text().split()[1:3])
        total += resident - shared
    return total * PAGE / 1e6


def _stat(pid: int) -> list[str]:
    """The fields after the name; a process that has just ended has used nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 40


def database_connections() -> int:
    """Clients of the database, this one left out."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])
