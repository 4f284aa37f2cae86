"""What a Swiss pairing is made from: the players, what each did in every round so far, and what the rules see of that.

A `Standing` is a player before a round: score, colours, floats (C.04.3, articles 1.4 to 1.7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.formats.protocol import Kind

WHITE, BLACK = "w", "b"
WIN = 2  # scores are counted in half points
DOWN, UP, LEVEL = "down", "up", ""
OTHER = {WHITE: BLACK, BLACK: WHITE, "": ""}


@dataclass(frozen=True, slots=True)
class Round:
    """One player's round. `opponent` is a start number, 0 where there was none; `points` are half points."""

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
    """A player by pairing number (`number`, 1 is the highest seed)."""

    number: int
    rounds: tuple[Round, ...] = ()
    absent: bool = False
    """Not to be paired in the next round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything a pairing of the next round depends on.

    `played` counts the rounds behind us, `rounds` all that are planned. `first_colour` is what the drawing of lots gave
    the highest seed. `extra` gives acceleration: virtual half points by player, for each round from the first.
    `forbidden` are pairs of start numbers that must not meet. `win` and `loss` are what a game gives; where a report
    has results worth other than whole half points, all points count tenths.
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
class Standing:
    """`score` includes acceleration. `floats` holds the last round's, then that before it."""

    number: int
    rank: int
    """Its place among the pairing numbers of all who have taken part, or do now, counted from 1."""
    score: int
    colours: str
    """Of the games played, oldest first."""
    opponents: frozenset[int]
    floats: tuple[str, str]
    may_have_bye: bool
    """C2: not after a bye from the pairing, or as much as a win without a game."""
    games: int
    top: bool
    """A topscorer of the last round (article 1.8): more than half of the highest score that was possible."""

    @property
    def difference(self) -> int:
        """Games with White less games with Black."""
        return 2 * self.colours.count(WHITE) - len(self.colours)

    @property
    def repeated(self) -> str:
        """The colour of the last two games, if it was the same."""
        return self.colours[-1] if len(self.colours) > 1 and self.colours[-1] == self.colours[-2] else ""

    @property
    def absolute(self) -> bool:
        return abs(self.difference) > 1 or bool(self.repeated)

    @property
    def strong(self) -> bool:
        return not self.absolute and abs(self.difference) == 1

    @property
    def preference(self) -> str:
        """The colour that is due, "" without a game."""
        if abs(self.difference) > 1:
            return BLACK if self.difference > 0 else WHITE
        if self.repeated:
            return OTHER[self.repeated]
        if self.difference:
            return BLACK if self.difference > 0 else WHITE
        return OTHER[self.colours[-1]] if self.colours else ""

    @property
    def clash(self) -> str:
        """The colour that C3 keeps apart from its like."""
        return self.preference if self.absolute and not self.top else ""


def standings(tournament: Tournament) -> list[Standing]:
    """Those to be paired in the next round, in the order of article 1.2: score, then pairing number."""
    by_number = {player.number: player for player in tournament.players}
    taking_part = sorted(  # who was never paired has no pairing number yet (C.04.2, article 2.3)
        player.number
        for player in tournament.players
        if not player.absent or any(one.opponent or one.kind is Kind.PAIRING_BYE for one in player.rounds)
    )
    rank = {number: place for place, number in enumerate(taking_part, 1)}
    found = [
        _standing(tournament, by_number, player, rank[player.number])
        for player in tournament.players
        if not player.absent
    ]
    return sorted(found, key=lambda one: (-one.score, one.number))


def _standing(tournament: Tournament, by_number: dict[int, Player], player: Player, rank: int) -> Standing:
    rounds = player.rounds[: tournament.played]
    games = [one for one in rounds if one.played]
    score = _score(tournament, player, tournament.played)
    final = tournament.played >= tournament.rounds - 1
    return Standing(
        number=player.number,
        rank=rank,
        score=score,
        colours="".join(one.colour for one in games),
        opponents=frozenset(one.opponent for one in games),
        floats=(_float(tournament, by_number, player, 1), _float(tournament, by_number, player, 2)),
        may_have_bye=not any(
            one.kind is Kind.PAIRING_BYE or (not one.played and one.points >= tournament.win) for one in rounds
        ),
        games=len(games),
        top=final and 2 * score > tournament.played * tournament.win,
    )


def _score(tournament: Tournament, player: Player, before: int) -> int:
    """Points before a round (0: the first), with that round's acceleration."""
    extra = tournament.extra.get(player.number, ())
    return sum(one.points for one in player.rounds[:before]) + (extra[before] if before < len(extra) else 0)


def _float(tournament: Tournament, by_number: dict[int, Player], player: Player, back: int) -> str:
    """The float of the round that was played `back` rounds ago (articles 1.4.2 and 1.4.3)."""
    at = tournament.played - back
    if at < 0:
        return LEVEL
    one = player.rounds[at] if at < len(player.rounds) else ABSENT
    if not one.played:
        return DOWN if one.points > tournament.loss or one.kind is Kind.PAIRING_BYE else LEVEL
    own, other = _score(tournament, player, at), _score(tournament, by_number[one.opponent], at)
    return DOWN if own > other else UP if own < other else LEVEL
