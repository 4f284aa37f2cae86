"""Who asks, as it was found out before, and a condition by which a statement makes sure that it still is so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """`condition` is SQL with marks for `values`: true as long as what was found out holds. Call `forget` where a
    statement did nothing, for then it may not hold any more.
    """

    player_id: int
    condition: str
    values: tuple[object, ...]
    forget: Callable[[], object]
