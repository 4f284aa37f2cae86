"""How good a pair inside a bracket is by C10 to C21 (C.04.3, article 2), as digits of a weight."""

from __future__ import annotations

from collections.abc import Mapping

from league.events.formats.swiss.criteria import colour_faults
from league.events.formats.swiss.standing import DOWN, UP, Standing


def inner_digits(higher: Standing, lower: Standing, levels: Mapping[int, int]) -> list[int]:
    """Each criterion as a count to be made great; `levels` are the places of the scores, highest first."""
    uneven = higher.score > lower.score
    colours = [1 - fault for fault in colour_faults(higher, lower)]
    floats, scores = [], []
    for back in (0, 1):
        up = uneven and lower.floats[back] == UP
        downs = (lower.floats[back] == DOWN) + (not uneven and higher.floats[back] == DOWN)
        floats += [int(downs), int(not up)]
        moved, opponents = [0] * len(levels), [0] * len(levels)
        for one in (higher, lower):
            moved[levels[one.score]] += one.floats[back] == DOWN
        opponents[levels[higher.score]] += not up
        scores += [*moved, *opponents]
    return [*colours, *floats, *scores]


def joined(digits: list[int], width: int) -> int:
    weight = 0
    for digit in digits:
        weight = weight << width | digit
    return weight
