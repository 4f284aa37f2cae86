"""The site as `make run` starts it: SQLite, the embedded broker, a web process and a worker."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from deploy.settings.env import ROOT
from deploy.supervisor import find_free_port

P, T = ParamSpec("P"), TypeVar("T")
UP_S = 600
DOWN_S = 60
DATABASE = "league.sqlite3"


@dataclass
class RunningSite:
    """A site that runs: its address, what it printed so far, and the process that runs it."""

    port: int
    environment: dict[str, str]
    output: Path
    process: subprocess.Popen[bytes]
    _desk: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def printed(self) -> str:
        return self.output.read_text()

    def wait_until_open(self) -> None:
        ends = time.monotonic() + UP_S
        while "is running at" not in self.printed():
            if self.process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(f"the site did not come up:\n{self.printed()}")
            time.sleep(0.1)

    def children(self) -> dict[int, str]:
        """The command lines of its processes by process id."""
        return {pid: words for pid, parent, words in _processes() if parent == self.process.pid}

    def kill_web(self) -> None:
        """End the web process as a crash would."""
        os.kill(next(pid for pid, words in self.children().items() if "deploy.web_server" in words), signal.SIGKILL)

    def do(self, act: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Have the desk call this function in the site's environment; what it returns, as JSON has it.

        The desk opens when it is asked for the first time, and stays.
        """
        if self._desk is None:
            self._desk = subprocess.Popen(
                [sys.executable, "-m", "tests.journeys.desk"],
                env={**self.environment, "REDIS_URL": self._broker()},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        asking, answering = self._desk.stdin, self._desk.stdout
        assert asking
        assert answering
        asking.write(json.dumps([act.__module__, act.__name__, given, named]) + "\n")
        asking.flush()
        told = json.loads(answering.readline() or '{"wrong": "the desk is closed"}')
        assert "made" in told, told["wrong"]
        return told["made"]  # type: ignore[no-any-return]

    def _broker(self) -> str:
        """The address of the broker that the site has started, so that the desk's hints reach its workers."""
        found = (re.search(r"-server (127\.0\.0\.1:\d+)", words) for words in self.children().values())
        return next(f"redis://{one[1]}/0" for one in found if one)

    def close_desk(self) -> None:
        if self._desk is not None:
            self._desk.communicate()
            self._desk = None

    def stop(self) -> int:
        """Stop it as Ctrl-C does; the exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(DOWN_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def start(var: Path, **environment: str) -> RunningSite:
    """Start a site that stores in `var`; it may not be open yet."""
    port = find_free_port()
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    given = {**inherited, "PYTHONUNBUFFERED": "1", "VAR_DIR": str(var), "PORT": str(port), **environment}
    output = var / "printed.txt"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "deploy.run"],
            env=given, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, preexec_fn=_hear_interrupts,
        )  # fmt: skip
    return RunningSite(int(given["PORT"]), given, output, process)


@contextmanager
def running(var: Path, **environment: str) -> Iterator[RunningSite]:
    """A site that is open. Its tables are there already: to make them takes most of a start."""
    shutil.copy(migrated(), var / DATABASE)
    site = start(var, **environment)
    try:
        site.wait_until_open()
        yield site
    finally:
        site.close_desk()
        if site.process.poll() is None:
            site.stop()


def migrated() -> Path:
    """A database with every table and no row, made once for all sites of tests, until a migration changes."""
    migrations = [file for app in ("league", "matches") for file in sorted((ROOT / app).glob("**/migrations/*.py"))]
    content = b"".join(file.read_bytes() for file in (*migrations, ROOT / "requirements-test.lock"))
    kept = ROOT / "var" / "tests" / f"{sha256(content).hexdigest()[:16]}.sqlite3"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as lock, TemporaryDirectory(dir=kept.parent) as var:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env={**environment, "VAR_DIR": var}, check=True)
            (Path(var) / DATABASE).replace(kept)
    return kept


def _hear_interrupts() -> None:
    # A test run in the background of a shell ignores SIGINT, and what it starts would inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _processes() -> Iterator[tuple[int, int, str]]:
    """Process id, parent's id and command line of everything that runs here."""
    listed = subprocess.run(["ps", "-wweo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        pid, parent, words = line.split(maxsplit=2)
        yield int(pid), int(parent), words
