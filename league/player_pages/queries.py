"""Reads for the page of a player and the comparison of two players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines import registry
from engines.words import told
from league.games import name_of
from league.people.models import Player
from league.people.queries import get_player
from league.ratings.ladder import OUTCOMES, outcome
from league.ratings.queries.players import Line, changes_of, ratings_of
from league.stats.queries.player_tables import get_two_players
from league.stats.rules.match_tallies import met
from matches.queries.history import DRAWN, LOST, WON, History, Tally, history, playing, tallies
from matches.queries.listing import Listed, ListedSeat, listed


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match from one player's side. `result` is won, drawn, lost, or empty while it is not over."""

    match: Listed
    seat: ListedSeat
    opponents: tuple[ListedSeat, ...]
    result: str
    change: int | None

    @property
    def opponent_names(self) -> list[str]:
        return [seat.username for seat in self.opponents]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page of a player, with a page of finished matches."""

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
    """Where the next page of older matches starts; None on the last page."""


def player_page(username: str, *, at: datetime | None = None, **filters: Any) -> PlayerPage:
    """Return a player's page with the finished matches that pass the filters of `history`.

    Rating margins are as of `at`, by default as of the last match. Raises Refused("not-found").
    """
    player = get_player(username)
    ratings = ratings_of(player.pk, at)
    past = history(player.pk, **filters)
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
    """Return these matches from a player's side, by match id."""
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


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the first player's side. `side` is empty in the totals of a game."""

    game: str
    game_name: str
    side: str
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players' record against each other."""

    one: Player
    other: Player
    total: Score
    games: list[Score]
    sides: list[Score]
    matches: list[PlayedMatch]
    next: int | None


def head_to_head(username: str, other_username: str, *, before: int | None = None, limit: int = 20) -> HeadToHead:
    """Return two players' record against each other. Raises Refused("not-found") as `get_two_players` does."""
    one, other = get_two_players(username, other_username)
    counted = tallies(one.pk, other.pk)
    past = history(one.pk, against=other.pk, before=before, limit=limit)
    played = played_of(one.pk, past)
    return HeadToHead(
        one=one,
        other=other,
        total=_score("", "", counted),
        games=[_score(game, "", [t for t in counted if t.game == game]) for game in sorted({t.game for t in counted})],
        sides=[
            _score(game, told(side), [t for t in counted if (t.game, _side(t)) == (game, side)])
            for game, side in sorted({(t.game, _side(t)) for t in counted})
        ],
        matches=[played[match.match_id] for match in past.played],
        next=past.before,
    )


def _score(game: str, side: str, counted: Sequence[Tally]) -> Score:
    by: Counter[str] = Counter()
    for tally in counted:
        by[OUTCOMES[met(tally.ranks, tally.seat, tally.other)]] += tally.matches
    return Score(game, name_of(game) if game else "", side, by[WON], by[DRAWN], by[LOST])


def _side(tally: Tally) -> str:
    return str(registry.get(tally.game, tally.engine_version).seat_names[tally.seat])
