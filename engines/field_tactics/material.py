"""What the living pieces are worth against each other: a kind counts by how many living enemies beat it."""

from collections.abc import Sequence
from functools import lru_cache

from engines.field_tactics.heuristics import count_left
from engines.field_tactics.pieces import BLUE, MOVABLE
from engines.field_tactics.state import BATTLE_TABLES

_LIMITS = (1, 2, 3, 5, 8)  # Numbers of superior enemies from which another class begins.
CLASSES = (BLUE + 1) * (len(_LIMITS) + 1)


def get_index(kind: int, superior: int) -> int:
    """Return the class of a piece of a kind that so many living enemies beat."""
    return kind * (len(_LIMITS) + 1) + sum(superior >= limit for limit in _LIMITS)


@lru_cache(maxsize=4096)
def count_classes(lost: tuple[bytes, bytes], tank_beats_engineer: bool) -> Sequence[tuple[int, int]]:
    """Return how many more movable pieces Red has of each class than Blue, from the kinds that both have lost."""
    table, armies = BATTLE_TABLES[tank_beats_engineer], [count_left(kinds) for kinds in lost]
    totals: dict[int, int] = {}
    for mine, enemies, sign in ((armies[0], armies[1], 1), (armies[1], armies[0], -1)):
        for kind, count in enumerate(mine):
            if count and MOVABLE[kind]:
                superior = sum(number for other, number in enumerate(enemies) if table[kind][other] == "x")
                index = get_index(kind, superior)
                totals[index] = totals.get(index, 0) + sign * count
    return [(index, total) for index, total in totals.items() if total]
