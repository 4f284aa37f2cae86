"""The site behind a real PgBouncer in transaction mode, with fewer connections than it has threads.

Its broker listens at a socket, which is tried with it.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy import run as site_run
from tests.services import databases, pgbouncer, postgres

pytestmark = [pytest.mark.processes, pytest.mark.postgres]
PLAYED = """
import asyncio, os, sys
from tests.load import bench, site
with site.on(os.environ["REDIS_URL"], os.environ["DATABASE_URL"], ["web", "worker0"]) as running:
    matches = bench.open_matches(6)
    taken = asyncio.run(bench.play(running.port, matches, 4))
    from django.db import connection
    from matches.models import Match, Submission
    from league.people.models import Player
    assert len(taken) >= 18, taken
    assert Submission.objects.filter(judged_at=None).count() == 0
    assert not Match.objects.filter(status="review").exists()
    assert len(list(Player.objects.order_by("pk").iterator(chunk_size=3))) == 12
    flags = bench.open_matches(2, turn_ms=1500, reserve_ms=0)
    assert len(asyncio.run(bench.flags(running.port, flags))) == 2
    for log in ("web", "worker0"):
        told = running.log(log).read_text()
        assert not any(words in told for words in ("prepared statement", "no hint", "Traceback")), told
    print("played", len(taken))
"""


@pytest.fixture(scope="module")
def pooled() -> Iterator[tuple[str, str]]:
    """The database through the pool, and the same one directly."""
    if reason := pgbouncer.missing():
        pytest.skip(reason)
    with databases.beside("pooled") as direct, pgbouncer.serving(direct, connections=3) as url:
        yield url, direct


@contextmanager
def broker_socket() -> Iterator[str]:
    with TemporaryDirectory(prefix="lz") as folder:  # the path of a socket may have about a hundred bytes
        path = f"{folder}/broker.sock"
        process = subprocess.Popen([*site_run.build_broker_command(0), "--unixsocket", path])
        ends = time.monotonic() + 10
        while not Path(path).exists() and time.monotonic() < ends:
            time.sleep(0.02)
        try:
            yield f"unix://{path}?db=0"
        finally:
            process.kill()
            process.wait()


def run(script: list[str], url: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "DATABASE_URL": url, "DATABASE_POOLED": "1", **environment}
    return subprocess.run([sys.executable, *script], env=given, capture_output=True, text=True, timeout=300)


def test_matches_are_played_through_it_and_over_a_socket(pooled: tuple[str, str]) -> None:
    with broker_socket() as redis:
        done = run(["-c", PLAYED], pooled[0], REDIS_URL=redis)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "played" in done.stdout


@pytest.mark.prove
def test_a_backup_goes_past_it(pooled: tuple[str, str], tmp_path: Path) -> None:
    assert run(["manage.py", "migrate", "-v", "0"], pooled[0]).returncode == 0
    line = ["manage.py", "backup", str(tmp_path)]
    refused = run(line, pooled[0])
    assert refused.returncode == 1
    assert "Set DIRECT_DATABASE_URL" in refused.stderr.replace("\n", " ")
    assert not list(tmp_path.iterdir())
    line += ["--metrics", str(tmp_path / "backup.prom")]
    done = run(line, pooled[0], DIRECT_DATABASE_URL=pooled[1], PG_BIN=str(postgres._programs()))
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.dump"))) == 1
    assert "league_zero_backup_made_seconds" in (tmp_path / "backup.prom").read_text()
