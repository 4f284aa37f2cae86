"""Buchholz, Sonneborn-Berger and Koya: tie-breaks from the opponents' scores (articles 8, 9, 14 and 16)."""

from collections.abc import Callable, Sequence
from functools import partial

from engines.i18n import mark
from league.formats.protocol import Kind
from league.formats.tie_breaks.ledger import Cell, Ledger

Part = tuple[int, int, bool, Cell]
"""(score of the opponent or dummy, half points made, whether voluntarily unplayed, the round)."""


def list_parts(ledger: Ledger, number: int) -> list[Part]:
    """Return a contender's rounds as Buchholz and Sonneborn-Berger count them, without matches under way."""
    adjusted, result = ledger.adjusted, []
    for cell in ledger.cells[number]:
        if cell.counts:
            result.append((adjusted[cell.opponent], cell.halves, False, cell))  # type: ignore[index]
        elif cell.kind is not Kind.UNDER_WAY and not ledger.rules.everybody_meets:
            result.append((ledger.get_dummy_score(number, cell), cell.halves, cell.voluntary, cell))
    return result


Cuts = list[tuple[Part, str]]
"""The parts to leave out, each with a reason (a text to translate)."""


def opponents_score(part: Part) -> int:
    """Return what a part adds to Buchholz, in half points."""
    return part[0]


def product(part: Part) -> int:
    """Return what a part adds to Sonneborn-Berger, in quarter points."""
    return part[0] * part[1]


def no_cuts(row: Sequence[Part]) -> Cuts:
    """Return no cuts, for the uncut tie-breaks."""
    return []


def buchholz_cuts(row: Sequence[Part], lowest: int, highest: int = 0) -> Cuts:
    """Return the `lowest` and `highest` parts (article 14.3), voluntarily unplayed rounds first (16.5)."""
    order = sorted(row, key=lambda part: (not part[2], part[0]))
    rest = sorted(order[lowest:], key=opponents_score)
    return [
        *((item, mark("cut: unplayed by choice") if item[2] else mark("cut: lowest")) for item in order[:lowest]),
        *((item, mark("cut: highest")) for item in rest[max(0, len(rest) - highest) :]),
    ]


def sonneborn_cuts(row: Sequence[Part]) -> Cuts:
    """Return the part of the lowest scoring opponent, of several the lowest part (article 14.1).

    If not lower, the lowest part of a voluntarily unplayed round is cut instead (16.5).
    """
    if not row:
        return []
    lowest = min(row)
    chosen = [(product(part), part) for part in row if part[2]]
    if chosen and (candidate := min(chosen))[0] >= product(lowest):
        return [(candidate[1], mark("cut: unplayed by choice"))]
    return [(lowest, mark("cut: lowest opponent"))]


PART_TIE_BREAKS: dict[str, tuple[Callable[[Part], int], Callable[[Sequence[Part]], Cuts]]] = {
    "BH": (opponents_score, no_cuts),
    "BH-C1": (opponents_score, partial(buchholz_cuts, lowest=1)),
    "BH-C2": (opponents_score, partial(buchholz_cuts, lowest=2)),
    "BH-M1": (opponents_score, partial(buchholz_cuts, lowest=1, highest=1)),
    "BH-M2": (opponents_score, partial(buchholz_cuts, lowest=2, highest=2)),
    "SB": (product, no_cuts),
    "SB-C1": (product, sonneborn_cuts),
}
"""By key, the value of a part and the cuts."""


def get_koya_threshold(ledger: Ledger) -> int:
    """Return half of the possible points so far, in quarter points, counting a win for every due match."""
    matches = max(
        (sum(1 for cell in row if cell.opponent is not None and cell.kind is not Kind.UNDER_WAY) for row in ledger.cells),
        default=0,
    )
    return matches * ledger.rules.win


def compute_koya(ledger: Ledger) -> list[int]:
    """Return each contender's half points against all with at least half of the possible points (article 9.2)."""
    points, line = ledger.points, get_koya_threshold(ledger)
    return [
        sum([cell.halves for cell in row if cell.opponent is not None and 2 * points[cell.opponent] >= line])
        for row in ledger.cells
    ]
