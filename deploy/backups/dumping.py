"""Dump a database while it is used, and say beside the dump what stood in every table at that moment."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg

from deploy.backups.place import Impossible, Place
from deploy.backups.tables import Content, contents, extensions, migrations, sequences

FORMAT = 2
READ = (1, FORMAT)
"""Papers that are understood: those of the first format name no extensions, for there were none."""
NAMED = re.compile(r"league-zero-(\d{8}T\d{6})Z\.dump")
LEAST = 3
"""So many are kept, however old."""


@dataclass(frozen=True)
class Paper:
    """What lies beside a dump, as JSON."""

    format: int
    made_at: str
    server: int
    """The major version of the PostgreSQL that it comes from."""
    sha256: str
    migrations: list[str]
    sequences: dict[str, int]
    tables: dict[str, Content]
    extensions: list[str] = field(default_factory=list)
    """PostgreSQL's own parts that indexes of the dump are made of. They are not in it."""

    @classmethod
    def beside(cls, dump: Path) -> Paper:
        """Read it; Impossible if it is not there, or the dump is not the one that it tells of."""
        try:
            told: dict[str, Any] = json.loads(_paper_of(dump).read_text())
        except (OSError, ValueError) as error:
            raise Impossible(f"{_paper_of(dump)}, which belongs to the dump, cannot be read: {error}") from error
        if told.get("format") not in READ:
            raise Impossible(f"{_paper_of(dump)} was written by another version of League Zero.")
        told["tables"] = {name: Content(**content) for name, content in told["tables"].items()}
        paper = cls(**told)
        if paper.sha256 != digest(dump):
            raise Impossible(f"{dump} is damaged: it is not what was written when it was made.")
        return paper


def dump(place: Place, folder: Path, at: datetime) -> Path:
    """Write a dump and its paper into the folder, readable by their owner alone; return the dump's path.

    Both are of one snapshot, so that nothing that is done meanwhile stands in one and not in the other.
    """
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Impossible(f"{folder} is no folder that can be written to: make it, and give it to this user.")
    path = folder / f"league-zero-{at:%Y%m%dT%H%M%S}Z.dump"
    part = path.with_suffix(".part")
    with place.connect() as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row is not None
        told = contents(connection)
        major = connection.info.server_version // 10000
        applied, counted, parts = sorted(migrations(connection)), sequences(connection), extensions(connection)
        part.touch(mode=0o600)
        try:
            place.run(
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public",
                f"--snapshot={row[0]}", f"--file={part}", major=major,
            )  # fmt: skip
            paper = Paper(FORMAT, f"{at:%Y-%m-%dT%H:%M:%SZ}", major, digest(part), applied, counted, told, parts)
            _write(_paper_of(path), json.dumps(asdict(paper), indent=1))
            _settle(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return path


def forget(folder: Path, at: datetime, keep: timedelta) -> list[Path]:
    """Remove dumps older than `keep`, but never the newest few; return which."""
    ours = sorted(path for path in folder.iterdir() if NAMED.fullmatch(path.name))
    old = [path for path in ours[:-LEAST] if _made_at(path) < f"{at - keep:%Y%m%dT%H%M%S}"]
    for path in old:
        path.unlink()
        _paper_of(path).unlink(missing_ok=True)
    return old


def digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Impossible(f"{path} cannot be read: {error.strerror}") from error


def _made_at(path: Path) -> str:
    found = NAMED.fullmatch(path.name)
    assert found is not None
    return found[1]


def _paper_of(dump: Path) -> Path:
    return dump.with_suffix(".json")


def _write(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text)
    _settle(path)


def _settle(path: Path) -> None:
    """Until it lies on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
