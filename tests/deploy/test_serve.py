"""A trial of production on one machine, typed as docs/operating.md shows it: it serves, rolls over, and stops."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from tests.docs.blocks import blocks
from tests.services import broker, databases

pytestmark = [pytest.mark.postgres, pytest.mark.processes, pytest.mark.prove]
PATIENCE_S = 240.0
NAMES = ["worker-1", "worker-2", "bots-1", "reviews-1"]


class Trial:
    """The block, run by a shell, and all that it prints."""

    def __init__(self, text: str, folder: Path) -> None:
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "VAR_DIR": str(folder / "var")}
        self.process = subprocess.Popen(
            ["bash", "-euc", text], cwd=ROOT, env=environment, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.lines: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def prints(self, words: str, times: int = 1) -> bool:
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends and self.process.poll() is None:
            if sum(words in line for line in self.lines) >= times:
                return True
            time.sleep(0.1)
        return False


def _two_ports() -> int:
    """The first of two neighbours that nobody listens at."""
    for port in range(23_000, 32_000, 2):
        with socket.socket() as one, socket.socket() as other:
            try:
                one.bind(("127.0.0.1", port))
                other.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no two ports are free")


@pytest.fixture
def hints() -> Iterator[str]:
    server = broker.Server()
    server.start()
    yield f"redis://127.0.0.1:{server.port}/0"
    server.kill()


def test_a_trial_serves_restarts_one_after_another_and_ends_in_order(hints: str, tmp_path: Path) -> None:
    (block,) = (one for one in blocks("sh") if "deploy.serve" in one.text)
    port = _two_ports()
    text = re.sub(r"redis://\S+", hints, block.text).replace("8001", str(port))
    with databases.beside("trial") as database:
        _try_out(re.sub(r"postgres://\S+", database, text), port, tmp_path)


def _try_out(text: str, port: int, tmp_path: Path) -> None:
    trial = Trial(text.replace(".venv/bin/python", f"exec {sys.prefix}/bin/python"), tmp_path)
    try:
        names = [*NAMES, f"web-{port}", f"web-{port + 1}"]
        assert trial.prints(f"League Zero is running: {' '.join(names)}"), trial.lines
        for web_port in (port, port + 1):
            with urllib.request.urlopen(f"http://localhost:{web_port}/readyz", timeout=30) as answer:
                assert answer.status == 200
        trial.process.send_signal(signal.SIGHUP)
        assert trial.prints("restarted in", times=len(names)), trial.lines
        assert [line.split()[0] for line in trial.lines if "restarted in" in line] == names
        trial.process.terminate()
        assert trial.process.wait(60) == 0
    finally:
        if trial.process.poll() is None:
            os.killpg(trial.process.pid, signal.SIGKILL)
    assert not [line for line in trial.lines if "Traceback" in line]
