"""Two players against each other: the score by game and side, and the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engines import registry
from engines.words import told
from league.games import name_of
from league.people.models import Player
from league.people.queries import find_player
from league.player_pages.queries.page import PlayedMatch, played_of
from matches.queries.history import DRAWN, LOST, WON, Tally, history, tallies


@dataclass(frozen=True, slots=True)
class Person:
    player_id: int
    username: str
    name: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Score:
    """From the first player's side. `side` is empty in a line that sums a game up."""

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
    one: Person
    other: Person
    total: Score
    games: list[Score]
    sides: list[Score]
    matches: list[PlayedMatch]
    next: int | None


def met(ranks: Sequence[int], seat: int, other: int) -> str:
    """Who of two came before the other. A duel that both lost is lost; further back, a shared place is drawn.

    >>> met((1, 2), 0, 1), met((1, 1), 0, 1), met((2, 2), 0, 1), met((1, 2, 2), 1, 2)
    ('won', 'drawn', 'lost', 'drawn')
    """
    if ranks[seat] != ranks[other]:
        return WON if ranks[seat] < ranks[other] else LOST
    return DRAWN if ranks[seat] == 1 or len(ranks) > 2 else LOST


def head_to_head(
    username: str, other_username: str, *, before: int | None = None, limit: int = 20
) -> HeadToHead | None:
    """None where either is not a player, or both are the same."""
    one, other = find_player(username), find_player(other_username)
    if one is None or other is None or one.pk == other.pk:
        return None
    counted = tallies(one.pk, other.pk)
    past = history(one.pk, against=other.pk, before=before, limit=limit)
    played = played_of(one.pk, past)
    return HeadToHead(
        one=_person(one),
        other=_person(other),
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
        by[met(tally.ranks, tally.seat, tally.other)] += tally.matches
    return Score(game, name_of(game) if game else "", side, by[WON], by[DRAWN], by[LOST])


def _side(tally: Tally) -> str:
    return str(registry.get(tally.game, tally.engine_version).seat_names[tally.seat])


def _person(player: Player) -> Person:
    return Person(player.pk, player.username, str(player), bool(player.bot))
