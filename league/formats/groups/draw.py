"""Who plays in which group."""

from __future__ import annotations

from collections.abc import Sequence

from engines.words import say, say_many
from league.formats.settings import BadSetting


def snake(entrants: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The entrants, best first, into groups: down the groups and up again, so that all are about as strong.

    Sizes differ by one at most. BadSetting where a group would have nobody, or nobody to play with.

    >>> snake([1, 2, 3, 4, 5, 6, 7, 8], 3)
    ((1, 6, 7), (2, 5, 8), (3, 4))
    """
    if groups < 1:
        raise BadSetting("groups", say("There must be one group at least."))
    if groups > len(entrants):
        raise BadSetting(
            "groups",
            say_many(
                "{groups} groups are more than the {n} entrant.",
                "{groups} groups are more than the {n} entrants.",
                len(entrants),
                groups=groups,
            ),
        )
    if len(entrants) < 2 * groups:
        raise BadSetting(
            "groups",
            say_many(
                "{entrants} entrants fill {n} group of two at most, not {groups}.",
                "{entrants} entrants fill {n} groups of two at most, not {groups}.",
                len(entrants) // 2,
                entrants=len(entrants),
                groups=groups,
            ),
        )
    made: list[list[int]] = [[] for _ in range(groups)]
    for at, one in enumerate(entrants):
        row, place = divmod(at, groups)
        made[groups - 1 - place if row % 2 else place].append(one)
    return tuple(tuple(group) for group in made)


def letters(number: int) -> str:
    """The name of a group counted from 0: A to Z, then AA.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
