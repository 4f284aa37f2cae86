"""A line of a leaderboard, or of a player's page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from league.games import name_of
from league.ratings import elo, glicko2, pools
from league.ratings.models import Rating


@dataclass(frozen=True, slots=True)
class Line:
    """`margin` is twice the deviation: the strength is within it 19 times in 20. `rank` 0 is one not worked out."""

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


def line(rank: int, row: Rating, at: datetime | None = None) -> Line:
    """One rating; its margin as of `at`, else as of the player's last match."""
    deviation = row.deviation
    if at and row.changed_at:
        deviation = glicko2.grown(deviation, row.volatility, (at - row.changed_at).total_seconds())
    return Line(
        rank=rank,
        player=str(row.player),
        username=row.player.username,
        url=reverse("player", args=[row.player.username]),
        is_bot=bool(row.player.bot) or row.player.is_bot_account,
        game=row.game,
        game_name=pool_name(row.pool),
        pool=row.pool,
        rating=elo.shown(row.value),
        margin=elo.shown(2 * deviation),
        strength=elo.shown(row.strength),
        deviation=elo.shown(deviation),
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        last_change=elo.shown(row.value) - elo.shown(row.value - row.last_change),
        changed_at=row.changed_at,
        provisional=row.games < elo.PROVISIONAL_BELOW,
    )


def pool_name(pool: str) -> str:
    """The game's name, and the pool's own in brackets where it has one."""
    game, own = name_of(pools.game_of(pool)), pools.name_of(pool)
    return f"{game} ({own.replace('-', ' ')})" if own else game
