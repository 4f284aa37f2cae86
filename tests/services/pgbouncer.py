"""A PgBouncer in transaction mode in front of a PostgreSQL, with fewer connections to it than it has clients."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from deploy.supervisor import find_free_port
from tests.services import packages

UNPACKED = Path(__file__).resolve().parents[2] / "var" / "pgbouncer"
USER = "nobody"
PATIENCE_S = 20
CONFIGURED = """[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 500
server_reset_query_always = 0
"""
"""`auth_type = any` signs everybody in as the user of the database line: it is the test's own server."""


def missing() -> str | None:
    """None if it is there, else what to install."""
    return None if program() else "PgBouncer is not installed (Debian: apt install pgbouncer)"


def fetch() -> None:
    """Have the package's program without installing it, for an installed one would be started."""
    packages.unpack("pgbouncer", UNPACKED)
    packages.unpack("libc-ares2", UNPACKED)


def program() -> str | None:
    folders = f"{os.environ['PATH']}:/usr/sbin:{UNPACKED / 'usr/sbin'}"
    return os.environ.get("PGBOUNCER") or shutil.which("pgbouncer", path=folders)


@contextmanager
def serving(database: str, *, connections: int = 4) -> Iterator[str]:
    """Yield the URL under which the database of this URL is reached through the pool."""
    given, port = urlsplit(database), find_free_port()
    folder = Path(tempfile.mkdtemp(prefix="league-zero-pgbouncer-"))
    folder.chmod(0o755)
    file = folder / "pgbouncer.ini"
    text = CONFIGURED.format(server=given.port, port=port, connections=connections)
    file.write_text(text.replace("* = ", f"* = user={given.username} "))
    user = USER if os.geteuid() == 0 else None  # it refuses to run as root
    libraries = ":".join(str(found) for found in UNPACKED.glob("usr/lib/*-linux-gnu"))
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}
    command = [program() or "pgbouncer", "-q", str(file)]
    process = subprocess.Popen(command, user=user, env=environment, stderr=subprocess.PIPE)
    try:
        url = given._replace(netloc=f"{given.username}@127.0.0.1:{port}").geturl()
        _wait(url, process)
        yield url
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    ends = time.monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > ends:
                process.kill()
                said = process.stderr.read().decode() if process.stderr else ""
                raise RuntimeError(f"PgBouncer did not start: {said[-2000:]}") from None
            time.sleep(0.05)
        else:
            return
