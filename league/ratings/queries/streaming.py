"""Many rows without loading them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.models import QuerySet

AT_ONCE = 5_000


def streamed(rows: QuerySet[Any, tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The rows of a `values_list`. Call it within a transaction.

    On PostgreSQL a binary cursor on the server, which costs a tenth of reading timestamps and floats as text; columns
    must be of types that need no conversion by Django.
    """
    if connection.vendor != "postgresql":
        yield from rows.iterator(chunk_size=AT_ONCE)
        return
    connection.ensure_connection()
    with connection.connection.cursor(name=f"rows_{id(rows)}", binary=True) as cursor:
        cursor.execute(*rows.query.sql_with_params())
        while batch := cursor.fetchmany(AT_ONCE):
            yield from batch
