"""What standings are made from: who takes part, what each round brought them, and the scores that tie-breaks count with
(articles 15 and 16).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

FIRST, SECOND = 0, 1
"""The sides of a match: who moves first, and who moves second."""
MOST_RATING = 9999


class Kind(StrEnum):
    """How the points of a round came about."""

    GAME = "game"
    """Played over the board."""
    FORFEIT = "forfeit"
    """Paired, but somebody did not come: a win's points for who did, none for who did not (none for both, at worst)."""
    PAIRING_BYE = "pairing-allocated bye"
    BYE = "bye"
    """Asked for: half a point or none, or a full point that the organiser gave."""
    ABSENT = "absent"
    """Not there: a zero-point bye. Every round after a withdrawal is one (article 16.1.1)."""
    UNDER_WAY = "under way"
    """Paired, and not finished yet."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who takes part. `seed` counts from 1; `rating` is None for who has none."""

    id: int
    seed: int | None = None
    rating: int | None = None


class Result(NamedTuple):
    """What one round brought one contender, in half points. Byes and absences have neither opponent nor side."""

    contender: int
    kind: Kind
    halves: int
    opponent: int | None = None
    side: int | None = None


Round = tuple[Result, ...] | list[Result]
"""A round's results, two to a match. Who has none was absent, or in a round robin had the free round; so while a round
goes on, its unfinished matches must be there, as under way."""


@dataclass(frozen=True, slots=True)
class Lots:
    """A drawing of lots that anybody can repeat: `seed` was committed to before and is published now.

    `about` names what is drawn for, such as "event 12"; the same seed and name give the same lots for ever.
    """

    seed: bytes
    about: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How to read the results.

    `everybody_meets` says that the pairings are fixed beforehand, as in a round robin: forfeits then count as games
    (article 15.2), and a round without a result is a free one. Otherwise article 16 applies. `win` and `draw` are what
    the event gives for them, in half points. `lots` is None until the seed may be known: nobody is separated by lots.
    """

    everybody_meets: bool = False
    win: int = 2
    draw: int = 1
    lots: Lots | None = None


class BadResults(ValueError):
    """Results that contradict each other; the message says which."""


class Cell(NamedTuple):
    """One round of one contender. `opponent` is a place in the ledger, or None where nobody was due."""

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
    """A voluntary unplayed round: a requested bye, or a forfeit loss (article 16.1.2)."""


class Ledger:
    """Everything known, with contenders numbered 0, 1, … in the order given. Half points throughout.

    `points` are those of the standings; `adjusted` what an opponent's tie-break counts (article 16.3).
    """

    def __init__(self, contenders: Sequence[Contender], rounds: Sequence[Round], rules: Rules) -> None:
        self.contenders = tuple(contenders)
        self.rules = rules
        self.rounds = len(rounds)
        self.number = {one.id: number for number, one in enumerate(self.contenders)}
        if len(self.number) < len(self.contenders):
            raise BadResults("A contender is there twice.")
        for one in self.contenders:
            if one.rating is not None and not 0 <= one.rating <= MOST_RATING:
                raise BadResults(f"The rating of {one.id} is not between 0 and {MOST_RATING}: {one.rating}.")
        self.cells: list[list[Cell]] = [[] for _ in self.contenders]
        for at, results in enumerate(rounds, 1):
            self._enter(at, results)
        self.points = [sum([cell.halves for cell in row]) for row in self.cells]
        self.adjusted = self.points if rules.everybody_meets else [self._adjusted(row) for row in self.cells]

    def _enter(self, at: int, results: Round) -> None:
        told = {one.contender: one for one in results}
        if len(told) < len(results):
            raise BadResults(f"Round {at} has two results for the same contender.")
        for one in results:
            number = self.number.get(one.contender)
            if number is None:
                raise BadResults(f"Round {at} has a result for {one.contender}, who does not take part.")
            if one.kind is Kind.GAME and one.halves >= 0:
                opponent = self._opponent(at, one, told)
                self.cells[number].append(Cell(at, Kind.GAME, one.halves, opponent, one.side, True, False, False))
            else:
                self.cells[number].append(self._other(at, one, told))
        if not self.rules.everybody_meets and len(told) < len(self.contenders):
            for number, contender in enumerate(self.contenders):
                if contender.id not in told:
                    self.cells[number].append(Cell(at, Kind.ABSENT, 0, None, None, False, True, True))

    def _other(self, at: int, one: Result, told: dict[int, Result]) -> Cell:
        """Of anything but a game."""
        kind, halves = one.kind, one.halves
        if halves < 0:
            raise BadResults(f"Round {at}: {one.contender} cannot make less than no points.")
        if kind is Kind.FORFEIT:
            counts, lost = self.rules.everybody_meets, halves < self.rules.win
            return Cell(at, kind, halves, self._opponent(at, one, told), one.side, counts, False, lost)
        if kind is Kind.UNDER_WAY:
            if halves:
                raise BadResults(f"Round {at}: the match of {one.contender} is not over, and brings nothing yet.")
            return Cell(at, kind, halves, self._opponent(at, one, told), one.side, False, False, False)
        if one.opponent is not None:
            raise BadResults(f"Round {at}: {one.contender} had no match, and so no opponent.")
        requested = kind is not Kind.PAIRING_BYE and halves < self.rules.win
        return Cell(at, kind, halves, None, None, False, requested, requested)

    def _opponent(self, at: int, one: Result, told: dict[int, Result]) -> int:
        other = None if one.opponent is None else told.get(one.opponent)
        if other is None or other is one or other.opponent != one.contender or other.kind is not one.kind:
            raise BadResults(f"Round {at}: the results of {one.contender} and {one.opponent} do not fit together.")
        number = self.number.get(other.contender)
        if number is None:
            raise BadResults(f"Round {at}: {one.opponent}, whom {one.contender} met, does not take part.")
        return number

    def _adjusted(self, row: Sequence[Cell]) -> int:
        """Requested byes that only voluntary unplayed rounds follow count as draws (articles 16.2.5 and 16.3.2)."""
        halves = sum([cell.halves for cell in row])
        for cell in reversed(row):
            if not cell.voluntary:
                break
            if cell.requested:
                halves += self.rules.draw - cell.halves
        return halves

    def dummy(self, number: int, cell: Cell) -> int:
        """The score of the dummy that a contender met in an unplayed round: their own (article 16.4), at most that of
        the opponent who was due (16.4.1), or that of somebody who drew every round (16.4.2)."""
        most = self.rules.draw * self.rounds if cell.opponent is None else self.adjusted[cell.opponent]
        return min(self.points[number], most)
