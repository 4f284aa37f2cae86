"""Random tournaments for tests: played to some round by the pairing itself, with all that happens at real ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from league.formats.protocol import CannotPair
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, Kind, Player, Round, Tournament


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely each thing is, between 0 and 1: for a game, or for a player in a round."""

    draw: float = 0.35
    forfeit: float = 0.04
    both_absent: float = 0.01
    half_point_bye: float = 0.03
    zero_point_bye: float = 0.03
    full_point_bye: float = 0.005
    withdrawal: float = 0.01
    late_entry: float = 0.05
    """For a player, before the tournament; the entry comes in one of the rounds to be played."""
    accelerated: float = 0.0
    """For the tournament: the upper half has an extra point in the first two rounds."""
    forbidden: float = 0.0
    """For each pair of players."""


HALF_POINT, ZERO_POINT, FULL_POINT = Round(Kind.BYE, 1), Round(Kind.ABSENT, 0), Round(Kind.BYE, 2)


def tournament(rng: Random, players: int, rounds: int, played: int, chances: Chances | None = None) -> Tournament:
    """A tournament of `rounds` rounds before round `played` + 1.

    It stops earlier where a round cannot be paired. The better seed wins more often.
    """
    found = _Play(rng, players, rounds, chances or Chances())
    for _ in range(played):
        if not found.play():
            break
    return found.next_round()


class _Play:
    def __init__(self, rng: Random, players: int, rounds: int, chances: Chances) -> None:
        self.rng, self.chances = rng, chances
        numbers = range(1, players + 1)
        self.rows: dict[int, list[Round]] = {number: [] for number in numbers}
        self.gone: set[int] = set()
        self.comes = {one: rng.randint(1, rounds - 1) if self._is(chances.late_entry) else 0 for one in numbers}
        self.away: dict[int, Round] = {}
        upper = range(1, players // 2 + 1) if self._is(chances.accelerated) else ()
        apart = {frozenset((a, b)) for b in numbers for a in range(1, b) if self._is(chances.forbidden)}
        self.start = Tournament(
            players=(),
            rounds=rounds,
            played=0,
            first_colour=rng.choice((WHITE, BLACK)),
            extra=dict.fromkeys(upper, (2, 2)),
            forbidden=frozenset(apart),
        )
        self._see_who_is_away()

    def next_round(self) -> Tournament:
        made = tuple(Player(number, tuple(row), number in self.away) for number, row in self.rows.items())
        return replace(self.start, players=made, played=len(self.rows[1]))

    def play(self) -> bool:
        """Pair and play a round; False where it cannot be paired."""
        try:
            boards = pair_next_round(self.next_round())
        except CannotPair:
            return False
        for number, entry in self.away.items():
            self.rows[number].append(entry)
        for board in boards:
            self._board(board.white, board.black)
        self._see_who_is_away()
        return True

    def _board(self, white: int, black: int) -> None:
        if not black:
            self.rows[white].append(Round(Kind.PAIRING_BYE, 2))
            return
        kind, points = self._result(white, black)
        self.rows[white].append(Round(kind, points[0], black, WHITE))
        self.rows[black].append(Round(kind, points[1], white, BLACK))

    def _result(self, white: int, black: int) -> tuple[Kind, tuple[int, int]]:
        won = self.rng.choice(((2, 0), (0, 2)))
        if self._is(self.chances.forfeit):
            return Kind.FORFEIT, won
        if self._is(self.chances.both_absent):
            return Kind.FORFEIT, (0, 0)
        if self._is(self.chances.draw):
            return Kind.GAME, (1, 1)
        better = 0.5 + 0.4 * (black - white) / len(self.rows)
        return Kind.GAME, (2, 0) if self._is(better) else (0, 2)

    def _see_who_is_away(self) -> None:
        at = len(self.rows[1])
        self.away = {}
        for number in self.rows:
            if at and self._is(self.chances.withdrawal):
                self.gone.add(number)
            if number in self.gone or at < self.comes[number]:
                self.away[number] = ABSENT
            elif entry := self._bye():
                self.away[number] = entry

    def _bye(self) -> Round | None:
        chances = self.chances
        for chance, entry in (
            (chances.half_point_bye, HALF_POINT),
            (chances.zero_point_bye, ZERO_POINT),
            (chances.full_point_bye, FULL_POINT),
        ):
            if self._is(chance):
                return entry
        return None

    def _is(self, chance: float) -> bool:
        return self.rng.random() < chance
