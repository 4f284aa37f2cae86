"""The figures of a column for every contender at once, and those by what a contender did alone (article 7)."""

from collections.abc import Callable, Sequence
from functools import cached_property

from engines.randomness import CommittedRandom
from league.formats.tie_breaks import ratings, schedule_strength
from league.formats.tie_breaks.ledger import SECOND, Cell, Kind, Ledger, Lots
from league.formats.tie_breaks.ratings import Game
from league.formats.tie_breaks.schedule_strength import Part, Scores

BYTES = 6
RANGE = 1 << 8 * BYTES
Figures = Sequence[int | None]


COUNTED: dict[str, Callable[[Cell, int], bool]] = {
    "WIN": lambda cell, win: cell.halves >= win,
    "WON": lambda cell, win: cell.halves >= win and cell.kind is Kind.GAME,
    "BPG": lambda cell, win: cell.side == SECOND and cell.kind is Kind.GAME,
    "BWG": lambda cell, win: cell.side == SECOND and cell.kind is Kind.GAME and cell.halves >= win,
    "REP": lambda cell, win: not cell.voluntary,
}
"""By key the rounds that count (articles 7.1 to 7.4 and 7.6), given a win's points. REP leaves out byes asked for,
absences and forfeit losses."""


def scores(ledger: Ledger, number: int) -> list[int]:
    """Half points after each round, which the progressive score adds up (article 7.5)."""
    brought = dict.fromkeys(range(1, ledger.rounds + 1), 0)
    for cell in ledger.cells[number]:
        brought[cell.round] = cell.halves
    total, found = 0, []
    for halves in brought.values():
        total += halves
        found.append(total)
    return found


def progressive(row: Sequence[Cell], rounds: int, cut: int) -> int:
    """The sum of the scores after each round, less those after the first `cut`: points count in every later score."""
    total = sum([cell.halves * (rounds + 1 - cell.round) for cell in row])
    for cell in row[:cut]:
        if cell.round <= cut:
            total -= cell.halves * (min(cut, rounds) + 1 - cell.round)
    return total


def lot_of(lots: Lots, contender: int) -> int:
    """What a contender draws, below RANGE.

    It depends on the seed, what is drawn for, and the contender alone, so that a corrected result elsewhere changes
    nobody's lot. `Draws` says how to repeat it by hand.

    >>> lot_of(Lots(bytes(32), "event 12"), 7) == lot_of(Lots(bytes(32), "event 12"), 7)
    True
    """
    return CommittedRandom(lots.seed, lots_text(lots), (), contender).below(RANGE)


def lots_text(lots: Lots) -> str:
    """What the stream is told that it draws for."""
    return f"lots of {lots.about}"


class Book:
    """A ledger, and what several columns need of it, worked out once."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    @cached_property
    def parts(self) -> list[list[Part]]:
        return schedule_strength.parts(self.ledger)

    @cached_property
    def scores(self) -> list[Scores]:
        return [schedule_strength.scores(row) for row in self.parts]

    @cached_property
    def games(self) -> list[list[Game]]:
        return ratings.games(self.ledger)

    @cached_property
    def performances(self) -> list[int | None]:
        return [ratings.performance(row, self.ledger.rules.win) for row in self.games]

    @cached_property
    def perfect(self) -> list[int | None]:
        return [ratings.perfect(row, self.ledger.rules.win) for row in self.games]


def _counted(counts: Callable[[Cell, int], bool]) -> Callable[[Book], Figures]:
    return lambda book: [sum([counts(cell, book.ledger.rules.win) for cell in row]) for row in book.ledger.cells]


def _buchholz(lowest: int, highest: int) -> Callable[[Book], Figures]:
    return lambda book: [schedule_strength.buchholz_less(row, lowest, highest) for row in book.scores]


def _progressive(cut: int) -> Callable[[Book], Figures]:
    return lambda book: [progressive(row, book.ledger.rounds, cut) for row in book.ledger.cells]


def _average(cut: int) -> Callable[[Book], Figures]:
    return lambda book: [ratings.average(row, cut) for row in book.games]


def _of_opponents(book: Book, figures: Figures) -> Figures:
    return [ratings.average_of_opponents(book.ledger, number, figures) for number in range(len(book.ledger.cells))]


def _lots(book: Book) -> Figures:
    drawn = book.ledger.rules.lots
    return [None if drawn is None else lot_of(drawn, one.id) for one in book.ledger.contenders]


FIGURES: dict[str, Callable[[Book], Figures]] = {
    "BH": lambda book: [schedule_strength.buchholz(row) for row in book.parts],
    "BH-C1": _buchholz(1, 0),
    "BH-C2": _buchholz(2, 0),
    "BH-M1": _buchholz(1, 1),
    "BH-M2": _buchholz(2, 2),
    "SB": lambda book: [schedule_strength.sonneborn(row) for row in book.parts],
    "SB-C1": lambda book: [schedule_strength.sonneborn_less(row) for row in book.parts],
    "PS": _progressive(0),
    "PS-C1": _progressive(1),
    "PS-C2": _progressive(2),
    **{key: _counted(counts) for key, counts in COUNTED.items()},
    "KS": lambda book: schedule_strength.koya(book.ledger),
    "ARO": _average(0),
    "ARO-C1": _average(1),
    "ARO-C2": _average(2),
    "TPR": lambda book: book.performances,
    "PTP": lambda book: book.perfect,
    "APRO": lambda book: _of_opponents(book, book.performances),
    "APPO": lambda book: _of_opponents(book, book.perfect),
    "RTNG": lambda book: [one.rating for one in book.ledger.contenders],
    "SEED": lambda book: [one.seed for one in book.ledger.contenders],
    "LOTS": _lots,
}
"""Every column but the direct encounter, which depends on who is equal."""
