"""Buchholz, Sonneborn-Berger and Koya: what the opponents made of their event (articles 8, 9, 14 and 16)."""

from collections.abc import Sequence

from engines.words import marked
from league.formats.tie_breaks.ledger import Cell, Kind, Ledger

Part = tuple[int, int, bool, Cell]
"""(score of the opponent or dummy, half points made, whether the round was unplayed by choice, the round)."""


def parts(ledger: Ledger) -> list[list[Part]]:
    """Every contender's rounds as Buchholz and Sonneborn-Berger count them; matches under way do not count yet."""
    return [_parts(ledger, number) for number in range(len(ledger.cells))]


def _parts(ledger: Ledger, number: int) -> list[Part]:
    adjusted, found = ledger.adjusted, []
    for cell in ledger.cells[number]:
        if cell.counts:
            found.append((adjusted[cell.opponent], cell.halves, False, cell))  # type: ignore[index]
        elif cell.kind is not Kind.UNDER_WAY and not ledger.rules.everybody_meets:
            found.append((ledger.dummy(number, cell), cell.halves, cell.voluntary, cell))
    return found


Cuts = dict[int, str]
"""Which rounds to leave out, and why (to be told)."""


def buchholz(row: Sequence[Part]) -> int:
    """In half points."""
    return sum([part[0] for part in row])


Scores = tuple[list[int], list[int]]
"""The scores of the rounds unplayed by choice, and those of all others, each from the lowest."""


def scores(row: Sequence[Part]) -> Scores:
    return sorted([part[0] for part in row if part[2]]), sorted([part[0] for part in row if not part[2]])


def buchholz_less(scores: Scores, lowest: int, highest: int) -> int:
    """Buchholz without its lowest and highest parts, in half points; `buchholz_cuts` says which these are."""
    chosen, others = scores
    spared = chosen[lowest:]
    left = sorted(others + spared) if spared else others[lowest - len(chosen) :]
    return sum(left[: max(0, len(left) - highest)])


def buchholz_cuts(row: Sequence[Part], lowest: int, highest: int) -> Cuts:
    """The lowest go first (article 14.3), and before all others the rounds unplayed by choice (16.5)."""
    order = sorted(row, key=lambda part: (not part[2], part[0]))
    cuts = {
        part[3].round: marked("cut: unplayed by choice") if part[2] else marked("cut: lowest")
        for part in order[:lowest]
    }
    rest = sorted(order[lowest:], key=lambda part: part[0])
    return cuts | {part[3].round: marked("cut: highest") for part in rest[max(0, len(rest) - highest) :]}


def sonneborn(row: Sequence[Part]) -> int:
    """In quarter points."""
    return sum([part[0] * part[1] for part in row])


def sonneborn_cut(row: Sequence[Part]) -> tuple[Part, str]:
    """The part of the opponent with the lowest score, of several the lowest part (article 14.1); but the lowest part of
    a round unplayed by choice, if that is not lower (16.5). The row has one part at least."""
    least = min(row)
    chosen = [(part[0] * part[1], part) for part in row if part[2]]
    if chosen and (other := min(chosen))[0] >= least[0] * least[1]:
        return other[1], marked("cut: unplayed by choice")
    return least, marked("cut: lowest opponent")


def sonneborn_less(row: Sequence[Part]) -> int:
    """Sonneborn-Berger with cut 1, in quarter points."""
    if not row:
        return 0
    part, _ = sonneborn_cut(row)
    return sonneborn(row) - part[0] * part[1]


def sonneborn_cuts(row: Sequence[Part]) -> Cuts:
    if not row:
        return {}
    part, why = sonneborn_cut(row)
    return {part[3].round: why}


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
