"""Whether the address can be had, before anything else is started."""

import random
import socket
from contextlib import suppress

CANDIDATES = range(20_000, 32_768)


class PortTaken(Exception):
    """Something else listens there; the message says what to do."""


def check_free(host: str, port: int) -> None:
    """Raise PortTaken unless the site could listen at host:port."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(
                f"Cannot listen at {host}:{port}: {error.strerror}. Another program may use this port; "
                f"choose another one: make run PORT={port + 1}"
            ) from error


def free_port() -> int:
    """Return a loopback port that nobody listens at now.

    It lies below the ports that systems give to outgoing connections, one of which could take it before it is used.
    """
    for port in random.sample(CANDIDATES, 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise PortTaken("No loopback port is free.")
