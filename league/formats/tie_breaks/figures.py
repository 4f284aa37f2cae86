"""The figures of a column for every contender at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from league.formats.tie_breaks import lots, own_record, ratings, schedule_strength
from league.formats.tie_breaks.ledger import Cell, Ledger
from league.formats.tie_breaks.ratings import Game
from league.formats.tie_breaks.schedule_strength import Part, Scores

Figures = Sequence[int | None]


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


def _counted(rounds: Callable[..., list[Cell]]) -> Callable[[Book], Figures]:
    def figures(book: Book) -> Figures:
        win = book.ledger.rules.win
        return [len(rounds(row, win)) for row in book.ledger.cells]

    return figures


def _buchholz(lowest: int, highest: int) -> Callable[[Book], Figures]:
    return lambda book: [schedule_strength.buchholz_less(row, lowest, highest) for row in book.scores]


def _progressive(cut: int) -> Callable[[Book], Figures]:
    return lambda book: [own_record.progressive(row, book.ledger.rounds, cut) for row in book.ledger.cells]


def _average(cut: int) -> Callable[[Book], Figures]:
    return lambda book: [ratings.average(row, cut) for row in book.games]


def _of_opponents(book: Book, figures: Figures) -> Figures:
    return [ratings.average_of_opponents(book.ledger, number, figures) for number in range(len(book.ledger.cells))]


def _koya(book: Book) -> Figures:
    line = schedule_strength.koya_line(book.ledger)
    return [schedule_strength.koya(book.ledger, number, line) for number in range(len(book.ledger.cells))]


def _lots(book: Book) -> Figures:
    drawn = book.ledger.rules.lots
    return [None if drawn is None else lots.number(drawn, one.id) for one in book.ledger.contenders]


FIGURES: dict[str, Callable[[Book], Figures]] = {
    "BH": lambda book: [schedule_strength.buchholz(row) for row in book.parts],
    "BH-C1": _buchholz(1, 0),
    "BH-C2": _buchholz(2, 0),
    "BH-M1": _buchholz(1, 1),
    "BH-M2": _buchholz(2, 2),
    "SB": lambda book: [schedule_strength.sonneborn(row) for row in book.parts],
    "SB-C1": lambda book: [schedule_strength.sonneborn_less(row) for row in book.parts],
    "WIN": _counted(own_record.wins),
    "WON": _counted(own_record.won),
    "BPG": _counted(own_record.second_games),
    "BWG": _counted(own_record.second_wins),
    "PS": _progressive(0),
    "PS-C1": _progressive(1),
    "PS-C2": _progressive(2),
    "REP": _counted(own_record.elected),
    "KS": _koya,
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
