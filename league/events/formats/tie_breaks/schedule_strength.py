"""Buchholz, Sonneborn-Berger and Koya: what the opponents made of their event (articles 8, 9, 14 and 16)."""

from __future__ import annotations

from collections.abc import Sequence

from league.events.formats.tie_breaks.ledger import Cell, Ledger
from league.events.formats.tie_breaks.results import Kind

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


def buchholz_cut(row: Sequence[Part], lowest: int, highest: int) -> list[tuple[int, str]]:
    """Which parts to leave out, and why: places in the row. The lowest go first (article 14.3), and before all others
    the rounds unplayed by choice (16.5)."""
    order = sorted(range(len(row)), key=lambda at: (not row[at][2], row[at][0]))
    out = [(at, "cut: unplayed by choice" if row[at][2] else "cut: lowest") for at in order[:lowest]]
    rest = sorted(order[lowest:], key=lambda at: row[at][0])
    return out + [(at, "cut: highest") for at in rest[len(rest) - highest :] if highest]


def buchholz(row: Sequence[Part]) -> int:
    """In half points."""
    return sum([part[0] for part in row])


def buchholz_less(row: Sequence[Part], lowest: int, highest: int) -> int:
    """Buchholz with cuts, in half points; the same as leaving out `buchholz_cut`."""
    chosen = sorted([part[0] for part in row if part[2]])
    others = [part[0] for part in row if not part[2]]
    if lowest < len(chosen):
        others += chosen[lowest:]
        lowest = 0
    else:
        lowest -= len(chosen)
    others.sort()
    return sum(others[lowest : max(lowest, len(others) - highest)])


def sonneborn(row: Sequence[Part]) -> int:
    """In quarter points."""
    return sum([part[0] * part[1] for part in row])


def sonneborn_cut(row: Sequence[Part]) -> list[tuple[int, str]]:
    """Which part to leave out: of the opponent with the lowest score, of several the lowest part (article 14.1); but
    the lowest part of a round unplayed by choice, if that is not lower (16.5)."""
    if not row:
        return []
    worth = [score * halves for score, halves, _, _ in row]
    least = min([(part[0], worth[at], at) for at, part in enumerate(row)])[2]
    chosen = [(worth[at], part[0], at) for at, part in enumerate(row) if part[2]]
    if chosen and (other := min(chosen))[0] >= worth[least]:
        return [(other[2], "cut: unplayed by choice")]
    return [(least, "cut: lowest opponent")]


def sonneborn_less(row: Sequence[Part]) -> int:
    """Sonneborn-Berger with cut 1, in quarter points."""
    return sonneborn(row) - sum([row[at][0] * row[at][1] for at, _ in sonneborn_cut(row)])


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


def koya(ledger: Ledger, number: int, line: int) -> int:
    """Half points made against all who have at least half of the points possible (article 9.2)."""
    points = ledger.points
    return sum([
        cell.halves for cell in ledger.cells[number] if cell.opponent is not None and 2 * points[cell.opponent] >= line
    ])  # fmt: skip
