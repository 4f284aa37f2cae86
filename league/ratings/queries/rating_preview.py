"""What would become of ratings if a counted match had ended differently. Nothing is written, and nobody waits."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Min, OuterRef, Subquery
from django.db.models.functions import Coalesce, Least

from league.ratings.ladder import Ladder, Place, Played
from league.ratings.models import RatedMatch, RatingChange, RatingPool
from league.ratings.queries.played import Key, Row, counted_rows, places_before, played

MOST = 5_000
"""Matches that are played again for an answer. Whoever rules on an older one has all of them played again, but is not
told before what it comes to."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What would become of one player's Elo rating."""

    player_id: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Whose ratings would be others. `whole` is False where too much has been played since to say."""

    moved: tuple[Moved, ...] = ()
    whole: bool = True


def foreseen(*, match_id: int, ranks: Sequence[int]) -> Foreseen:
    """Return what these ranks by seat would bring (empty, or nobody first: were annulled), in three queries.

    All that was counted in the pool since the match is played twice, as it is and as it would be.
    """
    pool = _pool_of(match_id)
    if pool is None or vars(pool)["since"] is None:
        return Foreseen()
    since = Key(vars(pool)["since"], match_id)
    rows: list[Row] = list(counted_rows(pool.key, since)[: MOST + 1])
    if len(rows) > MOST:
        return Foreseen(whole=False)
    now = [played(row) for row in rows]
    ruled = json.dumps(list(ranks))
    then = [
        played((*row[:2], ruled, *row[3:])) if row[0] == match_id else match
        for row, match in zip(rows, now, strict=True)
    ]
    players = {player for match in (*now, *then) for player in match.players}
    before = places_before(pool.key, players, since)
    one, other = (_played_from(before, players, pool, matches) for matches in (now, then))
    moved = ((player, one.place(player).value, other.place(player).value) for player in sorted(players))
    return Foreseen(tuple(Moved(*values) for values in moved if values[1] != values[2]))


def _pool_of(match_id: int) -> RatingPool | None:
    """Return the pool that the match was counted in; `since` is when: what `played.key_of` tells, in the same query."""
    rated = RatedMatch.objects.filter(match=match_id, counted_at__isnull=False)
    ended = Subquery(rated.values("match__closed_at"))
    changes = RatingChange.objects.filter(match=OuterRef("match")).order_by().values("match")
    first = Subquery(rated.annotate(first=Subquery(changes.annotate(at=Min("at")).values("at"))).values("first"))
    pools = RatingPool.objects.filter(pk__in=rated.values("pool"))
    return pools.annotate(since=Least(Coalesce(ended, first), Coalesce(first, ended))).first()


def _played_from(
    before: dict[int, Place], players: Iterable[int], pool: RatingPool, matches: Iterable[Played]
) -> Ladder:
    ladder = Ladder(pool.rule)
    for player in players:
        ladder.add(player, before.get(player, Place()))
    ladder.play([match for match in matches if match.players])
    return ladder
