"""What would become of ratings if a counted match had ended differently. Nothing is written, and nobody waits."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.ratings.ladder import Ladder
from league.ratings.queries.played import Row, counted_in, counted_rows, places_before, played

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
    """Return what these ranks by seat would bring (empty, or nobody first: were annulled).

    All that was counted in the pool since the match is played twice, as it is and as it would be.
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
