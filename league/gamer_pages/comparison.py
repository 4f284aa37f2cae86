"""What Gamers who stand side by side have over each other, in words. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.words import marked, say, say_in, told

MOST = 4
LEADS = {
    (False, True): marked("{name}: {who} is ahead with {top}; {others}."),
    (False, False): marked("{name}: {who} are ahead with {top}; {others}."),
    (True, True): marked("{name}: {who} is lowest with {top}; {others}."),
    (True, False): marked("{name}: {who} are lowest with {top}; {others}."),
}
"""By whether the lowest is the best, and whether one Gamer alone has it."""


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
        return Row(name, tuple(values), best, say("{name}: all have {top}.", name=name, top=top))
    first = [handle for handle, ahead in zip(handles, best, strict=True) if ahead]
    gap = marked("{handle} has {gap} more") if low else marked("{handle} has {gap} less")
    others = [
        told(gap, handle=handle, gap=abs(value - top))
        for handle, value, ahead in zip(handles, values, best, strict=True)
        if not ahead
    ]
    words = told(LEADS[low, len(first) == 1], name=name, who=_and(first), top=top, others=", ".join(others))
    return Row(name, tuple(values), best, words)


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else " ".join([", ".join(names[:-1]), say_in("list", "and"), names[-1]])
