"""A broker of our own for the length of a test run."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from deploy import run
from deploy.supervisor import ProcessGroup, find_free_port


@contextmanager
def running() -> Iterator[str]:
    """Start it; yield its URL."""
    children = ProcessGroup()
    try:
        yield run.start_broker(children)
    finally:
        children.stop()


class Server:
    """A broker that can be killed and started again, empty, at the same address."""

    def __init__(self) -> None:
        self.port = find_free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(run.build_broker_command(self.port), stdout=subprocess.DEVNULL)
        run.wait_for_broker(self.port)

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
