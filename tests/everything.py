"""`make test`: the whole suite on PostgreSQL; beside it the checks, then what speaks SQL by itself again on SQLite.

Starts PostgreSQL, a broker and a browser itself. What cannot be had is said at the start and again at the end; with
CI=true it is a failure. What runs beside the suite takes the time that the suite leaves: journeys wait a lot. Its
output follows when it is over.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests import sharing
from tests.journeys import site
from tests.services import broker, browser, caddy, databases, nginx, packages, pgbouncer, postgres, systemd
from tests.thorough import WHOLE

BIN = Path(sys.executable).parent
CHECKS = (
    "ruff check .", "ruff format --check .", "lint-imports", "mypy", "djlint --lint templates --quiet",
    "python -m tests.lint",
)  # fmt: skip
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
CI_SEED = 3378422547
"""Of the order of the tests in CI, where no change is to fail by chance. Everybody else's runs find what hangs on an order."""
NICE = ("nice", "-n", "10")
ORDER = [f"--randomly-seed={CI_SEED}"] if os.environ.get("CI") and not WHOLE else []
PYTEST = [sys.executable, "-m", "pytest", *ORDER]
Work = tuple[str, list[str], dict[str, str]]
"""What it is called, its command, its environment."""


class Run:
    """What failed, what was skipped, and how many seconds each part has taken."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.skipped: list[str] = []
        self.seconds: dict[str, float] = {}
        self._began = time.monotonic()

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[part] = time.monotonic() - began

    def report(self) -> int:
        """Print it; the exit status."""
        for part, seconds in self.seconds.items():
            print(f"{seconds:6.0f} s {part}")
        cpu_s = sum(os.times()[:4])
        print(f"--- done in {time.monotonic() - self._began:.0f} s, with {cpu_s:.0f} s of CPU time beside the database's")
        for what in self.skipped:
            print(f"SKIPPED {what}")
        for what in self.failed:
            print(f"FAILED {what}")
        return 1 if self.failed or (self.skipped and os.environ.get("CI")) else 0


def main() -> int:
    run = Run()
    with ExitStack() as stack:
        with run.timed("preparing"):
            environment = prepare(stack, run.skipped)
        over = threading.Event()
        beside = stack.enter_context(ThreadPoolExecutor()).submit(_beside, run, list(_work_beside(stack, environment)), over)
        stack.callback(over.set)
        name = "tests on PostgreSQL"
        with run.timed(name):
            print(f"--- {name}", flush=True)
            if subprocess.run([*PYTEST, *sharing.OPTIONS, "--reuse-db", *sys.argv[1:]], env=environment).returncode:
                run.failed.append(name)
        beside.result()
    return run.report()


def prepare(stack: ExitStack, skipped: list[str]) -> dict[str, str]:
    """Start what the tests need and fetch their programs; the environment of the tests."""
    environment = {**os.environ, "REDIS_URL": stack.enter_context(broker.running())}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # dozens of processes import the same modules
    for what, tool in (("browser journeys", browser), ("the check of systemd's units", systemd)):
        if tool.missing():
            packages.install(*tool.PACKAGES)
        if reason := tool.missing():
            skipped.append(f"{what}: {reason}")
    for what, program in (("the tests of Caddy", caddy), ("those of nginx", nginx), ("those with a pooler", pgbouncer)):
        if program.missing():
            program.fetch()
        if reason := program.missing():
            skipped.append(f"{what}: {reason}")
    try:
        environment["DATABASE_URL"] = stack.enter_context(postgres.running())
    except postgres.Missing as reason_:
        skipped.append(f"everything that needs PostgreSQL: {reason_}")
    else:
        environment["TEST_TEMPLATE"] = databases.NAME
        making = stack.enter_context(ThreadPoolExecutor())  # while the workers read the tests
        making.submit(databases.make_template, environment["DATABASE_URL"])
        making.submit(site.migrated)
    return environment


def _work_beside(stack: ExitStack, environment: dict[str, str]) -> Iterator[Work]:
    for check in CHECKS:
        yield check, [str(BIN / check.split()[0]), *check.split()[1:]], environment
    if "DATABASE_URL" in environment and not sys.argv[1:]:
        on_sqlite = {**environment, "ONLY_DATABASE": "1", "REDIS_URL": stack.enter_context(broker.running())}
        del on_sqlite["DATABASE_URL"], on_sqlite["TEST_TEMPLATE"]
        yield "tests on SQLite", [*PYTEST, "--nomigrations", "-m", "not postgres", *ON_SQLITE], on_sqlite


def _beside(run: Run, work: list[Work], over: threading.Event) -> None:
    """Do it one by one until it is `over`, printing what each says when it ends."""
    for name, command, environment in work:
        if over.is_set():
            break
        with run.timed(f"{name} (beside the tests)"):
            done = subprocess.run([*NICE, *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"\n--- {name}\n{done.stdout.decode(errors='replace')}", end="", flush=True)
        if done.returncode:
            run.failed.append(name)


if __name__ == "__main__":
    sys.exit(main())
