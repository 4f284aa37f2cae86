"""Preview of rating changes if a counted match had ended differently, without writing or locking."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.ratings.ladder import Ladder
from league.ratings.queries.played import Row, counted_in, counted_rows, places_before, played

MOST = 5_000
"""Maximum number of matches to replay for a preview; larger replays happen only when the override is confirmed."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The change of one player's Elo rating."""

    player_id: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Foreseen:
    """All players whose ratings would change. `whole` is False if too many later matches would have to be replayed."""

    moved: tuple[Moved, ...] = ()
    whole: bool = True


def foreseen(*, match_id: int, ranks: Sequence[int]) -> Foreseen:
    """Return the effect of these ranks by seat (empty, or no first rank: annulled).

    All matches counted in the pool since are replayed twice: as they are, and with the change.
    """
    found = counted_in(match_id)
    if found is None:
        return Foreseen()
    pool, since = found
    rows: list[Row] = list(counted_rows(pool.key, since)[: MOST + 1])
    if len(rows) > MOST:
        return Foreseen(whole=False)
    now = [played(row) for row in rows]
    then = [
        played((*row[:2], ranks, *row[3:])) if row[0] == match_id else match
        for row, match in zip(rows, now, strict=True)
    ]
    players = {player for match in (*now, *then) for player in match.players}
    before = places_before(pool.key, players, since)
    one, other = Ladder(pool.rule), Ladder(pool.rule)
    for ladder, matches in ((one, now), (other, then)):
        ladder.places = dict(before)
        ladder.play(match for match in matches if match.players)
    moved = ((player, one.place(player).value, other.place(player).value) for player in sorted(players))
    return Foreseen(tuple(Moved(*values) for values in moved if values[1] != values[2]))
