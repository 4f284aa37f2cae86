"""What the contract checks must know about each game. A new game adds one line to GAMES."""

from __future__ import annotations

from collections.abc import Mapping

from engines import registry
from engines.contract import Json
from engines.contract_checks.subjects import CheckedGame, Limits, RandomMatch
from tests.engines.field_tactics import worlds as field_tactics
from tests.engines.incursion_point_zero import worlds as incursion_point_zero
from tests.engines.order_and_chaos import worlds as order_and_chaos
from tests.engines.zero_day import worlds as zero_day
from tests.engines.zero_order import worlds as zero_order

LIMITS = Limits(view=6000)  # no game of these has larger views, nor longer matches (ruling C-3)

GAMES = {
    "field-tactics": CheckedGame(
        registry.get("field-tactics"), field_tactics.OPTIONS, field_tactics.NONSENSE, field_tactics.another,
        field_tactics.HIDDEN, field_tactics.crowded, LIMITS,
    ),
    "order-and-chaos": CheckedGame(
        registry.get("order-and-chaos"), order_and_chaos.OPTIONS, order_and_chaos.NONSENSE, order_and_chaos.another,
        limits=LIMITS,
    ),
    "zero-day": CheckedGame(
        registry.get("zero-day"), zero_day.OPTIONS, zero_day.NONSENSE, zero_day.another, zero_day.HIDDEN,
        limits=LIMITS,
    ),
    "zero-order": CheckedGame(
        registry.get("zero-order"), zero_order.OPTIONS, zero_order.NONSENSE, zero_order.another, zero_order.HIDDEN,
        limits=LIMITS,
    ),
    "incursion-point-zero": CheckedGame(
        registry.get("incursion-point-zero"), incursion_point_zero.OPTIONS, incursion_point_zero.NONSENSE,
        incursion_point_zero.another, incursion_point_zero.HIDDEN, limits=LIMITS,
    ),
}  # fmt: skip


def random_match(key: str, number: int, seed: str = "proof") -> RandomMatch:
    """Return a random match of a registered game."""
    return RandomMatch(GAMES[key], number, seed)


def withheld(made: Mapping[str, Json]) -> dict[str, Json]:
    """Return an entry as it is published while the match runs: a sealed one without its action."""
    return {key: value for key, value in made.items() if not (key == "do" and "sealed" in made)}
