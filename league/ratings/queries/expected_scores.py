"""Expected scores of matches, from current ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engines.i18n import translate as _
from league.ratings import elo
from league.ratings.models import RatedMatch, Rating
from league.ratings.queries.bot_matches import compute_weight, get_pool_for, has_bot_lost_on_time
from league.ratings.queries.players import compute_shares, get_pool_name, get_rule
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
class ExpectedResult:
    """The expected result of a match."""

    pool: str
    pool_name: str
    seats: tuple[Chance, ...] = ()
    note: str = ""
    """A sentence if the match counts in a special way."""


def to_percentages(rule: elo.Rule, ratings: Sequence[float]) -> tuple[int, ...]:
    """Return the expected shares of these ratings in whole percentages that add up to 100.

    >>> to_percentages(elo.Rule(), [1700, 1500]), to_percentages(elo.Rule(), [1500, 1500, 1500])
    ((76, 24), (34, 33, 33))
    """
    exact = [100 * share for share in compute_shares(rule, ratings)]
    whole = [int(exact_share) for exact_share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda seat: whole[seat] - exact[seat])
    for seat in by_remainder[: 100 - sum(whole)]:
        whole[seat] += 1
    return tuple(whole)


def find_expected_result(match_id: int, at: datetime) -> ExpectedResult | None:
    """Return the expectation for a rated match; None if casual or not full."""
    rated = RatedMatch.objects.filter(match=match_id).select_related("match").first()
    if rated is None:
        return None
    pool = rated.pool
    if rated.casual:
        text = _("A bot ran out of time, so this match changes no ratings.")
        return ExpectedResult(pool, get_pool_name(pool), note=text) if has_bot_lost_on_time(match_id) else None
    players = [row.player for row in Seat.objects.filter(match=match_id).select_related("player").order_by("number")]
    if len(players) < 2 or not all(players):
        return None
    if not rated.counted_at:
        pool = get_pool_for(pool, [player.pk for player in players if player])
    ratings = {row.player_id: row for row in Rating.objects.filter(player__in=players, pool=pool)}
    rows = [ratings.get(player.pk) or Rating(player=player, pool=pool) for player in players if player]
    parts = to_percentages(get_rule(pool), [row.value for row in rows])
    seats = tuple(
        Chance(str(row.player), elo.rounded(row.value), elo.rounded(2 * row.deviation_at(at)), row.is_provisional, part)
        for row, part in zip(rows, parts, strict=True)
    )
    return ExpectedResult(pool, get_pool_name(pool), seats, _describe_weight(rated))


def _describe_weight(rated: RatedMatch) -> str:
    """Describe the weight of a match against a bot, if reduced."""
    weight = rated.weight if rated.counted_at else compute_weight(rated.match)
    if weight == 1:
        return ""
    return _(
        "Rated match {number} against the same bot within seven days: it counts {percent}%.",
        number=round(1 / weight), percent=round(100 * weight),
    )  # fmt: skip
