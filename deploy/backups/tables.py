"""What stands in every table, as a number of rows and a digest that does not depend on their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from psycopg import Connection, sql

PLAIN = {
    "TimeZone": "UTC",
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "1",
    "idle_in_transaction_session_timeout": "0",
    "search_path": "public",
}
"""How rows are written as text, whatever the server or the role prefers."""
COUNT = """
    SELECT count(*), coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text FROM {} AS t
"""


@dataclass(frozen=True)
class Content:
    rows: int
    digest: str
    """The sum of the first 60 bits of each row's MD5, which finds what was lost or damaged, not what was forged."""


def contents(connection: Connection[tuple[Any, ...]]) -> dict[str, Content]:
    """By table, as this transaction sees them."""
    for name, value in PLAIN.items():
        connection.execute("SELECT set_config(%s, %s, true)", [name, value])
    told = {}
    for table in tables(connection):
        row = connection.execute(sql.SQL(COUNT).format(sql.Identifier("public", table))).fetchone()
        assert row is not None
        told[table] = Content(*row)
    return told


def tables(connection: Connection[tuple[Any, ...]]) -> list[str]:
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return [name for (name,) in rows]


def sequences(connection: Connection[tuple[Any, ...]]) -> dict[str, int]:
    """How far each has counted."""
    rows = connection.execute(
        "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"
    )
    return dict(rows.fetchall())


def extensions(connection: Connection[tuple[Any, ...]]) -> list[str]:
    """What was added to the server's own functions in `public`."""
    rows = connection.execute(
        "SELECT extname FROM pg_extension WHERE extnamespace = 'public'::regnamespace ORDER BY extname"
    )
    return [name for (name,) in rows]


def migrations(connection: Connection[tuple[Any, ...]]) -> set[str]:
    """Those that have been applied, as app.name."""
    rows = connection.execute("SELECT app || '.' || name FROM public.django_migrations")
    return {name for (name,) in rows}
