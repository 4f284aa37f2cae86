"""Restore a dump into an empty database, and compare every table with what stood in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from deploy.backups.dumping import Paper
from deploy.backups.place import Impossible, Place
from deploy.backups.tables import contents, migrations, sequences, tables


def restore(place: Place, dump: Path, known: set[str]) -> Paper:
    """All of it or nothing; raises Impossible, having changed nothing, where it may not or cannot be done.

    `known`: the migrations of this version, as app.name.
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
        _extend(connection, paper.extensions)
    # The schema `public` is there in every new database.
    place.run(
        "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--schema=public",
        str(dump), major=major,
    )  # fmt: skip
    if wrong := list(differences(place, paper)):
        raise Impossible("What was restored is not what was dumped:\n" + "\n".join(wrong))
    return paper


def _extend(connection: psycopg.Connection[tuple[Any, ...]], extensions: Sequence[str]) -> None:
    """Have what indexes of the dump are made of, which a dump of the schema alone does not bring."""
    for name in extensions:
        try:
            connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {} SCHEMA public").format(sql.Identifier(name)))
        except psycopg.Error as error:
            raise Impossible(
                f"The dump needs PostgreSQL's extension {name}, which this server does not give: {error}. On Debian it"
                f" comes with the package postgresql; where this user may not, a superuser says in the new database:"
                f" CREATE EXTENSION {name} SCHEMA public."
            ) from error


def differences(place: Place, paper: Paper) -> Iterator[str]:
    """Every table that is not as it was, and every sequence that would give a number again."""
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
    """How many migrations of this version the restored database still needs."""
    with place.connect() as connection:
        return len(known - migrations(connection))
