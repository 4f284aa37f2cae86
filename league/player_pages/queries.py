"""Reads for the page of a player and the comparison of two players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines import registry
from engines.i18n import translate as _
from engines.levels import parse_number
from league.games import Game, game_name, list_games
from league.people.models import Player
from league.people.queries import get_player
from league.ratings.queries.players import Line, get_changes_by_match, list_ratings
from league.ratings.rating_calculation import OUTCOMES, outcome
from league.stats.queries.player_tables import get_two_players
from league.stats.rules.match_tallies import compare_seats
from matches.queries.history import DRAWN, LOST, WON, HistoryPage, PairTally, count_pair_results, list_history, list_playing
from matches.queries.match_lists import ListedMatch, ListedSeat, load_listed


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match from one player's side. `result` is won, drawn, lost, or empty while it is not over."""

    match: ListedMatch
    seat: ListedSeat
    opponents: tuple[ListedSeat, ...]
    result: str
    change: int | None

    @property
    def opponent_names(self) -> list[str]:
        return [seat.username for seat in self.opponents]


@dataclass(frozen=True, slots=True)
class BotStrength:
    """How strong a bot is in a game: its level there and, if that was measured, the rating with its 95 % interval.

    `games` is the number of matches that the rating comes from.
    """

    game: str
    game_name: str
    level: int
    key: str
    rating: int | None
    low: int | None
    high: int | None
    games: int


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
    strengths: list[BotStrength]
    """By game, of one of the site's bots; empty for a person."""
    ratings: list[Line]
    wins: int
    draws: int
    losses: int
    live: list[PlayedMatch]
    recent: list[PlayedMatch]
    """Finished matches, newest first."""
    next: int | None
    """Where the next page of older matches starts; None on the last page."""


def get_player_page(username: str, *, at: datetime | None = None, **filters: Any) -> PlayerPage:
    """Return a player's page with the finished matches that pass the filters of `list_history`.

    Rating margins are as of `at`, by default as of the last match. Raises ActionError("not-found").
    """
    player = get_player(username)
    ratings = list_ratings(player.pk, at)
    past = list_history(player.pk, **filters)
    live = list_playing(player.pk)
    played = build_played_matches(player.pk, past, live)
    return PlayerPage(
        player_id=player.pk,
        username=player.username,
        name=str(player),
        about=player.about,
        is_guest=player.is_guest,
        is_bot=bool(player.bot) or player.is_bot_account,
        joined_at=player.date_joined,
        strengths=list_strengths(player.bot),
        ratings=ratings,
        wins=sum(line.wins for line in ratings),
        draws=sum(line.draws for line in ratings),
        losses=sum(line.losses for line in ratings),
        live=[played[match_id] for match_id in live if match_id in played],
        recent=[played[row.match_id] for row in past.played],
        next=past.before,
    )


def list_strengths(kind: str) -> list[BotStrength]:
    """Return how strong a bot of a kind is in each game; empty unless the kind is a level."""
    number = parse_number(kind)
    return [] if number is None else [_build_strength(game, number) for game in list_games() if game.levels]


def _build_strength(game: Game, number: int) -> BotStrength:
    level = game.levels[min(number, len(game.levels)) - 1]
    rating = level.rating
    figures = (None, None, None, 0) if rating is None else (rating.rating, rating.low, rating.high, rating.games)
    return BotStrength(game.key, game.name, level.number, level.key, *figures)


def build_played_matches(player_id: int, past: HistoryPage, live: Sequence[int] = ()) -> dict[int, PlayedMatch]:
    """Return these matches from a player's side, by match id."""
    ranks = {row.match_id: row.ranks for row in past.played}
    matches = load_listed([*ranks, *live])
    changes = get_changes_by_match(player_id, ranks)
    return {
        match_id: _build_played_match(match, player_id, ranks.get(match_id, ()), changes.get(match_id))
        for match_id, match in matches.items()
    }


def _build_played_match(match: ListedMatch, player_id: int, ranks: Sequence[int], change: int | None) -> PlayedMatch:
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


def get_head_to_head(username: str, other_username: str, *, before: int | None = None, limit: int = 20) -> HeadToHead:
    """Return two players' record against each other. Raises ActionError("not-found") as `get_two_players` does."""
    player, other = get_two_players(username, other_username)
    rows = count_pair_results(player.pk, other.pk)
    past = list_history(player.pk, against=other.pk, before=before, limit=limit)
    played = build_played_matches(player.pk, past)
    return HeadToHead(
        one=player,
        other=other,
        total=_build_score("", "", rows),
        games=[
            _build_score(game, "", [row for row in rows if row.game == game]) for game in sorted({row.game for row in rows})
        ],
        sides=[
            _build_score(game, _(side), [row for row in rows if (row.game, _get_side_name(row)) == (game, side)])
            for game, side in sorted({(row.game, _get_side_name(row)) for row in rows})
        ],
        matches=[played[match.match_id] for match in past.played],
        next=past.before,
    )


def _build_score(game: str, side: str, rows: Sequence[PairTally]) -> Score:
    totals: Counter[str] = Counter()
    for tally in rows:
        totals[OUTCOMES[compare_seats(tally.ranks, tally.seat, tally.other)]] += tally.matches
    return Score(game, game_name(game) if game else "", side, totals[WON], totals[DRAWN], totals[LOST])


def _get_side_name(tally: PairTally) -> str:
    return str(registry.get_or_missing(tally.game, tally.engine_version).seat_names[tally.seat])
