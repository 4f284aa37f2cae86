"""Where data is stored: in a file that other users can't read and that survives a power cut, and a broker at a local socket.

Matches are played over one in `test_poolers`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import django, os
os.umask(0o022)
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE IF NOT EXISTS t (n integer)")
    cursor.execute("INSERT INTO t VALUES (1)")
    for pragma in ("synchronous", "journal_mode"):
        cursor.execute(f"PRAGMA {pragma}")
        print(cursor.fetchone()[0])
    for name in sorted(os.listdir(os.environ["VAR_DIR"])):
        if "sqlite" in name:
            print(name, oct(os.stat(os.path.join(os.environ["VAR_DIR"], name)).st_mode & 0o777))
"""


def run(*words: str, **given: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "PRODUCTION")}
    return subprocess.run([sys.executable, *words], env={**kept, **given}, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("there", [False, True])
def test_the_file_is_its_owners_and_every_commit_is_on_the_disk(tmp_path: Path, there: bool) -> None:
    if there:  # from before
        (tmp_path / "league.sqlite3").touch(mode=0o644)
    done = run("-c", SCRIPT, VAR_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="deploy.settings")
    assert done.stdout.splitlines() == [
        "2", "wal", "league.sqlite3 0o600", "league.sqlite3-shm 0o600", "league.sqlite3-wal 0o600",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:6379/1", "redis://h:6379/1"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
        ("unix://:secret@/run/valkey.sock?db=3", "redis+socket://:secret@/run/valkey.sock?virtual_host=3"),
    ],
)
def test_celery_is_told_of_the_same_broker(url: str, expected: str) -> None:
    done = run("-c", "from deploy.settings.storage import CELERY_BROKER_URL; print(CELERY_BROKER_URL)", REDIS_URL=url)
    assert done.stdout.strip() == expected


def test_a_command_says_in_a_line_that_there_is_no_database_to_ask(tmp_path: Path) -> None:
    done = run("manage.py", "account", "ada", VAR_DIR=str(tmp_path), DATABASE_URL="postgres://x@127.0.0.1:1/x")
    assert done.returncode == 1
    [line] = done.stderr.strip().splitlines()
    assert "connection failed" in line
    assert "DATABASE_URL" in line
