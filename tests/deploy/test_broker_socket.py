"""A broker that listens at a socket of this machine alone: `REDIS_URL=unix:///run/valkey/valkey.sock?db=0`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy import run
from tests.services import postgres

PLAYED = """
import asyncio, os
from tests.load import bench, site
with site.on(os.environ["REDIS_URL"], os.environ["DATABASE_URL"], ["web", "worker0"]) as running:
    taken = asyncio.run(bench.play(running.port, bench.open_matches(2), 2))
    from matches.announce import wake
    wake("league.tasks.sweep_league")
    told = running.log("web").read_text() + running.log("worker0").read_text()
    assert len(taken) >= 2 and "no hint" not in told and "Traceback" not in told, told
    print("played")
"""


@pytest.fixture
def socket() -> Iterator[str]:
    with TemporaryDirectory(prefix="lz") as folder:  # the path of a socket may have about a hundred bytes
        path = f"{folder}/broker.sock"
        process = subprocess.Popen([*run.broker_command(0), "--unixsocket", path])
        ends = time.monotonic() + 10
        while not Path(path).exists() and time.monotonic() < ends:
            time.sleep(0.02)
        try:
            yield f"unix://{path}?db=0"
        finally:
            process.kill()
            process.wait()


@pytest.mark.processes
@pytest.mark.postgres
def test_matches_are_played_over_it(socket: str) -> None:
    with postgres.running() as url:
        given = {**os.environ, "DATABASE_URL": url, "REDIS_URL": socket}
        done = subprocess.run([sys.executable, "-c", PLAYED], env=given, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no hint" not in done.stderr


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:6379/1", "redis://h:6379/1"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
        ("unix://:secret@/run/valkey.sock?db=3", "redis+socket://:secret@/run/valkey.sock?virtual_host=3"),
    ],
)
def test_celery_is_told_of_the_same_broker(url: str, expected: str) -> None:
    script = "from deploy.settings.storage import CELERY_BROKER_URL; print(CELERY_BROKER_URL)"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "REDIS_URL": url}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == expected
