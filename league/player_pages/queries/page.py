"""What the page of a player shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.people.queries import find_player
from league.ratings.ladder import outcome
from league.ratings.queries.players import Line, changes_of, ratings_of
from matches.queries.history import History, history, playing
from matches.queries.listing import Listed, ListedSeat, listed


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match from one player's side. `result` is won, drawn, lost, or empty while it is not over."""

    match: Listed
    seat: ListedSeat
    opponents: tuple[ListedSeat, ...]
    result: str
    change: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a player's matches to show: of a game, with a result, before a match; empty for all."""

    game: str = ""
    result: str = ""
    before: int | None = None


ALL = Wanted()


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player_id: int
    username: str
    name: str
    about: str
    is_guest: bool
    is_bot: bool
    joined_at: datetime
    ratings: list[Line]
    wins: int
    draws: int
    losses: int
    live: list[PlayedMatch]
    recent: list[PlayedMatch]
    """Finished matches, newest first."""
    next: int | None
    """Where the older ones go on; None on the last page."""


def player_page(
    username: str, wanted: Wanted = ALL, *, at: datetime | None = None, limit: int = 20
) -> PlayerPage | None:
    """Margins of ratings are as of `at`, else as of the last match."""
    player = find_player(username)
    if player is None:
        return None
    ratings = ratings_of(player.pk, at)
    past = history(player.pk, game=wanted.game, result=wanted.result, before=wanted.before, limit=limit)
    live = playing(player.pk)
    shown = played_of(player.pk, past, live)
    return PlayerPage(
        player_id=player.pk,
        username=player.username,
        name=str(player),
        about=player.about,
        is_guest=player.is_guest,
        is_bot=bool(player.bot) or player.is_bot_account,
        joined_at=player.date_joined,
        ratings=ratings,
        wins=sum(line.wins for line in ratings),
        draws=sum(line.draws for line in ratings),
        losses=sum(line.losses for line in ratings),
        live=[shown[match_id] for match_id in live if match_id in shown],
        recent=[shown[one.match_id] for one in past.played],
        next=past.before,
    )


def played_of(player_id: int, past: History, live: Sequence[int] = ()) -> dict[int, PlayedMatch]:
    """These matches from a player's side, by match."""
    ranks = {one.match_id: one.ranks for one in past.played}
    found = listed([*ranks, *live])
    changes = changes_of(player_id, ranks)
    return {
        match_id: _played(match, player_id, ranks.get(match_id, ()), changes.get(match_id))
        for match_id, match in found.items()
    }


def _played(match: Listed, player_id: int, ranks: Sequence[int], change: int | None) -> PlayedMatch:
    seat = next(seat for seat in match.seats if seat.player_id == player_id)
    opponents = tuple(other for other in match.seats if other.number != seat.number)
    return PlayedMatch(match, seat, opponents, outcome(ranks, seat.number), change)
