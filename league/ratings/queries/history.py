"""A player's way through a pool: every change of the rating, and the rank at moments since the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from league.ratings import elo
from league.ratings.ladder import DRAWN, LOST, WON
from league.ratings.models import Rating, RatingChange

WORDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}


@dataclass(frozen=True, slots=True)
class Change:
    """One match: Elo before and after it, and Glicko-2's strength, deviation and volatility after it."""

    match: int
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
    """Where a player stood at a moment: among `of` players who had a rating by then."""

    at: datetime
    rating: int
    rank: int
    of: int


def history(player_id: int, *, pool: str = "", limit: int | None = None, first: int = 0) -> Iterator[Change]:
    """Every change of a player's ratings, newest first, in one pool or in all."""
    rows = _changes(player_id, pool).order_by("-at", "-match")
    fields = (
        "match_id", "pool", "at", "result", "before", "after", "strength_after", "deviation_after", "volatility_after",
    )  # fmt: skip
    wanted = rows.values_list(*fields)[first : None if limit is None else first + limit]
    for match, of, at, result, *numbers in wanted.iterator(chunk_size=2_000):
        yield Change(match, of, at, WORDS[result], *numbers)


def changes(player_id: int, pool: str = "") -> int:
    """How many changes there are."""
    return _changes(player_id, pool).count()


def rank_history(player_id: int, pool: str, *, moments: int = 12) -> list[Ranked]:
    """The player's rank at up to so many moments, evenly from the first match to the last, oldest first.

    A rank as it was: by everybody's last change until then.
    """
    ends = _changes(player_id, pool).order_by("at").values_list("at", flat=True)
    first, last = ends.first(), ends.last()
    if first is None or last is None:
        return []
    steps = moments - 1 if last > first else 0
    return [_ranked(player_id, pool, first + (last - first) * one / max(1, steps)) for one in range(steps + 1)]


def _ranked(player_id: int, pool: str, at: datetime) -> Ranked:
    until = RatingChange.objects.filter(player=OuterRef("player"), pool=pool, at__lte=at)
    then = Subquery(until.order_by("-at", "-match").values("after")[:1])
    own = _changes(player_id, pool).filter(at__lte=at).order_by("-at", "-match").values_list("after", flat=True)[0]
    others = Rating.objects.filter(pool=pool, player__is_active=True).annotate(then=then).values_list("then", flat=True)
    rated = [value for value in others if value is not None]
    shown = elo.shown(own)
    return Ranked(at, shown, 1 + sum(elo.shown(value) > shown for value in rated), len(rated))


def _changes(player_id: int, pool: str) -> QuerySet[RatingChange]:
    rows = RatingChange.objects.filter(player=player_id)
    return rows.filter(pool=pool) if pool else rows
