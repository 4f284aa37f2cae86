"""`make test`: the whole suite on PostgreSQL; beside it the checks, then what speaks SQL by itself again on SQLite.

Starts PostgreSQL, a broker and a browser itself. What cannot be had is said at the start and again at the end; with
CI=true it is a failure. What runs beside the suite takes the time that the suite leaves: journeys wait a lot. Its
output follows when it is over.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from tests import sharing
from tests.services import broker, browser, caddy, packages, pgbouncer, postgres, systemd

BIN = Path(sys.executable).parent
CHECKS = (
    "ruff check .",
    "ruff format --check .",
    "lint-imports",
    "mypy",
    "djlint --lint templates --quiet",
    "python -m tests.lint",
)
ON_SQLITE = [
    f"tests/{path}"
    for path in (
        "matches/actions/test_bot_queue.py", "matches/actions/test_idle_sweep.py", "matches/actions/test_judging.py",
        "matches/actions/test_outages.py", "matches/actions/test_sweep.py", "matches/api/test_idempotency.py",
        "matches/queries/test_listing.py", "matches/stream", "matches/test_moment.py", "league/stats/test_counting.py",
        "league/stats/test_reading.py", "league/home", "league/ratings/test_ratings.py",
    )
]  # fmt: skip
"""Where we write SQL ourselves. Django writes the rest, and the site of the journeys stores in SQLite."""
NICE = ("nice", "-n", "10")
PYTEST = [sys.executable, "-m", "pytest"]
Work = tuple[str, list[str], dict[str, str]]
"""What it is called, its command, its environment."""


def main() -> int:
    skipped: list[str] = []
    failed: list[str] = []
    began = time.monotonic()
    with ExitStack() as stack:
        environment = {**os.environ, "REDIS_URL": stack.enter_context(broker.running())}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # dozens of processes import the same modules
        for what, tool in (("browser journeys", browser), ("the check of systemd's units", systemd)):
            if tool.missing():
                packages.install(*tool.PACKAGES)
            if reason := tool.missing():
                skipped.append(f"{what}: {reason}")
        if caddy.missing():
            caddy.fetch()
        if reason := caddy.missing():
            skipped.append(f"the tests of the proxy: {reason}")
        if pgbouncer.missing():
            pgbouncer.fetch()
        if reason := pgbouncer.missing():
            skipped.append(f"the tests with a pooler: {reason}")
        on_sqlite = {**environment, "ONLY_DATABASE": "1", "REDIS_URL": stack.enter_context(broker.running())}
        on_sqlite.pop("DATABASE_URL", None)
        work = [(check, [str(BIN / check.split()[0]), *check.split()[1:]], environment) for check in CHECKS]
        try:
            environment["DATABASE_URL"] = stack.enter_context(postgres.running())
        except postgres.Missing as reason_:
            skipped.append(f"everything that needs PostgreSQL: {reason_}")
        if "DATABASE_URL" in environment and not sys.argv[1:]:
            work.append(("tests on SQLite", [*PYTEST, "-m", "not postgres and not thorough", *ON_SQLITE], on_sqlite))
        over = threading.Event()
        beside = stack.enter_context(ThreadPoolExecutor()).submit(_beside, work, over)
        stack.callback(over.set)
        _run("tests on PostgreSQL", [*PYTEST, *sharing.OPTIONS, *sys.argv[1:]], environment, failed)
        failed += beside.result()
    _report(failed, skipped, time.monotonic() - began)
    return 1 if failed or (skipped and os.environ.get("CI")) else 0


def _beside(work: list[Work], over: threading.Event) -> list[str]:
    """Do it one by one until it is `over`, printing what each says when it ends; the names of what failed."""
    failed: list[str] = []
    for name, command, environment in work:
        if over.is_set():
            break
        done = subprocess.run([*NICE, *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"\n--- {name}\n{done.stdout.decode(errors='replace')}", end="", flush=True)
        if done.returncode:
            failed.append(name)
    return failed


def _run(name: str, command: list[str], environment: dict[str, str], failed: list[str]) -> None:
    print(f"--- {name}", flush=True)
    if subprocess.run(command, env=environment).returncode:
        failed.append(name)


def _report(failed: list[str], skipped: list[str], seconds: float) -> None:
    print(f"--- done in {seconds:.0f} s")
    for what in skipped:
        print(f"SKIPPED {what}")
    for what in failed:
        print(f"FAILED {what}")


if __name__ == "__main__":
    sys.exit(main())
