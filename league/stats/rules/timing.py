"""How much time each seat took, from the clocks that a log keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.stats.rules.reading import Line


@dataclass(frozen=True, slots=True)
class Spent:
    """One seat's match. `used` and `reserve` are in ms, None where the match had one limit for all of it."""

    turns: int
    used: int | None
    reserve: int | None


def spent(lines: Sequence[Line], seats: int, control: Mapping[str, int], *, limited: bool = False) -> list[Spent]:
    """By seat. A turn is all that a seat did before another seat acted.

    >>> log = [Line(0, "a", at=1000, left=[(9000, 60000), (10000, 60000)]),
    ...        Line(1, "b", at=5000, left=[(10000, 60000), (6000, 60000)]),
    ...        Line(0, "c", at=20000, left=[(0, 55000), (10000, 60000)])]
    >>> spent(log, 2, {"turn_ms": 10000, "reserve_ms": 60000})
    [Spent(turns=2, used=16000, reserve=55000), Spent(turns=1, used=4000, reserve=60000)]
    """
    turns, acted = [0] * seats, None
    for line in lines:
        if line.by is not None:
            turns[line.by] += line.by != acted
            acted = line.by
    if limited or not lines:
        return [Spent(count, None, None) for count in turns]
    return [Spent(turns[seat], _used(lines, seat, control), lines[-1].left[seat][1]) for seat in range(seats)]


def _used(lines: Sequence[Line], seat: int, control: Mapping[str, int]) -> int:
    """The time for which a seat's clock ran. A turn that was settled between two entries left a full one behind."""
    full, increment = control["turn_ms"], control.get("increment_ms", 0)
    total, at, by, turn, reserve = 0, lines[0].at, None, full, control["reserve_ms"]
    for line in lines:
        turn_now, reserve_now = line.left[seat]
        settled = turn_now > turn or full - turn_now <= line.at - at
        free = (full if settled else turn) - turn_now
        gained = increment if by == seat else 0
        total += max(0, free + reserve + gained - reserve_now)
        at, by, turn, reserve = line.at, line.by, turn_now, reserve_now
    return total
