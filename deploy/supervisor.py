"""Child processes of `make run` and `deploy.serve`: ports, output, restarts and readiness.

Their output is merged into one stream, children that exit are restarted, and all are stopped together.
"""

import ctypes
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

STOP_TIMEOUT_S = 8.0
RESTART_AFTER_S = 1.0
_PR_SET_PDEATHSIG = 1
PORT_RANGE = range(20_000, 32_768)


class Process:
    """A child process whose output lines carry its name. `nice` lowers its priority; `environment` extends ours."""

    def __init__(self, name: str, command: Sequence[str], nice: int, environment: Mapping[str, str]) -> None:
        self.name, self.command, self.nice, self.environment = name, command, nice, environment
        self.spawn()

    def spawn(self) -> None:
        """Start or restart the process."""

        def prepare() -> None:
            os.nice(self.nice)
            if sys.platform == "linux":  # The child dies with its parent.
                ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)

        # A new session, so that Ctrl-C reaches only this process, which then stops the children in order.
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=prepare,
            env={**os.environ, **self.environment},
        )  # fmt: skip
        threading.Thread(target=self._forward_output, args=(self.process,), daemon=True).start()

    def _forward_output(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            print(f"{self.name:>7} | {line.decode(errors='replace').rstrip()}", flush=True)

    def end(self, deadline: float) -> None:
        """Wait until `deadline` (monotonic seconds) for the process to exit, then kill it."""
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # Includes its own children.
            self.process.wait()


class ProcessGroup:
    """The child processes of one command."""

    def __init__(self) -> None:
        self._all: list[Process] = []
        # A shell starts background commands with SIGINT ignored; Ctrl-C and `kill -INT` must still stop everything.
        signal.signal(signal.SIGINT, _interrupt)
        signal.signal(signal.SIGTERM, _interrupt)

    def start(self, name: str, command: Sequence[str], *, nice: int = 0, environment: Mapping[str, str] | None = None) -> None:
        """Start a child process; for the options see `Process`."""
        self._all.append(Process(name, command, nice, environment or {}))

    def alive(self) -> bool:
        """Return whether all children are running."""
        return all(child.process.poll() is None for child in self._all)

    def watch(self) -> None:
        """Restart children that exit, until interrupted."""
        while True:
            time.sleep(RESTART_AFTER_S)
            self.revive()

    def revive(self) -> None:
        """Restart the children that have exited."""
        for child in self._all:
            if (status := child.process.poll()) is not None:
                print(f"{child.name:>7} | exited with status {status}; restarting", flush=True)
                child.spawn()

    def restart(self, name: str) -> None:
        """Restart one child gracefully, leaving the others running."""
        child = next(child for child in self._all if child.name == name)
        child.process.terminate()
        child.end(time.monotonic() + STOP_TIMEOUT_S)
        child.spawn()

    def stop(self) -> None:
        """Stop all but the first child (the broker of the others), then the first; kill those that take too long."""
        for group in (self._all[1:], self._all[:1]):
            for child in group:
                child.process.terminate()
            deadline = time.monotonic() + STOP_TIMEOUT_S
            for child in group:
                child.end(deadline)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class ReadinessSocket:
    """A socket that receives the ready message of a process (NOTIFY_SOCKET). `path` may have about 100 bytes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._line: socket.socket | None = None

    def listen(self) -> None:
        """Start listening, discarding earlier messages."""
        if self._line is not None:
            self._line.close()
        self.path.unlink(missing_ok=True)
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(self.path))

    def wait(self, seconds: float) -> bool:
        """Return whether the process reports that it is ready within `seconds`."""
        assert self._line is not None
        deadline = time.monotonic() + seconds
        while (remaining := deadline - time.monotonic()) > 0:
            self._line.settimeout(remaining)
            try:
                if b"READY=1" in self._line.recv(4096).split(b"\n"):
                    return True
            except TimeoutError:
                break
        return False


class PortTaken(Exception):
    """The port is in use; the message says what to do."""


def check_port_free(host: str, port: int) -> None:
    """Raise PortTaken unless the site can listen at host:port."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(
                f"Can't listen on {host}:{port}: {error.strerror}. The port may be in use; "
                f"try another one: make run PORT={port + 1}"
            ) from error


def find_free_port() -> int:
    """Return a loopback port that is free now.

    It lies below the ephemeral range, so that an outgoing connection cannot take it before it is used.
    """
    for port in random.sample(PORT_RANGE, 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise PortTaken("No free loopback port found.")
