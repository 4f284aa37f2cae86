"""What Gamers who stand side by side have over each other, in words. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of all Gamers compared; `best` says of each whether nobody is ahead and somebody is behind."""

    name: str
    values: tuple[int, ...]
    best: tuple[bool, ...]
    words: str


def compared(handles: Sequence[str], name: str, values: Sequence[int], *, low: bool = False) -> Row:
    """Who is ahead, and by how much. With `low` the lowest value is the best.

    >>> compared(["Ada", "Ben", "Cid"], "Wisdom", [3, 5, 5]).words
    'Wisdom: Ben and Cid are ahead with 5; Ada has 2 less.'
    >>> compared(["Ada", "Ben"], "Salary", [3, 5], low=True)
    Row(name='Salary', values=(3, 5), best=(True, False), words='Salary: Ada is lowest with 3; Ben has 2 more.')
    >>> compared(["Ada", "Ben"], "Synergy", [4, 4]).best
    (False, False)
    """
    top = min(values) if low else max(values)
    alike = all(one == top for one in values)
    best = tuple(one == top and not alike for one in values)
    if alike:
        return Row(name, tuple(values), best, f"{name}: all have {top}.")
    first = [handle for handle, ahead in zip(handles, best, strict=True) if ahead]
    verb, place, gap = "is" if len(first) == 1 else "are", "lowest" if low else "ahead", "more" if low else "less"
    others = [
        f"{handle} has {abs(value - top)} {gap}"
        for handle, value, ahead in zip(handles, values, best, strict=True)
        if not ahead
    ]
    return Row(name, tuple(values), best, f"{name}: {_and(first)} {verb} {place} with {top}; {', '.join(others)}.")


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
