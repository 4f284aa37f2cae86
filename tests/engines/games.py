"""What the contract suite must be told about each game. A new game adds one line to GAMES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.api import Json
from tests.engines.field_tactics import worlds as field_tactics
from tests.engines.incursion_point_zero import worlds as incursion_point_zero


@dataclass(frozen=True)
class Game:
    """`another` makes a position that a viewer cannot tell from the given one, or None where nothing is hidden."""

    options: Sequence[Mapping[str, Json]]
    nonsense: Sequence[str]
    another: Callable[[Any, int | None, Random], Any | None]


GAMES = {
    "field-tactics": Game(field_tactics.OPTIONS, field_tactics.NONSENSE, field_tactics.another),
    "incursion-point-zero": Game(
        incursion_point_zero.OPTIONS, incursion_point_zero.NONSENSE, incursion_point_zero.another
    ),
}
