"""Files that only their owner may read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite makes beside a database, with the mode of the database."""


def make_private(database: Path) -> None:
    """Give an SQLite database mode 0600, and make it with that: SQLite would let everybody on the machine read it."""
    with suppress(OSError):  # of another user, or in no folder: SQLite then says what is wrong
        database.touch(mode=0o600)
    for path in (database, *(database.with_name(database.name + end) for end in BESIDE)):
        with suppress(OSError):
            path.chmod(0o600)
