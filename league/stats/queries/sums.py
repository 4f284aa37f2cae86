"""Tallies of several events put together."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet, Sum

from league.stats.models import Tally

FIGURES = ("matches", "won", "drawn", "lost", "uses", "good", "bad")
Line = dict[str, Any]


def summed(rows: QuerySet[Tally], *by: str) -> list[Line]:
    """One line for each different `by`, with its figures under their own names."""
    sums = {f"all_{name}": Sum(name) for name in FIGURES}
    found = rows.values(*by).annotate(**sums).order_by(*by)
    return [
        {**{name: line[name] for name in by}, **{name: int(line[f"all_{name}"]) for name in FIGURES}} for line in found
    ]
