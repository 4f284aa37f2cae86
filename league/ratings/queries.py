"""Leaderboards, a player's ratings, and what is still to be counted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from league.games import name_of
from league.ratings import elo
from league.ratings.models import RatedMatch, Rating, RatingChange
from matches.models import Status


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard, or of a player's page."""

    rank: int
    player: str
    username: str
    url: str
    is_bot: bool
    game: str
    game_name: str
    rating: int
    games: int
    wins: int
    draws: int
    losses: int
    last_change: int
    changed_at: datetime | None
    provisional: bool


def leaderboard(game: str, *, limit: int = 100) -> list[Line]:
    """The best ratings of a game, best first; equal rounded ratings share a rank."""
    rows = Rating.objects.filter(game=game, games__gt=0, player__is_active=True).select_related("player")
    lines: list[Line] = []
    for place, row in enumerate(rows.order_by("-value", "player__username")[:limit], start=1):
        tied = lines and lines[-1].rating == round(row.value)
        lines.append(_line(lines[-1].rank if tied else place, row))
    return lines


def ratings_of(player_id: int) -> list[Line]:
    """A player's ratings in every game played; the rank is not worked out (0)."""
    rows = Rating.objects.filter(player=player_id, games__gt=0).select_related("player").order_by("game")
    return [_line(0, row) for row in rows]


def values(players: Collection[int], game: str) -> dict[int, float]:
    """The rating of each of these players in a game, the start value where there is none yet."""
    known = dict(Rating.objects.filter(player__in=players, game=game).values_list("player_id", "value"))
    return {player: known.get(player, elo.START) for player in players}


def changes_of(player_id: int, matches: Collection[int]) -> dict[int, int]:
    """By match, how a player's rating moved in it."""
    rows = RatingChange.objects.filter(player=player_id, match__in=matches).values_list("match_id", "before", "after")
    return {match: round(after) - round(before) for match, before, after in rows}


def uncounted(limit: int = 50) -> list[int]:
    """Closed rated matches that no one has counted, oldest end first."""
    rows = RatedMatch.objects.filter(counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match__closed_at").values_list("match_id", flat=True)[:limit])


def rated_among(matches: Collection[int]) -> frozenset[int]:
    return frozenset(RatedMatch.objects.filter(match__in=matches).values_list("match_id", flat=True))


def _line(rank: int, row: Rating) -> Line:
    return Line(
        rank=rank,
        player=str(row.player),
        username=row.player.username,
        url=reverse("player", args=[row.player.username]),
        is_bot=bool(row.player.bot),
        game=row.game,
        game_name=name_of(row.game),
        rating=round(row.value),
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        last_change=round(row.value) - round(row.value - row.last_change),
        changed_at=row.changed_at,
        provisional=row.games < elo.PROVISIONAL_BELOW,
    )
