"""A player's history in a pool: all rating changes, and ranks over time."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from league.ratings import elo
from league.ratings.models import RatedMatch, Rating, RatingChange
from league.ratings.pools import find_speed
from league.ratings.rating_calculation import OUTCOMES
from matches.models import Seat

_NO_LIMIT = 1_000_000_000


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
    speed: str | None
    """Null in an event's own pool."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's rank at a moment, among `of` rated players."""

    at: datetime
    rating: int
    rank: int
    of: int


@dataclass(frozen=True, slots=True)
class SeatChange:
    """How a match changed the displayed rating of one of its players."""

    player: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


def list_match_changes(match_id: int) -> list[SeatChange]:
    """Return the rating changes of a counted match, by seat; empty if it changed none."""
    seats = dict(Seat.objects.filter(match=match_id, player__isnull=False).values_list("player", "number"))
    rows = sorted(
        RatingChange.objects.filter(match=match_id).select_related("player"), key=lambda row: seats.get(row.player_id, 0)
    )
    return [SeatChange(str(row.player), elo.rounded(row.before), elo.rounded(row.after)) for row in rows]


def is_waiting_for_ratings(match_id: int) -> bool:
    """Return whether a match is rated and its ratings have not been calculated yet."""
    return RatedMatch.objects.filter(match=match_id, counted_at=None).exists()


def list_changes(player_id: int, pool: str = "") -> QuerySet[RatingChange]:
    """Return a player's rating changes, newest first, in one pool or all."""
    rows = RatingChange.objects.filter(player=player_id).order_by("-at", "-match")
    return rows.filter(pool=pool) if pool else rows


def to_change(row: RatingChange) -> Change:
    """Return a rating change for display."""
    return Change(
        row.match_id, row.pool, row.at, OUTCOMES[row.result], row.before, row.after,
        row.strength_after, row.deviation_after, row.volatility_after,
        find_speed(row.pool),
    )  # fmt: skip


def compute_rank_history(player_id: int, pool: str, *, moments: int = 12) -> list[Ranked]:
    """Return the rank at up to `moments` evenly spaced moments between first and last match, oldest first.

    Each rank is computed from all players' last changes until then.
    """
    history = list(list_changes(player_id, pool).reverse().values_list("at", "after"))
    if not history:
        return []
    times = [at for at, _ in history]
    first, last = times[0], times[-1]
    steps = moments - 1 if last > first else 0
    chosen = [first + (last - first) * step / max(1, steps) for step in range(steps + 1)]
    rated_at = [(at, elo.rounded(history[bisect_right(times, at) - 1][1])) for at in chosen]
    # Counted in one pass over the players; the limit, never reached, keeps PostgreSQL from looking up every
    # rating twice.
    players, counts = Rating.objects.filter(pool=pool, player__is_active=True), {}
    for number, (at, rating) in enumerate(rated_at):
        until = RatingChange.objects.filter(player=OuterRef("player"), pool=pool, at__lte=at)
        value = Subquery(until.order_by("-at", "-match").values("after")[:1])
        players = players.annotate(**{f"then{number}": value})
        counts[f"of{number}"] = Count(f"then{number}")
        counts[f"above{number}"] = Count("pk", filter=Q(**{f"then{number}__gte": rating + 0.5}))
    row = players[:_NO_LIMIT].aggregate(**counts)
    return [Ranked(at, rating, 1 + row[f"above{number}"], row[f"of{number}"]) for number, (at, rating) in enumerate(rated_at)]
