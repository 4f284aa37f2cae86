"""The input of standings: contenders, their result of each round, and scores for tie-breaks (articles 15 and 16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from league.formats.protocol import History, Kind, Pairing

FIRST, SECOND = 0, 1
"""The sides of a match: first and second mover."""
MAX_RATING = 9999


@dataclass(frozen=True, slots=True)
class Contender:
    """A contender. `seed` counts from 1; `rating` is None if unrated."""

    id: int
    seed: int | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Lots:
    """A reproducible random draw, whose `seed` was committed to beforehand and is now published.

    `about` names the purpose, such as "event 12"; the same seed and purpose always give the same lots.
    """

    seed: bytes
    about: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How to interpret the results.

    `everybody_meets` means that the pairings are fixed beforehand, as in a round robin: forfeits count as games
    (article 15.2), and a round without a result is a free one. Otherwise article 16 applies. `win` and `draw` are their
    half points in the event. `lots` is None until the seed may be revealed; ties are then not broken by lot.
    """

    everybody_meets: bool = False
    win: int = 2
    draw: int = 1
    boards: int = 0
    """The boards of each match, if the contenders are teams."""
    lots: Lots | None = None


class Cell(NamedTuple):
    """One round of one contender. `opponent` is an index in the ledger, or None without one."""

    round: int
    """Counted from 1."""
    kind: Kind
    halves: int
    opponent: int | None
    side: int | None
    counts: bool
    """Whether it is a game for Buchholz, Sonneborn-Berger and direct encounter."""
    requested: bool
    """A half-point or zero-point bye (article 16.1.1)."""
    voluntary: bool
    """A voluntary unplayed round: a requested bye or a forfeit loss (article 16.1.2)."""
    boards: tuple[tuple[int, int], ...] = ()
    """The half points on each board of a team match: own, then the opponent's."""


class Ledger:
    """All results, with contenders numbered 0, 1, … in the given order. Points are half points.

    `points` are those of the standings; `adjusted` is what opponents' tie-breaks count (article 16.3). A contender
    without a pairing in a round was absent, or in a round robin had the free round.
    """

    def __init__(self, contenders: Sequence[Contender], rounds: History, rules: Rules) -> None:
        self.contenders = tuple(contenders)
        self.rules = rules
        self.rounds = len(rounds)
        self.number = {contender.id: number for number, contender in enumerate(self.contenders)}
        self.cells: list[list[Cell]] = [[] for _ in self.contenders]
        for at, pairings in enumerate(rounds, 1):
            for pairing in pairings:
                self._add_pairing(at, pairing)
            for row in () if rules.everybody_meets else self.cells:
                if not row or row[-1].round < at:
                    row.append(Cell(at, Kind.ABSENT, 0, None, None, False, True, True))
        self.points = [sum([cell.halves for cell in row]) for row in self.cells]
        self.adjusted = self.points if rules.everybody_meets else [self._adjust_score(row) for row in self.cells]

    def _add_pairing(self, at: int, pairing: Pairing) -> None:
        rules, kind = self.rules, pairing.kind
        if not pairing.is_contested:
            halves = pairing.halves[0] or 0
            if kind is Kind.PAIRING_BYE and rules.everybody_meets:
                return
            requested = kind is not Kind.PAIRING_BYE and halves < rules.win
            cell = Cell(at, kind, halves, None, None, False, requested, requested)
            self.cells[self.number[pairing.entrants[0]]].append(cell)
            return
        kind = kind if pairing.decided else Kind.UNDER_WAY
        counts = kind is Kind.GAME or (kind is Kind.FORFEIT and rules.everybody_meets)
        numbers = [self.number[entrant] for entrant in pairing.entrants]
        for side, number in enumerate(numbers):
            halves = pairing.halves[side] or 0
            voluntary = kind is Kind.FORFEIT and halves < rules.win
            boards = tuple(pair[::-1] for pair in pairing.boards) if side else pairing.boards
            self.cells[number].append(Cell(at, kind, halves, numbers[1 - side], side, counts, False, voluntary, boards))

    def _adjust_score(self, row: Sequence[Cell]) -> int:
        """Return the score with trailing requested byes counted as draws (articles 16.2.5 and 16.3.2)."""
        halves = sum([cell.halves for cell in row])
        for cell in reversed(row):
            if not cell.voluntary:
                break
            if cell.requested:
                halves += self.rules.draw - cell.halves
        return halves

    def get_dummy_score(self, number: int, cell: Cell) -> int:
        """Return the score of the dummy opponent of an unplayed round.

        It is the contender's own score (article 16.4), at most that of the scheduled opponent (16.4.1) or of a draw in
        every round (16.4.2).
        """
        maximum = self.rules.draw * self.rounds if cell.opponent is None else self.adjusted[cell.opponent]
        return min(self.points[number], maximum)
