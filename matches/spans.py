"""Intervals of time that do not count: joined, and what of other time lies outside them. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

Span = tuple[datetime, datetime]
"""From, to; empty where they are equal."""
NONE = timedelta()


def joined(spans: Iterable[Span], one: Span) -> tuple[Span, ...]:
    """The spans and one more, in order and apart."""
    merged: list[Span] = []
    for first, last in sorted((*spans, one)):
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return tuple(merged)


def uncovered(spans: Iterable[Span], began: datetime, ended: datetime) -> timedelta:
    """The time from `began` to `ended` that lies in none of the spans, which are apart."""
    lost = sum((max(NONE, min(last, ended) - max(first, began)) for first, last in spans), NONE)
    return ended - began - lost


def reached(spans: Sequence[Span], began: datetime, time: timedelta) -> datetime:
    """The first moment at which so much time since `began` has passed outside the spans (in order, apart)."""
    when = began + time
    for first, last in spans:
        if max(first, began) >= when:
            break
        when += max(NONE, last - max(first, began))
    return when


def dumped(spans: Iterable[Span]) -> list[list[str]]:
    return [[first.isoformat(), last.isoformat()] for first, last in spans]


def loaded(kept: Iterable[Iterable[str]]) -> tuple[Span, ...]:
    return tuple((first, last) for first, last in (map(datetime.fromisoformat, span) for span in kept))
