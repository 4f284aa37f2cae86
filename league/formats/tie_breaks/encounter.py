"""Direct encounter among contenders who are equal so far (article 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.formats.tie_breaks.ledger import Ledger

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """One contender in the table of the matches among those equal.

    `made` are half points, the average where two met more than once (article 6.1.2); `missing` counts those not met and
    `most` is `made` with a win against each of them.
    """

    number: int
    made: Number
    missing: int
    most: Number


def among(ledger: Ledger, group: Sequence[int]) -> list[Standing]:
    """The table of the matches among these alone; forfeits are in it only where everybody meets everybody (6.1.1)."""
    inside = set(group)
    return [_standing(ledger, number, inside) for number in group]


def _standing(ledger: Ledger, number: int, inside: set[int]) -> Standing:
    met: dict[int, list[int]] = {}
    for cell in ledger.cells[number]:
        if cell.counts and cell.opponent in inside:
            met.setdefault(cell.opponent, []).append(cell.halves)
    made = sum((one[0] if len(one) == 1 else Fraction(sum(one), len(one)) for one in met.values()), start=0)
    missing = len(inside) - 1 - len(met)
    return Standing(number, made, missing, made + missing * ledger.rules.win)


def split(ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """The group in order, best first; those together in one list remain equal."""
    if len(group) < 2:
        return [list(group)]
    table = among(ledger, group)
    if all(not one.missing for one in table):
        return _by_points(ledger, table)
    return _by_certainty(ledger, table)


def _by_points(ledger: Ledger, table: Sequence[Standing]) -> list[list[int]]:
    """All have met: their table counts, and counts again among those it leaves equal (article 6.2)."""
    tiers: dict[Number, list[int]] = {}
    for one in sorted(table, key=lambda one: -one.made):
        tiers.setdefault(one.made, []).append(one.number)
    if len(tiers) == 1:
        return list(tiers.values())
    return [part for tier in tiers.values() for part in split(ledger, tier)]


def _by_certainty(ledger: Ledger, table: Sequence[Standing]) -> list[list[int]]:
    """Not all have met: who is alone at the top whatever the missing matches bring comes first, then the second in the
    same way, and so on; article 6 starts again with the rest (6.3)."""
    left, placed = list(table), []
    while len(left) > 1:
        best = max(left, key=lambda one: one.made)
        if any(one.most >= best.made for one in left if one is not best):
            break
        placed.append([best.number])
        left.remove(best)
    rest = [one.number for one in left]
    return placed + split(ledger, rest) if placed else [rest]
