"""The matches of a pool as its ladder plays them, and where its players stood before one of them."""

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import (
    Aggregate,
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Max,
    Q,
    QuerySet,
    TextField,
    When,
    Window,
)
from django.db.models.functions import Cast, Coalesce, RowNumber

from league.ratings import elo
from league.ratings.ladder import DRAWN, LOST, WON, Place, Played, Step
from league.ratings.models import RatingChange
from matches.models import Match, Status

AT_ONCE = 5_000
MOST_SEATS = 4
Row = tuple[Any, ...]
"""A match as the database tells it: what a batch of them means is worked out while the last one is stored."""
STEP = ("match_id", "player_id", *Step._fields[2:])
_TALLIED = {"won": WON, "drawn": DRAWN, "lost": LOST}
_LEVEL = ("strength_after", "deviation_after", "volatility_after")


def streamed(rows: QuerySet[Any, tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a `values_list`. Call it within a transaction.

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


class Key(NamedTuple):
    """A match's place in the order in which a pool is played."""

    at: datetime
    match: int


def counted(pool: str, since: Key | None = None) -> Iterator[Row]:
    """Yield the closed matches that have been counted in a pool, from one on, in order; streamed, not loaded."""
    yield from streamed(counted_rows(pool, since))


def counted_rows(pool: str, since: Key | None = None) -> QuerySet[Match, Row]:
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
    fields = (
        "pk",
        "closed_at",
        "ranks_text",
        "reason",
        "begun",
        "rated__weight",
        *(f"s{one}__player" for one in range(MOST_SEATS)),
    )
    return rows.order_by("closed_at", "pk").values_list(*fields)


def played(row: Row) -> Played:
    """Return the match of a row. One that moves no rating (a no-show, a double forfeit) has no players."""
    pk, at, text, reason, begun, weight, *seats = row
    ranks = _ranks(text, reason, begun)
    return Played(pk, at, tuple(seats[: len(ranks)]), ranks, weight)


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


@lru_cache(maxsize=4096)
def _ranks(text: str, reason: str, begun: bool) -> tuple[int, ...]:
    ranks = tuple(json.loads(text))
    return ranks if elo.counts(ranks, reason, played=begun) else ()


def stored(pool: str, matches: Collection[int]) -> dict[tuple[int, int], tuple[int, Step]]:
    """Return the stored changes of these matches by (match, player), each with the id of its row."""
    rows = RatingChange.objects.filter(pool=pool, match__in=matches).values_list("pk", *STEP)
    return {(row[1], row[2]): (row[0], Step._make(row[1:])) for row in streamed(rows)}


def places_before(pool: str, players: Collection[int], since: Key) -> dict[int, Place]:
    """Return where players stood before a match, in one query; those who had not played are not in it."""
    history = RatingChange.objects.filter(pool=pool, player__in=players).filter(
        Q(at__lt=since.at) | Q(at=since.at, match__lt=since.match)
    )
    latest = Window(RowNumber(), partition_by=F("player"), order_by=[F("at").desc(), F("match").desc()])
    tallies = {
        name: _of_all(Count(Case(When(result=result, then=1), output_field=IntegerField())))
        for name, result in _TALLIED.items()
    }
    rows = history.annotate(place=latest, best=_of_all(Max("after")), **tallies).filter(place=1)
    fields = ("player_id", "before", "after", "best", *_TALLIED, "at", *_LEVEL)
    return {
        player: Place(after, max(elo.START, best), won, drawn, lost, after - before, at, *level)
        for player, before, after, best, won, drawn, lost, at, *level in rows.values_list(*fields)
    }


def _of_all(sum_: Aggregate) -> Window:
    """Extend an aggregate over everything that a player has played."""
    return Window(sum_, partition_by=F("player"))


def key_of(match_id: int) -> Key | None:
    """Return where a match stands in the order of play: where its changes say, or where it ended if that is earlier."""
    ended = Match.objects.filter(pk=match_id).values_list("closed_at", flat=True)
    changed = RatingChange.objects.filter(match=match_id).values_list("at", flat=True)
    moments = [at for at in (*ended, *changed) if at is not None]
    return Key(min(moments), match_id) if moments else None
