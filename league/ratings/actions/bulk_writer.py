"""Storage of rating changes and ratings; many changes at once by PostgreSQL's binary COPY."""

import dataclasses
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from operator import itemgetter
from typing import Any, Self

from django.db import connection

from league.ratings.ladder import Place, Step
from league.ratings.models import Rating, RatingChange
from league.ratings.queries.played import STEP

FEW = 100
"""Up to so many rows an INSERT is as good."""
AT_ONCE = 1_000
_TYPES = ["int8", "int8", "timestamptz", "int2", *["float8"] * 8]
"""Of the columns in STEP."""
_TABLE = RatingChange._meta.db_table
COLUMNS = tuple(field.name for field in dataclasses.fields(Place))
"""Of a rating's row, as a place has them."""


class Writer:
    """Stores changes of a pool, on PostgreSQL in the background: what is worked out next need not wait for it.

    Call `settle` before the connection is used for anything else, and at the end; it raises what went wrong.
    """

    def __init__(self, pool: str) -> None:
        self._pool = pool
        self._thread = ThreadPoolExecutor(1)
        self._storing: Future[None] | None = None

    def store(self, steps: Sequence[Step]) -> None:
        if connection.vendor == "postgresql" and len(steps) > FEW:
            self._storing = self._thread.submit(_copy, connection.connection, self._pool, steps)
        else:
            store_steps(self._pool, steps)

    def settle(self) -> None:
        if self._storing is not None:
            self._storing.result()
            self._storing = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()


def store_steps(pool: str, steps: Sequence[Step]) -> None:
    rows = (RatingChange(pool=pool, **dict(zip(STEP, step, strict=True))) for step in steps)
    RatingChange.objects.bulk_create(rows, batch_size=AT_ONCE)


def drop_steps(pks: Sequence[int]) -> None:
    for first in range(0, len(pks), 10 * AT_ONCE):
        RatingChange.objects.filter(pk__in=pks[first : first + 10 * AT_ONCE]).delete()


def store_places(pool: str, places: Iterable[tuple[int, Place]]) -> None:
    """Make or replace the rows of these players' ratings."""
    rows = [Rating(player_id=player, pool=pool, **fields(place)) for player, place in places]
    Rating.objects.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=list(fields(Place())),
    )


def refresh_statistics() -> None:
    """Tell PostgreSQL's planner of very many new ratings now: leaderboards need not be slow until autovacuum does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'ANALYZE "{Rating._meta.db_table}"')


def fields(place: Place) -> dict[str, object]:
    """Return a place as the columns of its row."""
    return {name: getattr(place, name) for name in ("games", *COLUMNS)}


def place(row: Rating) -> Place:
    return Place(*(getattr(row, name) for name in COLUMNS))


def holds(pool: str, matches: Sequence[int], steps: Sequence[Step]) -> bool:
    """Return whether exactly these changes are stored for these matches, read by COPY. Always False on SQLite."""
    if connection.vendor != "postgresql":
        return False
    rows = RatingChange.objects.filter(pool=pool, match__in=matches).order_by("at", "match", "player")
    sql, params = rows.values_list(*STEP).query.sql_with_params()
    with connection.cursor() as cursor, cursor.cursor.copy(f"COPY ({sql}) TO STDOUT (FORMAT BINARY)", params) as copy:
        copy.set_types(_TYPES)
        return list(copy.rows()) == sorted(steps, key=itemgetter(2, 0, 1))


def _copy(database: Any, pool: str, steps: Sequence[Step]) -> None:
    """Send changes by psycopg's own connection: Django's belongs to one thread."""
    statement = f"COPY {_TABLE} (pool, {', '.join(STEP)}) FROM STDIN (FORMAT BINARY)"
    with database.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(["text", *_TYPES])
        for step in steps:
            copy.write_row((pool, *step))
