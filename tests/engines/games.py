"""What the contract suite must be told about each game. A new game adds one line to GAMES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.contract import Json
from tests.engines.field_tactics import worlds as field_tactics
from tests.engines.incursion_point_zero import worlds as incursion_point_zero
from tests.engines.order_and_chaos import worlds as order_and_chaos
from tests.engines.zero_day import worlds as zero_day
from tests.engines.zero_order import worlds as zero_order


@dataclass(frozen=True)
class Game:
    """`another` makes a position that a viewer cannot tell from the given one, or None where nothing is hidden.

    `hidden` names everything in a dump that such a pair may differ in: the proof is worth nothing for what never does.
    `opened` is what the rules open to a viewer by an action beside its note, so worlds that differ in it part.
    """

    options: Sequence[Mapping[str, Json]]
    nonsense: Sequence[str]
    another: Callable[[Any, int | None, Random], Any | None]
    hidden: frozenset[str] = frozenset()
    opened: Callable[[Any, int | None], Any] = lambda after, viewer: None
    scene: Callable[[Random], Any] | None = None  # a position of a kind that random matches seldom bring


GAMES = {
    "field-tactics": Game(
        field_tactics.OPTIONS, field_tactics.NONSENSE, field_tactics.another, field_tactics.HIDDEN,
        field_tactics.opened, field_tactics.crowded,
    ),
    "order-and-chaos": Game(order_and_chaos.OPTIONS, order_and_chaos.NONSENSE, order_and_chaos.another),
    "zero-day": Game(zero_day.OPTIONS, zero_day.NONSENSE, zero_day.another, zero_day.HIDDEN, zero_day.opened),
    "zero-order": Game(
        zero_order.OPTIONS, zero_order.NONSENSE, zero_order.another, zero_order.HIDDEN, zero_order.opened
    ),
    "incursion-point-zero": Game(
        incursion_point_zero.OPTIONS, incursion_point_zero.NONSENSE, incursion_point_zero.another,
        incursion_point_zero.HIDDEN,
    ),
}  # fmt: skip


def withheld(made: Mapping[str, Json]) -> dict[str, Json]:
    """Return an entry as it is published while the match runs: a sealed one without its action."""
    return {key: value for key, value in made.items() if not (key == "do" and "sealed" in made)}
