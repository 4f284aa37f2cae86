"""Expected scores of matches, from current ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engines.words import say
from league.ratings import elo
from league.ratings.models import RatedMatch, Rating
from league.ratings.queries.bot_matches import has_bot_lost_on_time, pool_for, weight_of
from league.ratings.queries.players import pool_name, rule_of, shares
from matches.models import Seat


@dataclass(frozen=True, slots=True)
class Chance:
    """A seat before a match. `share` is the expected share of the points in percent; `margin` its ±."""

    player: str
    rating: int
    margin: int
    provisional: bool
    share: int


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected result of a match."""

    pool: str
    pool_name: str
    seats: tuple[Chance, ...] = ()
    note: str = ""
    """A sentence if the match counts in a special way."""


def percent(rule: elo.Rule, ratings: Sequence[float]) -> tuple[int, ...]:
    """Return the expected shares of these ratings in whole percentages that add up to 100.

    >>> percent(elo.Rule(), [1700, 1500]), percent(elo.Rule(), [1500, 1500, 1500])
    ((76, 24), (34, 33, 33))
    """
    exact = [100 * share for share in shares(rule, ratings)]
    made = [int(one) for one in exact]
    by_rest = sorted(range(len(exact)), key=lambda seat: made[seat] - exact[seat])
    for seat in by_rest[: 100 - sum(made)]:
        made[seat] += 1
    return tuple(made)


def expected_of_match(match_id: int, at: datetime) -> Expected | None:
    """Return the expectation for a rated match; None if casual or not full."""
    rated = RatedMatch.objects.filter(match=match_id).select_related("match").first()
    if rated is None:
        return None
    pool = rated.pool
    if rated.casual:
        text = say("A bot ran out of time, so this match changes no ratings.")
        return Expected(pool, pool_name(pool), note=text) if has_bot_lost_on_time(match_id) else None
    players = [row.player for row in Seat.objects.filter(match=match_id).select_related("player").order_by("number")]
    if len(players) < 2 or not all(players):
        return None
    if not rated.counted_at:
        pool = pool_for(pool, [player.pk for player in players if player])
    known = {row.player_id: row for row in Rating.objects.filter(player__in=players, pool=pool)}
    rows = [known.get(player.pk) or Rating(player=player, pool=pool) for player in players if player]
    parts = percent(rule_of(pool), [row.value for row in rows])
    seats = tuple(
        Chance(str(row.player), elo.shown(row.value), elo.shown(2 * row.deviation_at(at)), row.is_provisional, part)
        for row, part in zip(rows, parts, strict=True)
    )
    return Expected(pool, pool_name(pool), seats, _weight(rated))


def _weight(rated: RatedMatch) -> str:
    """Describe the weight of a match against a bot, if reduced."""
    weight = rated.weight if rated.counted_at else weight_of(rated.match)
    if weight == 1:
        return ""
    return say(
        "Rated match {number} against the same bot within seven days: it counts {percent} %.",
        number=round(1 / weight), percent=round(100 * weight),
    )  # fmt: skip
