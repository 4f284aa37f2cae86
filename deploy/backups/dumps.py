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

from deploy.backups.database import (
    BackupError,
    Database,
    TableChecksum,
    compute_checksums,
    list_extensions,
    list_tables,
    read_applied_migrations,
    read_sequences,
)

FORMAT = 2
SUPPORTED_FORMATS = (1, FORMAT)
"""Supported manifest formats. Format 1 does not list extensions."""
DUMP_NAME = re.compile(r"league-zero-(\d{8}T\d{6})Z\.dump")
MIN_KEPT = 3
"""Minimum number of dumps to keep, regardless of age."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a dump, stored beside it as JSON."""

    format: int
    made_at: str
    server: int
    """The major version of the PostgreSQL server."""
    sha256: str
    migrations: list[str]
    sequences: dict[str, int]
    tables: dict[str, TableChecksum]
    extensions: list[str] = field(default_factory=list)
    """PostgreSQL extensions that the indexes of the dump need. The dump does not contain them."""

    @classmethod
    def beside(cls, dump: Path) -> Manifest:
        """Load the manifest of a dump. Raises BackupError if it is missing, unreadable or does not match the dump."""
        try:
            data: dict[str, Any] = json.loads(_manifest_path(dump).read_text())
        except (OSError, ValueError) as error:
            raise BackupError(f"{_manifest_path(dump)}, the manifest of the dump, can't be read: {error}") from error
        if data.get("format") not in SUPPORTED_FORMATS:
            raise BackupError(f"{_manifest_path(dump)} was written by another version of League Zero.")
        data["tables"] = {name: TableChecksum(**content) for name, content in data["tables"].items()}
        manifest = cls(**data)
        if manifest.sha256 != compute_sha256(dump):
            raise BackupError(f"{dump} is damaged: its checksum doesn't match the manifest.")
        return manifest


def dump(database: Database, folder: Path, at: datetime) -> Path:
    """Write a dump and its manifest into the folder, readable only by the owner, and return the dump's path.

    Both come from one snapshot, so that concurrent changes cannot make them differ.
    """
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BackupError(f"{folder} is not a writable folder. Create it and make this user its owner.")
    path = folder / f"league-zero-{at:%Y%m%dT%H%M%S}Z.dump"
    temporary = path.with_suffix(".part")
    with database.connect() as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row is not None
        checksums = compute_checksums(connection)
        major = connection.info.server_version // 10000
        applied, sequence_values, extension_names = (
            sorted(read_applied_migrations(connection)),
            read_sequences(connection),
            list_extensions(connection),
        )
        temporary.touch(mode=0o600)
        try:
            database.run(
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public",
                f"--snapshot={row[0]}", f"--file={temporary}", major=major,
            )  # fmt: skip
            manifest = Manifest(
                FORMAT,
                f"{at:%Y-%m-%dT%H:%M:%SZ}",
                major,
                compute_sha256(temporary),
                applied,
                sequence_values,
                checksums,
                extension_names,
            )
            _manifest_path(path).touch(mode=0o600)
            _manifest_path(path).write_text(json.dumps(asdict(manifest), indent=1))
            for file in (_manifest_path(path), temporary):
                with file.open("rb") as handle:
                    os.fsync(handle.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    return path


def prune(folder: Path, at: datetime, keep: timedelta) -> list[Path]:
    """Delete dumps older than `keep` except the newest few, and return their paths."""
    dumps = sorted((match[1], path) for path in folder.iterdir() if (match := DUMP_NAME.fullmatch(path.name)))
    old = [path for made_at, path in dumps[:-MIN_KEPT] if made_at < f"{at - keep:%Y%m%dT%H%M%S}"]
    for path in old:
        path.unlink()
        _manifest_path(path).unlink(missing_ok=True)
    return old


def compute_sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BackupError(f"{path} can't be read: {error.strerror}") from error


def _manifest_path(dump: Path) -> Path:
    return dump.with_suffix(".json")


def restore(database: Database, dump: Path, known_migrations: set[str]) -> Manifest:
    """Restore a dump in one transaction. Raises BackupError, with nothing changed, if that is refused or fails.

    `known_migrations` are those of this version, as "app.name". Apps that it does not have are retired: an upgraded
    database keeps their rows.
    """
    manifest = Manifest.beside(dump)
    apps = {name.partition(".")[0] for name in known_migrations}
    if newer := sorted(one for one in manifest.migrations if one.partition(".")[0] in apps and one not in known_migrations):
        raise BackupError(
            f"The dump was made by a newer version of League Zero (unknown migration: {newer[0]}). Install that version first."
        )
    with database.connect() as connection:
        major = connection.info.server_version // 10000
        if existing := list_tables(connection):
            raise BackupError(
                f"The database {database.name} is not empty ({len(existing)} tables, such as {existing[0]})."
                " Create a new one with createdb and restore into it."
            )
        for name in manifest.extensions:  # A dump of one schema does not include extensions.
            _create_extension(connection, name)
    # Every new database already has the schema `public`.
    database.run(
        "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--schema=public",
        str(dump), major=major,
    )  # fmt: skip
    if wrong := list(find_differences(database, manifest)):
        raise BackupError("The restored database differs from the dump:\n" + "\n".join(wrong))
    return manifest


def _create_extension(connection: psycopg.Connection[tuple[Any, ...]], name: str) -> None:
    try:
        connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {} SCHEMA public").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise BackupError(
            f"The dump needs PostgreSQL's extension {name}, which can't be created here: {error}. On Debian it"
            f" is in the package postgresql. If this user lacks the right, run this in the new database as a superuser:"
            f" CREATE EXTENSION {name} SCHEMA public."
        ) from error


def find_differences(database: Database, manifest: Manifest) -> Iterator[str]:
    """Yield each table that differs from the manifest and each sequence that would repeat a number."""
    with database.connect() as connection:
        checksums, sequence_values = compute_checksums(connection), read_sequences(connection)
    for table in sorted(manifest.tables.keys() | checksums.keys()):
        expected, actual = manifest.tables.get(table), checksums.get(table)
        if expected is None or actual is None:
            yield f"{table}: {'not in the dump' if expected is None else 'missing'}"
        elif expected != actual:
            note = ", but with other content" if expected.rows == actual.rows else ""
            yield f"{table}: {expected.rows} rows dumped, {actual.rows} restored{note}"
    for name, value in manifest.sequences.items():
        if sequence_values.get(name, 0) < value:
            yield f"{name}: is at {sequence_values.get(name, 0)} instead of {value}"


def count_pending_migrations(database: Database, known_migrations: set[str]) -> int:
    """Return how many migrations of this version the restored database still needs."""
    with database.connect() as connection:
        return len(known_migrations - read_applied_migrations(connection))
