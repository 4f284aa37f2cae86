"""What the page of a player shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.people.models import Player
from league.ratings.queries import Line, changes_of, ratings_of
from league.ratings.results import outcome, ranks_of
from matches.queries.listing import Listed, ListedSeat, of_player


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match from one player's side. `result` is won, drawn, lost, or empty while it is not over."""

    match: Listed
    seat: ListedSeat
    opponents: tuple[ListedSeat, ...]
    result: str
    change: int | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player_id: int
    username: str
    name: str
    is_guest: bool
    is_bot: bool
    joined_at: datetime
    ratings: list[Line]
    wins: int
    draws: int
    losses: int
    live: list[PlayedMatch]
    recent: list[PlayedMatch]


def player_page(username: str, *, limit: int = 20) -> PlayerPage | None:
    player = Player.objects.filter(username__iexact=username, is_active=True).first()
    if player is None:
        return None
    ratings = ratings_of(player.pk)
    listed = of_player(player.pk, limit)
    changes = changes_of(player.pk, [match.match_id for match in listed])
    ranks = ranks_of([match.match_id for match in listed])
    played = [_played(match, player.pk, ranks[match.match_id], changes.get(match.match_id)) for match in listed]
    return PlayerPage(
        player_id=player.pk,
        username=player.username,
        name=str(player),
        is_guest=player.is_guest,
        is_bot=bool(player.bot),
        joined_at=player.date_joined,
        ratings=ratings,
        wins=sum(line.wins for line in ratings),
        draws=sum(line.draws for line in ratings),
        losses=sum(line.losses for line in ratings),
        live=[one for one in played if one.match.status == "playing"],
        recent=[one for one in played if one.match.status == "closed"],
    )


def _played(match: Listed, player_id: int, ranks: Sequence[int], change: int | None) -> PlayedMatch:
    seat = next(seat for seat in match.seats if seat.player_id == player_id)
    opponents = tuple(other for other in match.seats if other.number != seat.number)
    return PlayedMatch(match, seat, opponents, outcome(ranks, seat.number), change)
