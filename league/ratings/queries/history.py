"""A player's history in a pool: all rating changes, and ranks over time."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from league.ratings import elo
from league.ratings.ladder import OUTCOMES
from league.ratings.models import Rating, RatingChange

_ALL = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """One match: Elo before and after, and Glicko-2 strength, deviation and volatility after."""

    match_id: int
    pool: str
    at: datetime
    result: str
    before: float
    after: float
    strength: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's rank at a moment, among `of` rated players."""

    at: datetime
    rating: int
    rank: int
    of: int


def changes(player_id: int, pool: str = "") -> QuerySet[RatingChange]:
    """Return a player's rating changes, newest first, in one pool or all."""
    rows = RatingChange.objects.filter(player=player_id).order_by("-at", "-match")
    return rows.filter(pool=pool) if pool else rows


def change(row: RatingChange) -> Change:
    """Return a rating change for display."""
    return Change(
        row.match_id, row.pool, row.at, OUTCOMES[row.result], row.before, row.after,
        row.strength_after, row.deviation_after, row.volatility_after,
    )  # fmt: skip


def rank_history(player_id: int, pool: str, *, moments: int = 12) -> list[Ranked]:
    """Return the rank at up to `moments` evenly spaced moments between first and last match, oldest first.

    Each rank is computed from all players' last changes until then.
    """
    own = list(changes(player_id, pool).reverse().values_list("at", "after"))
    if not own:
        return []
    ends = [at for at, _ in own]
    first, last = ends[0], ends[-1]
    steps = moments - 1 if last > first else 0
    chosen = [first + (last - first) * one / max(1, steps) for one in range(steps + 1)]
    stood = [(at, elo.shown(own[bisect_right(ends, at) - 1][1])) for at in chosen]
    # Counted in one pass over the players; the limit, never reached, keeps PostgreSQL from looking up every
    # rating twice.
    players, counts = Rating.objects.filter(pool=pool, player__is_active=True), {}
    for number, (at, rating) in enumerate(stood):
        until = RatingChange.objects.filter(player=OuterRef("player"), pool=pool, at__lte=at)
        then = Subquery(until.order_by("-at", "-match").values("after")[:1])
        players = players.annotate(**{f"then{number}": then})
        counts[f"of{number}"] = Count(f"then{number}")
        counts[f"above{number}"] = Count("pk", filter=Q(**{f"then{number}__gte": rating + 0.5}))
    found = players[:_ALL].aggregate(**counts)
    return [
        Ranked(at, rating, 1 + found[f"above{number}"], found[f"of{number}"])
        for number, (at, rating) in enumerate(stood)
    ]
