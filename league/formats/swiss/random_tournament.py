"""Random tournaments, played round by round with the real pairing and with everything that happens at real ones."""

from dataclasses import dataclass, replace
from random import Random

from league.formats.protocol import CannotPair, Kind
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, Player, Round, Tournament


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities from 0 to 1: of a game, or of a player in a round."""

    draw: float = 0.35
    forfeit: float = 0.04
    both_absent: float = 0.01
    half_point_bye: float = 0.03
    zero_point_bye: float = 0.03
    full_point_bye: float = 0.005
    withdrawal: float = 0.01
    late_entry: float = 0.05
    """Of a player before the tournament, who then enters in one of its rounds."""
    accelerated: float = 0.0
    """Of the tournament: the upper half has an extra point in the first two rounds."""
    forbidden: float = 0.0
    """Of each pair of players."""


HALF_POINT, ZERO_POINT, FULL_POINT = Round(Kind.BYE, 1), Round(Kind.ABSENT, 0), Round(Kind.BYE, 2)


def generate_tournament(random: Random, players: int, rounds: int, played: int, chances: Chances | None = None) -> Tournament:
    """Return a tournament of `rounds` rounds before round `played` + 1.

    It stops earlier if a round can't be paired. Players with lower numbers win more often.
    """
    generator = _Generator(random, players, rounds, chances or Chances())
    for _ in range(played):
        if not generator.play_round():
            break
    return generator.build_tournament()


class _Generator:
    def __init__(self, random: Random, players: int, rounds: int, chances: Chances) -> None:
        self.random, self.chances = random, chances
        numbers = range(1, players + 1)
        self.rows: dict[int, list[Round]] = {number: [] for number in numbers}
        self.withdrawn: set[int] = set()
        self.joined = {
            number: random.randint(1, max(1, rounds - 1)) if self._happens(chances.late_entry) else 0 for number in numbers
        }
        self.unpaired: dict[int, Round] = {}
        upper = range(1, players // 2 + 1) if self._happens(chances.accelerated) else ()
        forbidden = {
            frozenset((first, second))
            for second in numbers
            for first in range(1, second)
            if chances.forbidden and self._happens(chances.forbidden)
        }
        self.start = Tournament(
            players=(),
            rounds=rounds,
            played=0,
            first_colour=random.choice((WHITE, BLACK)),
            extra=dict.fromkeys(upper, (2, 2)),
            forbidden=frozenset(forbidden),
        )
        self._choose_unpaired()

    def build_tournament(self) -> Tournament:
        players = tuple(Player(number, tuple(row), number in self.unpaired) for number, row in self.rows.items())
        return replace(self.start, players=players, played=len(self.rows[1]))

    def play_round(self) -> bool:
        """Pair and play a round; return False if it can't be paired."""
        try:
            boards = pair_next_round(self.build_tournament())
        except CannotPair:
            return False
        for number, entry in self.unpaired.items():
            self.rows[number].append(entry)
        for board in boards:
            self._play_board(board.white, board.black)
        self._choose_unpaired()
        return True

    def _play_board(self, white: int, black: int) -> None:
        if not black:
            self.rows[white].append(Round(Kind.PAIRING_BYE, 2))
            return
        kind, points = self._choose_result(white, black)
        self.rows[white].append(Round(kind, points[0], black, WHITE))
        self.rows[black].append(Round(kind, points[1], white, BLACK))

    def _choose_result(self, white: int, black: int) -> tuple[Kind, tuple[int, int]]:
        forfeit = self.random.choice(((2, 0), (0, 2)))
        if self._happens(self.chances.forfeit):
            return Kind.FORFEIT, forfeit
        if self._happens(self.chances.both_absent):
            return Kind.FORFEIT, (0, 0)
        if self._happens(self.chances.draw):
            return Kind.GAME, (1, 1)
        white_wins = 0.5 + 0.4 * (black - white) / len(self.rows)
        return Kind.GAME, (2, 0) if self._happens(white_wins) else (0, 2)

    def _choose_unpaired(self) -> None:
        played = len(self.rows[1])
        self.unpaired = {}
        for number in self.rows:
            if played and self._happens(self.chances.withdrawal):
                self.withdrawn.add(number)
            if number in self.withdrawn or played < self.joined[number]:
                self.unpaired[number] = ABSENT
            elif bye := self._choose_bye():
                self.unpaired[number] = bye

    def _choose_bye(self) -> Round | None:
        chances = self.chances
        for chance, bye in (
            (chances.half_point_bye, HALF_POINT),
            (chances.zero_point_bye, ZERO_POINT),
            (chances.full_point_bye, FULL_POINT),
        ):
            if self._happens(chance):
                return bye
        return None

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance
