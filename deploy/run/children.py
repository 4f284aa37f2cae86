"""The processes that `make run` starts: output in one readable stream, restarted if they die, stopped together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PATIENCE_S = 8.0
RESTART_AFTER_S = 1.0
_PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    name: str
    command: list[str]
    nice: int
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes]


class Children:
    def __init__(self) -> None:
        self._all: list[Child] = []
        # A shell starts background commands with SIGINT ignored; Ctrl-C and `kill -INT` must stop us all the same.
        signal.signal(signal.SIGINT, _interrupt)
        signal.signal(signal.SIGTERM, _interrupt)

    def start(
        self, name: str, command: Sequence[str], *, nice: int = 0, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start a process; its lines appear under its name. `nice` lowers its priority; `environment` adds to ours."""
        given = environment or {}
        self._all.append(Child(name, list(command), nice, given, _spawn(name, command, nice, given)))

    def alive(self) -> bool:
        """Whether none of them has ended."""
        return all(child.process.poll() is None for child in self._all)

    def watch(self) -> None:
        """Start again whatever dies, until interrupted."""
        while True:
            time.sleep(RESTART_AFTER_S)
            self.revive()

    def revive(self) -> None:
        """Start again whatever has died."""
        for child in self._all:
            if (status := child.process.poll()) is not None:
                print(f"{child.name:>7} | ended with status {status}; starting it again", flush=True)
                child.process = _spawn(child.name, child.command, child.nice, child.environment)

    def restart(self, name: str) -> None:
        """End one in order, and start it again; the others go on."""
        child = next(child for child in self._all if child.name == name)
        child.process.terminate()
        _wait(child.process, time.monotonic() + PATIENCE_S)
        child.process = _spawn(child.name, child.command, child.nice, child.environment)

    def stop(self) -> None:
        """End all but the first, then the first, which the others talk through; what takes too long is killed."""
        for together in (self._all[1:], self._all[:1]):
            for child in together:
                child.process.terminate()
            ends = time.monotonic() + PATIENCE_S
            for child in together:
                _wait(child.process, ends)


def _wait(process: subprocess.Popen[bytes], ends: float) -> None:
    try:
        process.wait(max(0.1, ends - time.monotonic()))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with its own children
        process.wait()


def _spawn(name: str, command: Sequence[str], nice: int, given: Mapping[str, str]) -> subprocess.Popen[bytes]:
    def prepare() -> None:
        os.nice(nice)
        _die_with_parent()

    # A session of its own: Ctrl-C reaches only us, and we stop them in order.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=prepare,
        env={**os.environ, **given},
    )  # fmt: skip
    threading.Thread(target=_copy, args=(name, process), daemon=True).start()
    return process


def _copy(name: str, process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        print(f"{name:>7} | {line.decode(errors='replace').rstrip()}", flush=True)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
