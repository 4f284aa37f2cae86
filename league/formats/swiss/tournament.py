"""The input of a Swiss pairing: the players, their rounds so far, and what the rules derive from them.

A `PlayerState` is a player before a round: score, colours, floats (C.04.3, articles 1.4 to 1.7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.formats.protocol import Kind

WHITE, BLACK = "w", "b"
WIN, DRAW = 2, 1  # scores are in half points
DOWN, UP, LEVEL = "down", "up", ""
OTHER = {WHITE: BLACK, BLACK: WHITE, "": ""}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a player. `opponent` is a start number or 0 without one; `points` are half points."""

    kind: Kind
    points: int
    opponent: int = 0
    colour: str = ""

    @property
    def played(self) -> bool:
        return self.kind is Kind.GAME


ABSENT = Round(Kind.ABSENT, 0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player by pairing number (`number`; 1 is the highest seed)."""

    number: int
    rounds: tuple[Round, ...] = ()
    absent: bool = False
    """Not to be paired in the next round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that the pairing of the next round depends on.

    `played` counts the completed rounds, `rounds` all planned ones. `first_colour` is the colour drawn for the highest
    seed. `extra` is acceleration: virtual half points by player, for each round from the first. `forbidden` are pairs
    of start numbers that must not meet. `win` and `loss` are the points of a game; if a report has results that are not
    whole half points, all points count tenths.
    """

    players: tuple[Player, ...]
    rounds: int
    played: int
    first_colour: str = WHITE
    extra: Mapping[int, Sequence[int]] = field(default_factory=dict)
    forbidden: frozenset[frozenset[int]] = frozenset()
    win: int = WIN
    loss: int = 0


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player before a round. `score` includes acceleration; `floats` has the last round's, then the one before."""

    number: int
    rank: int
    """Position from 1 among the pairing numbers of all who have taken part or do so now."""
    score: int
    colours: str
    """Colours of the games played, oldest first."""
    opponents: frozenset[int]
    floats: tuple[str, str]
    may_have_bye: bool
    """C2: no earlier pairing-allocated bye and no full point without a game."""
    games: int
    top: bool
    """Whether a topscorer of the last round (article 1.8): more than half of the maximum score."""

    @property
    def difference(self) -> int:
        """Return games with White minus games with Black."""
        return 2 * self.colours.count(WHITE) - len(self.colours)

    @property
    def repeated(self) -> str:
        """Return the colour of the last two games if it was the same."""
        return self.colours[-1] if len(self.colours) > 1 and self.colours[-1] == self.colours[-2] else ""

    @property
    def absolute(self) -> bool:
        return abs(self.difference) > 1 or bool(self.repeated)

    @property
    def strong(self) -> bool:
        return not self.absolute and abs(self.difference) == 1

    @property
    def preference(self) -> str:
        """Return the due colour, "" without a game."""
        if abs(self.difference) > 1:
            return BLACK if self.difference > 0 else WHITE
        if self.repeated:
            return OTHER[self.repeated]
        if self.difference:
            return BLACK if self.difference > 0 else WHITE
        return OTHER[self.colours[-1]] if self.colours else ""

    @property
    def clash(self) -> str:
        """Return the colour of an absolute preference, which by C3 keeps non-topscorers with the same one apart."""
        return self.preference if self.absolute and not self.top else ""


def list_player_states(tournament: Tournament) -> list[PlayerState]:
    """Return the players to be paired, in the order of article 1.2: score, then pairing number."""
    by_number = {player.number: player for player in tournament.players}
    taking_part = sorted(  # players never paired have no pairing number yet (C.04.2, article 2.3)
        player.number
        for player in tournament.players
        if not player.absent or any(entry.opponent or entry.kind is Kind.PAIRING_BYE for entry in player.rounds)
    )
    rank = {number: place for place, number in enumerate(taking_part, 1)}
    states = [
        _build_state(tournament, by_number, player, rank[player.number]) for player in tournament.players if not player.absent
    ]
    return sorted(states, key=lambda entry: (-entry.score, entry.number))


def _build_state(tournament: Tournament, by_number: dict[int, Player], player: Player, rank: int) -> PlayerState:
    rounds = player.rounds[: tournament.played]
    games = [entry for entry in rounds if entry.played]
    score = _score(tournament, player, tournament.played)
    final = tournament.played >= tournament.rounds - 1
    return PlayerState(
        number=player.number,
        rank=rank,
        score=score,
        colours="".join(entry.colour for entry in games),
        opponents=frozenset(entry.opponent for entry in games),
        floats=(_find_float(tournament, by_number, player, 1), _find_float(tournament, by_number, player, 2)),
        may_have_bye=not any(
            entry.kind is Kind.PAIRING_BYE or (not entry.played and entry.points >= tournament.win) for entry in rounds
        ),
        games=len(games),
        top=final and 2 * score > tournament.played * tournament.win,
    )


def _score(tournament: Tournament, player: Player, before: int) -> int:
    """Return the points before a round (0: the first) with that round's acceleration."""
    extra = tournament.extra.get(player.number, ())
    return sum(entry.points for entry in player.rounds[:before]) + (extra[before] if before < len(extra) else 0)


def _find_float(tournament: Tournament, by_number: dict[int, Player], player: Player, back: int) -> str:
    """Return the float of the round `back` rounds ago (articles 1.4.2 and 1.4.3)."""
    at = tournament.played - back
    if at < 0:
        return LEVEL
    entry = player.rounds[at] if at < len(player.rounds) else ABSENT
    if not entry.played:
        return DOWN if entry.points > tournament.loss or entry.kind is Kind.PAIRING_BYE else LEVEL
    score, other = _score(tournament, player, at), _score(tournament, by_number[entry.opponent], at)
    return DOWN if score > other else UP if score < other else LEVEL
