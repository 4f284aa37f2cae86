"""The matches of a pool in rating order, and the players' states before one of them."""

from collections.abc import Collection, Iterator
from datetime import datetime
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
    JSONField,
    Max,
    Q,
    QuerySet,
    Subquery,
    When,
    Window,
)
from django.db.models.expressions import RawSQL
from django.db.models.functions import RowNumber

from engines import registry
from league.ratings import elo
from league.ratings.models import RatedMatch, RatingChange, RatingPool
from league.ratings.pools import get_game_key
from league.ratings.rating_calculation import OUTCOMES, MatchToRate, RatingState
from matches.models import Match, Status

BATCH_SIZE = 5_000
"""Matches per batch."""
MAX_JOINED_SEATS = 4
"""Up to so many seats, joining each is the fastest way to read their players."""
_PLAYERS_SQL = {
    "postgresql": "(SELECT jsonb_agg(s.player_id ORDER BY s.number) FROM matches_seat s WHERE s.match_id = matches_match.id)",
    "sqlite": "(SELECT json_group_array(player_id) FROM"
    " (SELECT player_id FROM matches_seat WHERE match_id = matches_match.id ORDER BY number))",
}
Row = tuple[Any, ...]
"""A match as fetched from the database."""


class MatchPosition(NamedTuple):
    """A match's position in the rating order of a pool."""

    at: datetime
    match: int


def counted_rows(pool: str, since: MatchPosition | None = None) -> QuerySet[Match, Row]:
    """Return the counted matches of a pool in order, optionally from one on."""
    rows = Match.objects.filter(rated__pool=pool, rated__counted_at__isnull=False, rated__casual=False, status=Status.CLOSED)
    if since is not None:
        rows = rows.filter(Q(closed_at__gt=since.at) | Q(closed_at=since.at, pk__gte=since.match))
    columns = ("pk", "closed_at", "rated__ruled", "ranks", "reason", "started_at", "rated__weight")
    ordered = rows.order_by("closed_at", "pk")
    if max(registry.get_or_missing(get_game_key(pool)).seat_counts) > MAX_JOINED_SEATS:
        players = RawSQL(_PLAYERS_SQL[connection.vendor], (), JSONField())  # noqa: S611
        return ordered.annotate(seated=players).values_list(*columns, "seated")
    seats = {f"s{number}": FilteredRelation("seats", condition=Q(seats__number=number)) for number in range(MAX_JOINED_SEATS)}
    return ordered.annotate(**seats).values_list(*columns, *(f"{seat}__player" for seat in seats))


def to_match(row: Row) -> MatchToRate:
    """Return the match of a row. Matches that change no ratings (no-shows, double forfeits) have no players."""
    pk, at, ruled, match_ranks, reason, started_at, weight, *seats = row
    if isinstance(seats[0], list):
        seats = seats[0]
    ranks = tuple(match_ranks if ruled is None else ruled)
    if not elo.changes_ratings(ranks, reason, played=started_at is not None):
        ranks = ()
    return MatchToRate(pk, at, tuple(seats[: len(ranks)]), ranks, weight)


def iter_batches(matches: Iterator[MatchToRate]) -> Iterator[list[MatchToRate]]:
    """Yield the matches in batches."""
    while batch := list(islice(matches, BATCH_SIZE)):
        yield batch


def states_before(pool: str, players: Collection[int], since: MatchPosition) -> dict[int, RatingState]:
    """Return the players' states before a match, in one query, without players who had no matches yet."""
    history = RatingChange.objects.filter(pool=pool, player__in=players).filter(
        Q(at__lt=since.at) | Q(at=since.at, match__lt=since.match)
    )
    latest = Window(RowNumber(), partition_by=F("player"), order_by=[F("at").desc(), F("match").desc()])
    tallies = {
        name: _over_player(Count(Case(When(result=result, then=1), output_field=IntegerField())))
        for result, name in OUTCOMES.items()
    }
    rows = history.annotate(place=latest, best=_over_player(Max("after")), **tallies).filter(place=1)
    level = ("strength_after", "deviation_after", "volatility_after")
    fields = ("player_id", "before", "after", "best", *OUTCOMES.values(), "at", *level)
    return {
        player: RatingState(after, max(elo.START, best), won, drawn, lost, after - before, at, *numbers)
        for player, before, after, best, won, drawn, lost, at, *numbers in rows.values_list(*fields)
    }


def _over_player(sum_: Aggregate) -> Window:
    """Extend an aggregate over all of a player's matches."""
    return Window(sum_, partition_by=F("player"))


def find_position(match_id: int) -> tuple[RatingPool, MatchPosition] | None:
    """Return the pool and position of a counted match in one query; None for others.

    The position is from its changes, or from its end if that is earlier.
    """
    rated = RatedMatch.objects.filter(match=match_id, counted_at__isnull=False)
    changes = RatingChange.objects.filter(match=match_id).order_by("at")
    pools = RatingPool.objects.filter(pk__in=rated.values("pool")).annotate(
        ended=Subquery(rated.values("match__closed_at")), changed=Subquery(changes.values("at")[:1])
    )
    for pool in pools:
        moments = [moment for moment in (pool.ended, pool.changed) if moment is not None]
        return (pool, MatchPosition(min(moments), match_id)) if moments else None
    return None
