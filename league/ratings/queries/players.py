"""Ratings of players, expected scores, and matches still to count."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engines.i18n import translate as _
from engines.reported import is_reported
from league.games import game_name
from league.ratings import elo, pools
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.speeds import Speed, format_speed
from matches.models import Status
from matches.queries.spectator_delay import public_end_q


def get_rule(pool: str) -> elo.Rule:
    """Return the rule of a pool, by default the usual one."""
    return (RatingPool.objects.filter(pk=pool).first() or RatingPool(key=pool)).rule


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard.

    `margin` is twice the deviation (95% range); `rank` 0 means not computed; `speed` is null in an event's own pool.
    """

    rank: int
    player: str
    username: str
    url: str
    is_bot: bool
    game: str
    game_name: str
    pool: str
    rating: int
    margin: int
    strength: int
    deviation: int
    games: int
    wins: int
    draws: int
    losses: int
    last_change: int
    changed_at: datetime | None
    provisional: bool
    speed: str | None


def build_line(rank: int, row: Rating, at: datetime | None = None) -> Line:
    """Return a rating, with the margin as of `at` or of the player's last match."""
    deviation = row.deviation_at(at) if at else row.deviation
    return Line(
        rank=rank,
        player=str(row.player),
        username=row.player.username,
        url=reverse("player", args=[row.player.username]),
        is_bot=bool(row.player.bot) or row.player.is_bot_account,
        game=row.game,
        game_name=get_pool_name(row.pool),
        pool=row.pool,
        rating=elo.rounded(row.value),
        margin=elo.rounded(2 * deviation),
        strength=elo.rounded(row.strength),
        deviation=elo.rounded(deviation),
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        last_change=elo.rounded(row.value) - elo.rounded(row.value - row.last_change),
        changed_at=row.changed_at,
        provisional=row.is_provisional,
        speed=pools.find_speed(row.pool),
    )


def get_pool_name(pool: str) -> str:
    """Return the game's name with the pool's label in brackets, as *Zero Day (fast)*."""
    return f"{game_name(pools.get_game_key(pool))} ({get_pool_label(pool)})"


def get_pool_label(pool: str) -> str:
    """Return the speed of a pool or an event's own name for it, and whether it is for bot accounts."""
    speed = pools.find_speed(pool)
    if speed is None:
        return pools.get_own_name(pool).replace("-", " ")
    return _("{speed}, bots", speed=format_speed(speed)) if pools.is_bots_pool(pool) else format_speed(speed)


def list_ratings(player_id: int, at: datetime | None = None) -> list[Line]:
    """Return a player's ratings in all pools, without ranks (0)."""
    rows = Rating.objects.filter(player=player_id, games__gt=0).select_related("player")
    return [build_line(0, row, at) for row in sorted(rows, key=lambda row: pools.sort_key(row.pool))]


def get_rating_values(players: Collection[int], pool: str) -> dict[int, float]:
    """Return these players' ratings in a pool; a player without one has the start value."""
    ratings = dict(Rating.objects.filter(player__in=players, pool=pool).values_list("player_id", "value"))
    return {player: ratings.get(player, elo.START) for player in players}


def compute_shares(rule: elo.Rule, ratings: Sequence[float]) -> tuple[float, ...]:
    """Return the expected share of the points by seat, with a total of 1.

    For two it is the expected score; for more, the normalised mean of the expected scores against each other.
    """
    pairs = len(ratings) * (len(ratings) - 1) / 2
    return tuple(
        sum(rule.expected(rating, opponent_rating) for index, opponent_rating in enumerate(ratings) if index != seat) / pairs
        for seat, rating in enumerate(ratings)
    )


def get_changes_by_match(player_id: int, matches: Collection[int]) -> dict[int, int]:
    """Return the change of a player's displayed rating by match."""
    rows = RatingChange.objects.filter(player=player_id, match__in=matches).values_list("match_id", "before", "after")
    return {match: elo.rounded(after) - elo.rounded(before) for match, before, after in rows}


def list_uncounted(at: datetime, limit: int = 50) -> list[int]:
    """Return closed rated matches that are not counted yet and public, oldest end first."""
    rows = RatedMatch.objects.filter(public_end_q(at, "match__"), counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match__closed_at").values_list("match_id", flat=True)[:limit])


def list_pools(game: str) -> list[str]:
    """Return the pools of a game: those of all speeds, even if unused, then others.

    Games that are played elsewhere have one speed.
    """
    speeds = [Speed.NORMAL] if is_reported(game) else Speed
    named = RatingPool.objects.filter(key__startswith=f"{game}/").values_list("key", flat=True)
    return sorted({*(pools.get_speed_pool(game, speed) for speed in speeds), *named}, key=pools.sort_key)


def list_due_pools() -> list[str]:
    """Return the pools to recompute."""
    return list(RatingPool.objects.filter(recompute_due=True).order_by("key").values_list("key", flat=True))
