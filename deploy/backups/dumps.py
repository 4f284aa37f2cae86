"""Dumps of a live database, each with a JSON manifest of its tables at that moment.

A dump is restored into an empty database, and every table is compared with the manifest.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from deploy.backups.database import Content, Impossible, Place, contents, extensions, migrations, sequences, tables

FORMAT = 2
READ = (1, FORMAT)
"""Supported manifest formats. Format 1 does not list extensions."""
NAMED = re.compile(r"league-zero-(\d{8}T\d{6})Z\.dump")
LEAST = 3
"""Minimum number of dumps to keep, regardless of age."""


@dataclass(frozen=True)
class Paper:
    """The manifest of a dump, stored beside it as JSON."""

    format: int
    made_at: str
    server: int
    """The major version of the PostgreSQL server."""
    sha256: str
    migrations: list[str]
    sequences: dict[str, int]
    tables: dict[str, Content]
    extensions: list[str] = field(default_factory=list)
    """PostgreSQL extensions that the indexes of the dump need. The dump does not contain them."""

    @classmethod
    def beside(cls, dump: Path) -> Paper:
        """Load the manifest of a dump. Raises Impossible if it is missing, unreadable or does not match the dump."""
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
    """Write a dump and its manifest into the folder, readable only by the owner, and return the dump's path.

    Both come from one snapshot, so that concurrent changes cannot make them differ.
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
            _paper_of(path).touch(mode=0o600)
            _paper_of(path).write_text(json.dumps(asdict(paper), indent=1))
            for file in (_paper_of(path), part):
                with file.open("rb") as written:
                    os.fsync(written.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return path


def forget(folder: Path, at: datetime, keep: timedelta) -> list[Path]:
    """Delete dumps older than `keep` except the newest few, and return their paths."""
    ours = sorted((found[1], path) for path in folder.iterdir() if (found := NAMED.fullmatch(path.name)))
    old = [path for made_at, path in ours[:-LEAST] if made_at < f"{at - keep:%Y%m%dT%H%M%S}"]
    for path in old:
        path.unlink()
        _paper_of(path).unlink(missing_ok=True)
    return old


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Impossible(f"{path} cannot be read: {error.strerror}") from error


def _paper_of(dump: Path) -> Path:
    return dump.with_suffix(".json")


def restore(place: Place, dump: Path, known: set[str]) -> Paper:
    """Restore a dump in one transaction. Raises Impossible, with nothing changed, if that is refused or fails.

    `known`: the migrations of this version, as "app.name".
    """
    paper = Paper.beside(dump)
    if newer := sorted(set(paper.migrations) - known):
        raise Impossible(
            f"The dump was made by a newer version of League Zero, whose migration {newer[0]} is not known here:"
            " install that version first."
        )
    with place.connect() as connection:
        major = connection.info.server_version // 10000
        if there := tables(connection):
            raise Impossible(
                f"The database {place.name} is not empty (it has {len(there)} tables, {there[0]} for one)."
                " Restore into a new one: createdb."
            )
        for name in paper.extensions:  # A dump of one schema does not include extensions.
            _extend(connection, name)
    # Every new database already has the schema `public`.
    place.run(
        "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--schema=public",
        str(dump), major=major,
    )  # fmt: skip
    if wrong := list(differences(place, paper)):
        raise Impossible("What was restored is not what was dumped:\n" + "\n".join(wrong))
    return paper


def _extend(connection: psycopg.Connection[tuple[Any, ...]], name: str) -> None:
    try:
        connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {} SCHEMA public").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise Impossible(
            f"The dump needs PostgreSQL's extension {name}, which this server does not give: {error}. On Debian it"
            f" comes with the package postgresql; where this user may not, a superuser says in the new database:"
            f" CREATE EXTENSION {name} SCHEMA public."
        ) from error


def differences(place: Place, paper: Paper) -> Iterator[str]:
    """Yield each table that differs from the manifest and each sequence that would repeat a number."""
    with place.connect() as connection:
        found, counted = contents(connection), sequences(connection)
    for table in sorted(paper.tables.keys() | found.keys()):
        was, is_ = paper.tables.get(table), found.get(table)
        if was is None or is_ is None:
            yield f"{table}: {'was not there' if was is None else 'is missing'}"
        elif was != is_:
            others = ", but others" if was.rows == is_.rows else ""
            yield f"{table}: {was.rows} rows were dumped, {is_.rows} are there{others}"
    for name, value in paper.sequences.items():
        if counted.get(name, 0) < value:
            yield f"{name}: has counted to {counted.get(name, 0)} only, not to {value}"


def waiting(place: Place, known: set[str]) -> int:
    """Return how many migrations of this version the restored database still needs."""
    with place.connect() as connection:
        return len(known - migrations(connection))
