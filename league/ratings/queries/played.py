"""The matches of a pool as its ladder plays them, and where its players stood before one of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, FilteredRelation, IntegerField, Max, Q, QuerySet, TextField, When, Window
from django.db.models.functions import Cast, Coalesce, RowNumber

from league.ratings import elo
from league.ratings.ladder import DRAWN, LOST, WON, Place, Played, Step
from league.ratings.models import RatingChange
from league.ratings.queries.streaming import AT_ONCE, streamed
from matches.models import Match, Status

MOST_SEATS = 4
Row = tuple[Any, ...]
"""A match as the database tells it: what a batch of them means is worked out while the last one is stored."""
STEP = ("match_id", "player_id", *Step._fields[2:])


class Key(NamedTuple):
    """A match's place in the order in which a pool is played."""

    at: datetime
    match: int


def counted(pool: str, since: Key | None = None) -> Iterator[Row]:
    """The closed matches that have been counted in a pool, from one on, in order. They are streamed, not loaded."""
    rows = Match.objects.filter(
        rated__pool=pool, rated__counted_at__isnull=False, rated__casual=False, status=Status.CLOSED
    )
    if since is not None:
        rows = rows.filter(Q(closed_at__gt=since.at) | Q(closed_at=since.at, pk__gte=since.match))
    for at_seat in range(MOST_SEATS):
        rows = rows.annotate(**{f"s{at_seat}": FilteredRelation("seats", condition=Q(seats__number=at_seat))})
    rows = rows.annotate(
        ranks_text=Coalesce(Cast("rated__ruled", TextField()), Cast("ranks", TextField())),
        begun=Q(started_at__isnull=False),
    )
    fields = ("pk", "closed_at", "ranks_text", "reason", "begun", *(f"s{one}__player" for one in range(MOST_SEATS)))
    yield from streamed(rows.order_by("closed_at", "pk").values_list(*fields))


def played(row: Row) -> Played:
    """The match of a row. One that moves no rating (a no-show, a double forfeit) has no players."""
    pk, at, text, reason, begun, *seats = row
    ranks = _ranks(text, reason, begun)
    return Played(pk, at, tuple(seats[: len(ranks)]), ranks)


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


@lru_cache(maxsize=4096)
def _ranks(text: str, reason: str, begun: bool) -> tuple[int, ...]:
    ranks = tuple(json.loads(text))
    return ranks if elo.counts(ranks, reason, played=begun) else ()


def stored(pool: str, matches: Collection[int]) -> dict[tuple[int, int], tuple[int, Step]]:
    """The stored changes of these matches by (match, player), each with the id of its row."""
    rows = RatingChange.objects.filter(pool=pool, match__in=matches).values_list("pk", *STEP)
    return {(row[1], row[2]): (row[0], Step._make(row[1:])) for row in streamed(rows)}


def places_before(pool: str, players: Collection[int], since: Key) -> dict[int, Place]:
    """Where players stood before a match; those who had not played are not in it."""
    history = RatingChange.objects.filter(pool=pool, player__in=players).filter(
        Q(at__lt=since.at) | Q(at=since.at, match__lt=since.match)
    )
    sums = {row["player"]: row for row in _sums(history)}
    latest = Window(RowNumber(), partition_by=F("player"), order_by=[F("at").desc(), F("match").desc()])
    return {
        row.player_id: Place(
            value=row.after, peak=max(elo.START, sums[row.player_id]["peak"]),
            wins=sums[row.player_id]["won"], draws=sums[row.player_id]["drawn"], losses=sums[row.player_id]["lost"],
            last_change=row.after - row.before, last_at=row.at,
            strength=row.strength_after, deviation=row.deviation_after, volatility=row.volatility_after,
        )
        for row in history.annotate(place=latest).filter(place=1)
    }  # fmt: skip


def _sums(history: QuerySet[RatingChange]) -> Any:
    counted = {
        name: Count(Case(When(result=result, then=1), output_field=IntegerField()))
        for name, result in (("won", WON), ("drawn", DRAWN), ("lost", LOST))
    }
    return history.values("player").annotate(peak=Max("after"), **counted)


def key_of(match_id: int) -> Key | None:
    """Where a match stands in the order of play: where its changes say, or where it ended if that is earlier."""
    ended = Match.objects.filter(pk=match_id).values_list("closed_at", flat=True)
    changed = RatingChange.objects.filter(match=match_id).values_list("at", flat=True)
    moments = [at for at in (*ended, *changed) if at is not None]
    return Key(min(moments), match_id) if moments else None
