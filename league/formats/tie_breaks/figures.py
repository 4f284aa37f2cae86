"""The figures of a column for all contenders, and those from a contender's own results (article 7)."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import accumulate

from engines.randomness import CommittedRandom
from league.formats.protocol import Kind
from league.formats.tie_breaks import ratings, schedule_strength
from league.formats.tie_breaks.ledger import SECOND, Cell, Ledger, Lots
from league.formats.tie_breaks.ratings import Game
from league.formats.tie_breaks.schedule_strength import MADE_OF_PARTS, Part

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
"""By key, whether a round counts, given the points of a win (articles 7.1 to 7.4 and 7.6)."""
PROGRESSIVE_CUTS = {"PS": 0, "PS-C1": 1, "PS-C2": 2}
"""By key, the number of first rounds cut."""
AVERAGE_CUTS = {"ARO": 0, "ARO-C1": 1, "ARO-C2": 2}
"""By key, the number of lowest rated opponents cut."""


def lot_of(lots: Lots, contender: int) -> int:
    """Return the lot of a contender, below RANGE.

    It depends only on the seed, the purpose of the drawing and the contender, so a corrected result elsewhere changes
    no lot. `Draws` documents how to reproduce it by hand.

    >>> lot_of(Lots(bytes(32), "event 12"), 7) == lot_of(Lots(bytes(32), "event 12"), 7)
    True
    """
    return CommittedRandom(lots.seed, lots_text(lots), (), contender).below(RANGE)


def lots_text(lots: Lots) -> str:
    """Return the purpose of the drawing, an input of the random stream."""
    return f"lots of {lots.about}"


class Book:
    """A ledger with cached values that several columns need."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    @cached_property
    def parts(self) -> list[list[Part]]:
        return [schedule_strength.parts(self.ledger, number) for number in range(len(self.ledger.cells))]

    @cached_property
    def scores(self) -> list[list[int]]:
        """Return each contender's half points after each round, the basis of the progressive score (article 7.5)."""
        rounds = range(1, self.ledger.rounds + 1)
        brought = [{cell.round: cell.halves for cell in row} for row in self.ledger.cells]
        return [list(accumulate(row.get(at, 0) for at in rounds)) for row in brought]

    @cached_property
    def games(self) -> list[list[Game]]:
        return ratings.games(self.ledger)

    @cached_property
    def performances(self) -> list[int | None]:
        return [ratings.performance(row, self.ledger.rules.win) for row in self.games]

    @cached_property
    def perfect(self) -> list[int | None]:
        return [ratings.perfect(row, self.ledger.rules.win) for row in self.games]


def _made_of_parts(book: Book, key: str) -> Figures:
    value, cuts = MADE_OF_PARTS[key]
    return [sum(map(value, row)) - sum([value(part) for part, _ in cuts(row)]) for row in book.parts]


def _counted(book: Book, key: str) -> Figures:
    counts, win = COUNTED[key], book.ledger.rules.win
    return [sum([counts(cell, win) for cell in row]) for row in book.ledger.cells]


def _progressive(book: Book, key: str) -> Figures:
    return [sum(row[PROGRESSIVE_CUTS[key] :]) for row in book.scores]


def _average(book: Book, key: str) -> Figures:
    return [ratings.average(row, AVERAGE_CUTS[key]) for row in book.games]


def _of_opponents(book: Book, figures: Figures) -> Figures:
    return [ratings.average_of_opponents(book.ledger, number, figures) for number in range(len(book.ledger.cells))]


def _lots(book: Book) -> Figures:
    drawn = book.ledger.rules.lots
    return [None if drawn is None else lot_of(drawn, one.id) for one in book.ledger.contenders]


FIGURES: dict[str, Callable[[Book], Figures]] = {
    **{key: partial(_made_of_parts, key=key) for key in MADE_OF_PARTS},
    **{key: partial(_progressive, key=key) for key in PROGRESSIVE_CUTS},
    **{key: partial(_counted, key=key) for key in COUNTED},
    **{key: partial(_average, key=key) for key in AVERAGE_CUTS},
    "KS": lambda book: schedule_strength.koya(book.ledger),
    "TPR": lambda book: book.performances,
    "PTP": lambda book: book.perfect,
    "APRO": lambda book: _of_opponents(book, book.performances),
    "APPO": lambda book: _of_opponents(book, book.perfect),
    "RTNG": lambda book: [one.rating for one in book.ledger.contenders],
    "SEED": lambda book: [one.seed for one in book.ledger.contenders],
    "LOTS": _lots,
}
"""Every column except direct encounter, which depends on who is tied."""
