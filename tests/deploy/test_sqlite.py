"""The file of a small installation: kept from other users of the machine, and from a power cut."""

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


@pytest.mark.parametrize("there", [False, True])
def test_the_file_is_its_owners_and_every_commit_is_on_the_disk(tmp_path: Path, there: bool) -> None:
    if there:  # from before
        (tmp_path / "league.sqlite3").touch(mode=0o644)
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:-1] == [
        "2", "wal", "league.sqlite3 0o600", "league.sqlite3-shm 0o600", "league.sqlite3-wal 0o600",
    ]  # fmt: skip
