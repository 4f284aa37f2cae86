"""With a base backup and the archived log, the database is as it was at a chosen moment (docs/operating.md)."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from deploy.settings.env import ROOT
from deploy.supervisor import find_free_port
from tests.services import postgres
from tests.services.postgres import USER, Server, _call, serving

ARCHIVE = ROOT / "deploy" / "backups" / "archive-wal"
PATIENCE_S = 60


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder of the server's user, with the script where that user can read it."""
    folder = Path(mkdtemp(prefix="league-zero-pit-"))
    for name in ("wal", "restored"):
        (folder / name).mkdir()
    shutil.copy(ARCHIVE, folder)
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, USER)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def archived(server: Server, folder: Path) -> None:
    """Everything that has been written so far lies in the archive."""
    with psycopg.connect(server.url, autocommit=True) as there:
        name = there.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
        there.execute("SELECT pg_switch_wal()")
    ends = time.monotonic() + PATIENCE_S
    while not (folder / name[0]).exists():
        assert time.monotonic() < ends, "the log was not archived"
        time.sleep(0.05)


def test_a_mistake_is_undone_to_the_moment_before_it(place: Path) -> None:
    options = f"{postgres.FAST} -c archive_mode=on -c archive_command='{place}/archive-wal %p %f {place}/wal'"
    try:
        with serving(options) as server:
            with psycopg.connect(server.url, autocommit=True) as there:
                there.execute("CREATE TABLE kept (n int)")
                there.execute("INSERT INTO kept VALUES (1)")
            copy = f"-D {place}/restored/db -h 127.0.0.1 -p {server.port} -U league -X none -c fast --no-manifest"
            _call(server.programs / "pg_basebackup", *copy.split())
            with psycopg.connect(server.url, autocommit=True) as there:
                there.execute("INSERT INTO kept VALUES (2)")
                moment = there.execute("SELECT clock_timestamp()::text").fetchone()
                time.sleep(0.05)
                there.execute("DROP TABLE kept")
            assert moment is not None
            archived(server, place / "wal")
            server.stop()

            database = place / "restored" / "db"
            with (database / "postgresql.auto.conf").open("a") as settings:
                settings.write(f"restore_command = 'cp {place}/wal/%f %p'\n")
                settings.write(f"recovery_target_time = '{moment[0]}'\nrecovery_target_action = 'promote'\n")
            (database / "recovery.signal").touch()
            restored = replace(server, folder=place / "restored", port=find_free_port(), options=postgres.FAST)
            restored.start()
            try:
                with psycopg.connect(restored.url) as there:
                    assert there.execute("SELECT n FROM kept ORDER BY n").fetchall() == [(1,), (2,)]
            finally:
                restored.stop()
    except postgres.Missing as missing:
        pytest.skip(str(missing))


def test_a_file_is_archived_whole_and_never_replaced_by_another(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "wal"
    folder.mkdir()
    log.write_bytes(b"one")

    def archive() -> int:
        return subprocess.run([str(ARCHIVE), str(log), "0001", str(folder)], stderr=subprocess.DEVNULL).returncode

    assert archive() == 0
    assert archive() == 0  # told twice, as after a crash
    log.write_bytes(b"two")
    assert archive() != 0
    assert [path.read_bytes() for path in folder.iterdir()] == [b"one"]
    folder.chmod(0o500)
    shutil.rmtree(folder)
    assert archive() != 0
