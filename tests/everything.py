"""`make test`: checks, then the whole suite on PostgreSQL, then what touches the database again on SQLite.

Starts PostgreSQL, a broker and a browser itself. What cannot be had is said at the start and again at the end; with
CI=true it is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.services import broker, browser, postgres

BIN = Path(sys.executable).parent
CHECKS = ("ruff check .", "ruff format --check .", "lint-imports", "mypy", "djlint --lint templates --quiet")
ON_SQLITE = ("tests/matches", "tests/league")


def main() -> int:
    skipped: list[str] = []
    failed: list[str] = []
    began = time.monotonic()
    with ExitStack() as stack:
        environment = {**os.environ, "REDIS_URL": stack.enter_context(broker.running())}
        if browser.missing():
            browser.install()
        if reason := browser.missing():
            skipped.append(f"browser journeys: {reason}")
        for check in CHECKS:
            _run(check, [str(BIN / check.split()[0]), *check.split()[1:]], environment, failed)
        try:
            environment["DATABASE_URL"] = stack.enter_context(postgres.running())
        except postgres.Missing as reason_:
            skipped.append(f"everything that needs PostgreSQL: {reason_}")
        pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup"]
        _run("tests on PostgreSQL", [*pytest, *sys.argv[1:]], environment, failed)
        if "DATABASE_URL" in environment and not sys.argv[1:]:
            del environment["DATABASE_URL"]
            environment["ONLY_DATABASE"] = "1"
            _run("tests on SQLite", [*pytest, "-m", "not postgres", *ON_SQLITE], environment, failed)
    _report(failed, skipped, time.monotonic() - began)
    return 1 if failed or (skipped and os.environ.get("CI")) else 0


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
