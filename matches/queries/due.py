"""What the sweep would find: one statement a round says whether anything is due, so that an idle site costs little."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from matches.moment import learn

Looks = Callable[[datetime], Mapping[str, QuerySet[Any]]]
"""Returns, by a name, the rows that are due at a moment. Its conditions may depend on the moment by a shift alone."""
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def find_due(at: datetime, looks: Sequence[Looks]) -> frozenset[str]:
    """Return the names of those that have rows at `at`, by one statement."""
    is_postgres = connection.vendor == "postgresql"
    if is_postgres:
        names, sql, values = _compiled(tuple(looks))
        values = [value + (at - _ANY_TIME) if isinstance(value, datetime) else value for value in values]
    else:
        names, sql, values = _compile(looks, at)
    before = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = cursor.fetchone()
    if is_postgres:
        learn(found[-1], before, time.monotonic())
    return frozenset(name for name, is_due in zip(names, found, strict=False) if is_due)


@cache
def _compiled(looks: tuple[Looks, ...]) -> tuple[list[str], str, list[Any]]:
    """Building the statement anew each second would cost more than asking it."""
    names, sql, values = _compile(looks, _ANY_TIME)
    return names, f"{sql}, clock_timestamp()", values


def _compile(looks: Sequence[Looks], at: datetime) -> tuple[list[str], str, list[Any]]:
    names, parts, values = list[str](), list[str](), list[Any]()
    for name, rows in (each for look in looks for each in look(at).items()):
        sql, params = rows.order_by().values("pk")[:1].query.sql_with_params()
        names.append(name)
        parts.append(f"EXISTS({sql})")
        values += params
    return names, f"SELECT {', '.join(parts)}", values
