"""Players' ratings: what they are, what is to be expected of them, and what is still to be counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from league.ratings import elo
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.queries.lines import Line, line
from matches.models import Status
from matches.queries.spectator_delay import told


def ratings_of(player_id: int, at: datetime | None = None) -> list[Line]:
    """A player's ratings in every pool played in; the rank is not worked out (0)."""
    rows = Rating.objects.filter(player=player_id, games__gt=0).select_related("player").order_by("pool")
    return [line(0, row, at) for row in rows]


def values(players: Collection[int], pool: str) -> dict[int, float]:
    """The rating of each of these players in a pool, the start value where there is none yet."""
    known = dict(Rating.objects.filter(player__in=players, pool=pool).values_list("player_id", "value"))
    return {player: known.get(player, elo.START) for player in players}


def expected(players: Sequence[int], pool: str) -> tuple[float, ...]:
    """What share of a match's points each of these players, by seat, should make: together 1.

    For two it is the expected score; for more, the mean of the expected scores against each other, shared out.
    """
    rule = (RatingPool.objects.filter(pk=pool).first() or RatingPool(key=pool)).rule
    known = values(players, pool)
    sums = [
        sum(rule.expected(known[one], known[other]) for there, other in enumerate(players) if there != seat)
        for seat, one in enumerate(players)
    ]
    pairs = len(players) * (len(players) - 1) / 2
    return tuple(one / pairs for one in sums)


def changes_of(player_id: int, matches: Collection[int]) -> dict[int, int]:
    """By match, how a player's rating moved in it."""
    rows = RatingChange.objects.filter(player=player_id, match__in=matches).values_list("match_id", "before", "after")
    return {match: elo.shown(after) - elo.shown(before) for match, before, after in rows}


def uncounted(at: datetime, limit: int = 50) -> list[int]:
    """Closed rated matches that no one has counted and everybody may know of, oldest end first."""
    rows = RatedMatch.objects.filter(told(at, "match__"), counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match__closed_at").values_list("match_id", flat=True)[:limit])


def rated_among(matches: Collection[int]) -> frozenset[int]:
    return frozenset(RatedMatch.objects.filter(match__in=matches).values_list("match_id", flat=True))


def pools_of(game: str) -> list[str]:
    """The pools of a game, its own first, even where nobody has played in it."""
    named = RatingPool.objects.filter(key__startswith=f"{game}/").order_by("key").values_list("key", flat=True)
    return [game, *named]


def due_pools() -> list[str]:
    """Pools that wait to be worked out anew."""
    return list(RatingPool.objects.filter(recompute_due=True).order_by("key").values_list("key", flat=True))
