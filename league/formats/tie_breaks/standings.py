"""The standings of an event: points, then the chosen tie-breaks, each among those still tied (article 4.2).

Direct encounter follows article 6.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from league.formats.protocol import History, Kind
from league.formats.tie_breaks.columns import TieBreak, check
from league.formats.tie_breaks.figures import FIGURES, Book
from league.formats.tie_breaks.ledger import Contender, Ledger, Rules

Figure = int | None
Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Place:
    """A contender's line. Contenders tied on everything share a rank (1, 2, 2, 4), in seed order.

    `played` counts finished matches, including forfeits; byes only add points. `figures` are by key, in the units of
    `columns.TIE_BREAKS[key]`; None, which ranks below everything, means that there is no figure.
    """

    rank: int
    contender: int
    halves: int
    played: int
    wins: int
    draws: int
    losses: int
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the contenders, by their number in the ledger.

    `figures` are by key, then by number; `groups` has, by key, the groups tied before that tie-break.
    """

    ranked: Sequence[tuple[int, int]]
    figures: Mapping[str, Sequence[Figure]]
    groups: Mapping[str, Sequence[Sequence[int]]]


def standings(
    contenders: Sequence[Contender], rounds: History, tie_breaks: Sequence[str], rules: Rules | None = None
) -> list[Place]:
    """Return the contenders, best first. Raises BadTieBreaks for an unusable choice."""
    rules = rules or Rules()
    chosen = check(tie_breaks, everybody_meets=rules.everybody_meets)
    ledger = Ledger(contenders, rounds, rules)
    found = order(Book(ledger), chosen)
    return [
        _place(ledger, rank, number, {key: figures[number] for key, figures in found.figures.items()})
        for rank, number in found.ranked
    ]


def order(book: Book, tie_breaks: Sequence[TieBreak]) -> Order:
    """Return the order of a ledger."""
    ledger = book.ledger
    tiers = _tiers(range(len(ledger.contenders)), [-points for points in ledger.points])
    figures: dict[str, Sequence[Figure]] = {}
    groups: dict[str, Sequence[Sequence[int]]] = {}
    for one in tie_breaks:
        groups[one.key] = tiers
        if one.key == "DE":
            figures[one.key], tiers = _encounter(ledger, tiers)
            continue
        figures[one.key] = FIGURES[one.key](book)
        if len(tiers) == len(ledger.contenders):
            continue
        sign = 1 if one.low else -1  # best first, missing figures last
        keys = [float("inf") if figure is None else sign * figure for figure in figures[one.key]]
        tiers = [part for tier in tiers for part in (_tiers(tier, keys) if len(tier) > 1 else [tier])]
    return Order(_ranked(ledger, tiers), figures, groups)


def _tiers(group: Sequence[int], keys: Sequence[float]) -> list[list[int]]:
    ordered = sorted(group, key=lambda number: keys[number])
    return [list(part) for _, part in groupby(ordered, key=lambda number: keys[number])]


def _encounter(ledger: Ledger, tiers: Sequence[Sequence[int]]) -> tuple[list[Figure], list[list[int]]]:
    """Return ranks in each group from 1, or None if the matches inside the group decide nothing."""
    figures: list[Figure] = [None] * len(ledger.contenders)
    found: list[list[int]] = []
    for tier in tiers:
        parts = split(ledger, tier)
        found += parts
        before = 0
        for part in parts if len(parts) > 1 else ():
            for number in part:
                figures[number] = before + 1
            before += len(part)
    return figures, found


def _ranked(ledger: Ledger, tiers: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    seeds = [float("inf") if one.seed is None else one.seed for one in ledger.contenders]
    for tier in tiers:
        rank = len(found) + 1
        found += [(rank, number) for number in sorted(tier, key=lambda number: (seeds[number], number))]
    return found


def _place(ledger: Ledger, rank: int, number: int, figures: Mapping[str, Figure]) -> Place:
    row, rules = ledger.cells[number], ledger.rules
    over = [cell.halves for cell in row if cell.opponent is not None and cell.kind is not Kind.UNDER_WAY]
    wins = len([1 for halves in over if halves >= rules.win])
    draws = over.count(rules.draw)
    return Place(
        rank=rank,
        contender=ledger.contenders[number].id,
        halves=ledger.points[number],
        played=len(over),
        wins=wins,
        draws=draws,
        losses=len(over) - wins - draws,
        figures=figures,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """A contender in the table of the matches among tied contenders.

    `made` are half points, averaged over several meetings (article 6.1.2); `missing` counts those not met, and `most`
    is `made` plus a win against each of them.
    """

    number: int
    made: Number
    missing: int
    most: Number


def among(ledger: Ledger, group: Sequence[int]) -> list[Standing]:
    """Return the table of the matches in the group; forfeits count in round robins only (article 6.1.1)."""
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
    """Return the group in order, best first; contenders in the same list remain tied."""
    if len(group) < 2:
        return [list(group)]
    table = among(ledger, group)
    if all(not one.missing for one in table):
        return _by_points(ledger, table)
    return _by_certainty(ledger, table)


def _by_points(ledger: Ledger, table: Sequence[Standing]) -> list[list[int]]:
    """Order by the table if all have met, then again among those still tied (article 6.2)."""
    ordered = sorted(table, key=lambda one: -one.made)
    tiers = [[one.number for one in tier] for _, tier in groupby(ordered, key=lambda one: one.made)]
    return tiers if len(tiers) == 1 else [part for tier in tiers for part in split(ledger, tier)]


def _by_certainty(ledger: Ledger, table: Sequence[Standing]) -> list[list[int]]:
    """Order a group in which not all have met (article 6.3).

    A contender at the top of the table for all possible missing results is first, and so on; article 6 then restarts
    with the rest.
    """
    left, placed = list(table), []
    while len(left) > 1:
        best = max(left, key=lambda one: one.made)
        if any(one.most >= best.made for one in left if one is not best):
            break
        placed.append([best.number])
        left.remove(best)
    rest = [one.number for one in left]
    return placed + split(ledger, rest) if placed else [rest]
