"""Preview of rating changes if a counted match had ended differently, without writing or locking."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.ratings.queries.counted_matches import Row, counted_rows, find_position, states_before, to_match
from league.ratings.rating_calculation import PoolRatings

MAX_MATCHES = 5_000
"""Maximum number of matches to replay for a preview; larger replays happen only when the override is confirmed."""


@dataclass(frozen=True, slots=True)
class PreviewedChange:
    """The change of one player's Elo rating."""

    player_id: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class RatingPreview:
    """All players whose ratings would change. `complete` is False if too many later matches would have to be replayed."""

    changes: tuple[PreviewedChange, ...] = ()
    complete: bool = True


def preview_ratings(*, match_id: int, ranks: Sequence[int]) -> RatingPreview:
    """Return the effect of these ranks by seat (empty, or no first rank: annulled).

    All matches counted in the pool since are replayed twice: as they are, and with the change.
    """
    position = find_position(match_id)
    if position is None:
        return RatingPreview()
    pool, since = position
    rows: list[Row] = list(counted_rows(pool.key, since)[: MAX_MATCHES + 1])
    if len(rows) > MAX_MATCHES:
        return RatingPreview(complete=False)
    current = [to_match(row) for row in rows]
    changed = [
        to_match((*row[:2], ranks, *row[3:])) if row[0] == match_id else match for row, match in zip(rows, current, strict=True)
    ]
    players = {player for match in (*current, *changed) for player in match.players}
    states = states_before(pool.key, players, since)
    actual, altered = PoolRatings(pool.rule), PoolRatings(pool.rule)
    for pool_ratings, matches in ((actual, current), (altered, changed)):
        pool_ratings.places = dict(states)
        pool_ratings.rate_matches(match for match in matches if match.players)
    changes = ((player, actual.place(player).value, altered.place(player).value) for player in sorted(players))
    return RatingPreview(tuple(PreviewedChange(*values) for values in changes if values[1] != values[2]))
