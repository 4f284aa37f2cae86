"""Rows of the export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F, QuerySet

Row = dict[str, Any]


def values_of(rows: QuerySet[Any, Any], *columns: str, **renamed: F) -> Iterator[Row]:
    """These columns of rows, the newest first, piece by piece; `renamed` are others, by the names that they get."""
    named = {f"_{name}": expression for name, expression in renamed.items()}
    for row in rows.order_by("-pk").values(*columns, **named).iterator(chunk_size=500):
        yield {name.removeprefix("_"): value for name, value in row.items()}
