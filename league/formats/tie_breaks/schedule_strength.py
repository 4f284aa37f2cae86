"""Buchholz, Sonneborn-Berger and Koya: what the opponents made of their event (articles 8, 9, 14 and 16)."""

from collections.abc import Callable, Sequence
from functools import partial

from engines.words import marked
from league.formats.protocol import Kind
from league.formats.tie_breaks.ledger import Cell, Ledger

Part = tuple[int, int, bool, Cell]
"""(score of the opponent or dummy, half points made, whether the round was unplayed by choice, the round)."""


def parts(ledger: Ledger, number: int) -> list[Part]:
    """A contender's rounds as Buchholz and Sonneborn-Berger count them; matches under way do not count yet."""
    adjusted, found = ledger.adjusted, []
    for cell in ledger.cells[number]:
        if cell.counts:
            found.append((adjusted[cell.opponent], cell.halves, False, cell))  # type: ignore[index]
        elif cell.kind is not Kind.UNDER_WAY and not ledger.rules.everybody_meets:
            found.append((ledger.dummy(number, cell), cell.halves, cell.voluntary, cell))
    return found


Cuts = list[tuple[Part, str]]
"""Which parts to leave out, and why (to be told)."""


def opponents_score(part: Part) -> int:
    """What a part adds to Buchholz, in half points."""
    return part[0]


def product(part: Part) -> int:
    """What a part adds to Sonneborn-Berger, in quarter points."""
    return part[0] * part[1]


def no_cuts(row: Sequence[Part]) -> Cuts:
    return []


def buchholz_cuts(row: Sequence[Part], lowest: int, highest: int = 0) -> Cuts:
    """The lowest go first (article 14.3), and before all others the rounds unplayed by choice (16.5)."""
    order = sorted(row, key=lambda part: (not part[2], part[0]))
    rest = sorted(order[lowest:], key=opponents_score)
    return [
        *((one, marked("cut: unplayed by choice") if one[2] else marked("cut: lowest")) for one in order[:lowest]),
        *((one, marked("cut: highest")) for one in rest[max(0, len(rest) - highest) :]),
    ]


def sonneborn_cuts(row: Sequence[Part]) -> Cuts:
    """The part of the opponent with the lowest score, of several the lowest part (article 14.1); but the lowest part of
    a round unplayed by choice, if that is not lower (16.5)."""
    if not row:
        return []
    least = min(row)
    chosen = [(product(part), part) for part in row if part[2]]
    if chosen and (other := min(chosen))[0] >= product(least):
        return [(other[1], marked("cut: unplayed by choice"))]
    return [(least, marked("cut: lowest opponent"))]


MADE_OF_PARTS: dict[str, tuple[Callable[[Part], int], Callable[[Sequence[Part]], Cuts]]] = {
    "BH": (opponents_score, no_cuts),
    "BH-C1": (opponents_score, partial(buchholz_cuts, lowest=1)),
    "BH-C2": (opponents_score, partial(buchholz_cuts, lowest=2)),
    "BH-M1": (opponents_score, partial(buchholz_cuts, lowest=1, highest=1)),
    "BH-M2": (opponents_score, partial(buchholz_cuts, lowest=2, highest=2)),
    "SB": (product, no_cuts),
    "SB-C1": (product, sonneborn_cuts),
}
"""By key what a part is worth, and what is cut."""


def koya_line(ledger: Ledger) -> int:
    """Half of the points that were possible so far, in quarter points: a win's for every match that anybody was due."""
    matches = max(
        (
            sum(1 for cell in row if cell.opponent is not None and cell.kind is not Kind.UNDER_WAY)
            for row in ledger.cells
        ),
        default=0,
    )
    return matches * ledger.rules.win


def koya(ledger: Ledger) -> list[int]:
    """Half points that each made against all who have at least half of the points possible (article 9.2)."""
    points, line = ledger.points, koya_line(ledger)
    return [
        sum([cell.halves for cell in row if cell.opponent is not None and 2 * points[cell.opponent] >= line])
        for row in ledger.cells
    ]
