"""The standings of an event: points, then the chosen tie-breaks, each among those still tied (article 4.2).

Direct encounter follows article 6.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from league.formats.protocol import History, Kind
from league.formats.tie_breaks.definitions import TieBreak, check_tie_breaks
from league.formats.tie_breaks.figures import FIGURES, LedgerCache
from league.formats.tie_breaks.ledger import Contender, Ledger, Rules

Figure = int | None
Number = int | Fraction


@dataclass(frozen=True, slots=True)
class ContenderLine:
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

    `ranked` are (rank, number), best first; `figures` are by key, then by number; `groups` has, by key, the groups tied
    before that tie-break.
    """

    ranked: Sequence[tuple[int, int]]
    figures: Mapping[str, Sequence[Figure]]
    groups: Mapping[str, Sequence[Sequence[int]]]


def compute_standings(
    contenders: Sequence[Contender], rounds: History, tie_breaks: Sequence[str], rules: Rules | None = None
) -> list[ContenderLine]:
    """Return the contenders, best first. Raises BadTieBreaks for an unusable choice."""
    rules = rules or Rules()
    chosen = check_tie_breaks(tie_breaks, everybody_meets=rules.everybody_meets, teams=rules.boards > 0)
    ledger = Ledger(contenders, rounds, rules)
    result = compute_order(LedgerCache(ledger), chosen)
    return [
        _build_line(ledger, rank, number, {key: figures[number] for key, figures in result.figures.items()})
        for rank, number in result.ranked
    ]


def compute_order(cache: LedgerCache, tie_breaks: Sequence[TieBreak]) -> Order:
    """Return the order of a ledger."""
    ledger = cache.ledger
    tiers = _split_into_tiers(range(len(ledger.contenders)), [-points for points in ledger.points])
    figures: dict[str, Sequence[Figure]] = {}
    groups: dict[str, Sequence[Sequence[int]]] = {}
    for tie_break in tie_breaks:
        groups[tie_break.key] = tiers
        if tie_break.key == "DE":
            figures[tie_break.key], tiers = _rank_by_encounter(ledger, tiers)
            continue
        figures[tie_break.key] = FIGURES[tie_break.key](cache)
        if len(tiers) == len(ledger.contenders):
            continue
        sign = 1 if tie_break.low else -1  # best first, missing figures last
        keys = [float("inf") if figure is None else sign * figure for figure in figures[tie_break.key]]
        tiers = [subtier for tier in tiers for subtier in (_split_into_tiers(tier, keys) if len(tier) > 1 else [tier])]
    return Order(_rank_tiers(ledger, tiers), figures, groups)


def _split_into_tiers(group: Sequence[int], keys: Sequence[float]) -> list[list[int]]:
    ordered = sorted(group, key=lambda number: keys[number])
    return [list(part) for _, part in groupby(ordered, key=lambda number: keys[number])]


def _rank_by_encounter(ledger: Ledger, tiers: Sequence[Sequence[int]]) -> tuple[list[Figure], list[list[int]]]:
    """Return ranks in each group from 1, or None if the matches inside the group decide nothing."""
    figures: list[Figure] = [None] * len(ledger.contenders)
    result: list[list[int]] = []
    for tier in tiers:
        parts = split_group(ledger, tier)
        result += parts
        placed = 0
        for part in parts if len(parts) > 1 else ():
            for number in part:
                figures[number] = placed + 1
            placed += len(part)
    return figures, result


def _rank_tiers(ledger: Ledger, tiers: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    seeds = [float("inf") if contender.seed is None else contender.seed for contender in ledger.contenders]
    for tier in tiers:
        rank = len(result) + 1
        result += [(rank, number) for number in sorted(tier, key=lambda number: (seeds[number], number))]
    return result


def _build_line(ledger: Ledger, rank: int, number: int, figures: Mapping[str, Figure]) -> ContenderLine:
    row, rules = ledger.cells[number], ledger.rules
    finished = [cell.halves for cell in row if cell.opponent is not None and cell.kind is not Kind.UNDER_WAY]
    wins = len([1 for halves in finished if halves >= rules.win])
    draws = finished.count(rules.draw)
    return ContenderLine(
        rank=rank,
        contender=ledger.contenders[number].id,
        halves=ledger.points[number],
        played=len(finished),
        wins=wins,
        draws=draws,
        losses=len(finished) - wins - draws,
        figures=figures,
    )


@dataclass(frozen=True, slots=True)
class EncounterStanding:
    """A contender in the table of the matches among tied contenders.

    `made` are half points, averaged over several meetings (article 6.1.2); `missing` counts those not met, and `most`
    is `made` plus a win against each of them.
    """

    number: int
    made: Number
    missing: int
    most: Number


def list_encounter_standings(ledger: Ledger, group: Sequence[int]) -> list[EncounterStanding]:
    """Return the table of the matches in the group; forfeits count in round robins only (article 6.1.1)."""
    inside = set(group)
    return [_compute_encounter_standing(ledger, number, inside) for number in group]


def _compute_encounter_standing(ledger: Ledger, number: int, inside: set[int]) -> EncounterStanding:
    results: dict[int, list[int]] = {}
    for cell in ledger.cells[number]:
        if cell.counts and cell.opponent in inside:
            results.setdefault(cell.opponent, []).append(cell.halves)
    points = sum(
        (halves[0] if len(halves) == 1 else Fraction(sum(halves), len(halves)) for halves in results.values()), start=0
    )
    missing = len(inside) - 1 - len(results)
    return EncounterStanding(number, points, missing, points + missing * ledger.rules.win)


def split_group(ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """Return the group in order, best first; contenders in the same list remain tied."""
    if len(group) < 2:
        return [list(group)]
    table = list_encounter_standings(ledger, group)
    if all(not entry.missing for entry in table):
        return _split_by_points(ledger, table)
    return _split_by_certainty(ledger, table)


def _split_by_points(ledger: Ledger, table: Sequence[EncounterStanding]) -> list[list[int]]:
    """Order by the table if all have met, then again among those still tied (article 6.2)."""
    ordered = sorted(table, key=lambda entry: -entry.made)
    tiers = [[entry.number for entry in tier] for _, tier in groupby(ordered, key=lambda entry: entry.made)]
    return tiers if len(tiers) == 1 else [part for tier in tiers for part in split_group(ledger, tier)]


def _split_by_certainty(ledger: Ledger, table: Sequence[EncounterStanding]) -> list[list[int]]:
    """Order a group in which not all have met (article 6.3).

    A contender at the top of the table for all possible missing results is first, and so on; article 6 then restarts
    with the rest.
    """
    remaining, placed = list(table), []
    while len(remaining) > 1:
        best = max(remaining, key=lambda entry: entry.made)
        if any(entry.most >= best.made for entry in remaining if entry is not best):
            break
        placed.append([best.number])
        remaining.remove(best)
    rest = [entry.number for entry in remaining]
    return placed + split_group(ledger, rest) if placed else [rest]
