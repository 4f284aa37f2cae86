"""Fictitious points, in tenths, by player and round: from 250 or XXA lines, else by Baku (C.04.7) where 192 says so."""

from __future__ import annotations

from collections.abc import Sequence

from league.formats.trf.errors import BadTrf
from league.formats.trf.records import Acceleration, Fictitious
from league.formats.trf.report import Report
from league.formats.trf.scoring import Scale

Extra = dict[int, tuple[int, ...]]


def fictitious(report: Report, order: Sequence[int], rounds: int, scale: Scale, *, baku: bool) -> Extra:
    """`order` lists the players by rank; `rounds` are those planned."""
    found: dict[int, list[int]] = {}
    given: list[tuple[int, Acceleration | Fictitious]] = [*report.of(Acceleration), *report.of(Fictitious)]
    for number, one in sorted(given, key=lambda line: line[0]):
        last = one.last_round if isinstance(one, Acceleration) else len(one.points)
        if last > rounds:
            raise BadTrf(number, f"Points for round {last} are given, but there are only {rounds} rounds.")
        if isinstance(one, Fictitious):
            found[one.start] = list(one.points)
        else:
            _spread(one, found)
    if baku and not given:
        return _baku(order, rounds, scale)
    return {start: tuple(row) for start, row in found.items()}


def _spread(one: Acceleration, found: dict[int, list[int]]) -> None:
    for start in range(one.first, one.last + 1):
        row = found.setdefault(start, [])
        row.extend([0] * (one.last_round - len(row)))
        row[one.first_round - 1 : one.last_round] = [one.points] * (one.last_round - one.first_round + 1)


def _baku(order: Sequence[int], rounds: int, scale: Scale) -> Extra:
    """The upper half, made even: a win's points in half of the accelerated rounds, then a draw's; half are accelerated.

    Half of the rounds, rounded up, are accelerated; half of those, rounded up, with a win's points.
    """
    upper = 2 * -(-len(order) // 4)
    half = -(-rounds // 2)
    full = -(-half // 2)
    row = (scale["WW"],) * full + (scale["WD"],) * (half - full)
    return dict.fromkeys(order[:upper], row)
