"""The figures of a column for all contenders, and those from a contender's own results (article 7)."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import accumulate

from engines.randomness import CommittedRandom
from league.formats.protocol import Kind
from league.formats.tie_breaks import ratings, schedule_strength
from league.formats.tie_breaks.ledger import SECOND, Cell, Ledger, Lots
from league.formats.tie_breaks.ratings import Game
from league.formats.tie_breaks.schedule_strength import PART_TIE_BREAKS, Part
from league.formats.tie_breaks.teams import TEAM_FIGURES

LOT_BYTES = 6
LOT_RANGE = 1 << 8 * LOT_BYTES
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


def draw_lot(lots: Lots, contender: int) -> int:
    """Return the lot of a contender, below RANGE.

    It depends only on the seed, the purpose of the drawing and the contender, so a corrected result elsewhere changes
    no lot. Its derivation (`derivation.derive_figure`) says how to reproduce it by hand.

    >>> draw_lot(Lots(bytes(32), "event 12"), 7) == draw_lot(Lots(bytes(32), "event 12"), 7)
    True
    """
    return CommittedRandom(lots.seed, get_lots_purpose(lots), (), contender).below(LOT_RANGE)


def get_lots_purpose(lots: Lots) -> str:
    """Return the purpose of the drawing, an input of the random stream."""
    return f"lots of {lots.about}"


class LedgerCache:
    """A ledger with cached values that several columns need."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    @cached_property
    def parts(self) -> list[list[Part]]:
        return [schedule_strength.list_parts(self.ledger, number) for number in range(len(self.ledger.cells))]

    @cached_property
    def scores(self) -> list[list[int]]:
        """Return each contender's half points after each round, the basis of the progressive score (article 7.5)."""
        rounds = range(1, self.ledger.rounds + 1)
        points = [{cell.round: cell.halves for cell in row} for row in self.ledger.cells]
        return [list(accumulate(row.get(number, 0) for number in rounds)) for row in points]

    @cached_property
    def games(self) -> list[list[Game]]:
        return ratings.list_games(self.ledger)

    @cached_property
    def performances(self) -> list[int | None]:
        return [ratings.compute_performance(row, self.ledger.rules.win) for row in self.games]

    @cached_property
    def perfect(self) -> list[int | None]:
        return [ratings.compute_perfect_performance(row, self.ledger.rules.win) for row in self.games]


def _sum_parts(cache: LedgerCache, key: str) -> Figures:
    value, cuts = PART_TIE_BREAKS[key]
    return [sum(map(value, row)) - sum([value(part) for part, _ in cuts(row)]) for row in cache.parts]


def _count_rounds(cache: LedgerCache, key: str) -> Figures:
    counts, win = COUNTED[key], cache.ledger.rules.win
    return [sum([counts(cell, win) for cell in row]) for row in cache.ledger.cells]


def _sum_progressive(cache: LedgerCache, key: str) -> Figures:
    return [sum(row[PROGRESSIVE_CUTS[key] :]) for row in cache.scores]


def _average_ratings(cache: LedgerCache, key: str) -> Figures:
    return [ratings.compute_average(row, AVERAGE_CUTS[key]) for row in cache.games]


def _of_opponents(cache: LedgerCache, figures: Figures) -> Figures:
    return [ratings.average_of_opponents(cache.ledger, number, figures) for number in range(len(cache.ledger.cells))]


def _draw_lots(cache: LedgerCache) -> Figures:
    lots = cache.ledger.rules.lots
    return [None if lots is None else draw_lot(lots, contender.id) for contender in cache.ledger.contenders]


def _of_teams(cache: LedgerCache, key: str) -> Figures:
    return [TEAM_FIGURES[key](cache.ledger, number) for number in range(len(cache.ledger.cells))]


FIGURES: dict[str, Callable[[LedgerCache], Figures]] = {
    **{key: partial(_of_teams, key=key) for key in TEAM_FIGURES},
    **{key: partial(_sum_parts, key=key) for key in PART_TIE_BREAKS},
    **{key: partial(_sum_progressive, key=key) for key in PROGRESSIVE_CUTS},
    **{key: partial(_count_rounds, key=key) for key in COUNTED},
    **{key: partial(_average_ratings, key=key) for key in AVERAGE_CUTS},
    "KS": lambda cache: schedule_strength.compute_koya(cache.ledger),
    "TPR": lambda cache: cache.performances,
    "PTP": lambda cache: cache.perfect,
    "APRO": lambda cache: _of_opponents(cache, cache.performances),
    "APPO": lambda cache: _of_opponents(cache, cache.perfect),
    "RTNG": lambda cache: [row.rating for row in cache.ledger.contenders],
    "SEED": lambda cache: [row.seed for row in cache.ledger.contenders],
    "LOTS": _draw_lots,
}
"""Every column except direct encounter, which depends on who is tied."""
