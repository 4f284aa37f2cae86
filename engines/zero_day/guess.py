"""What a Hacker can tell of the credentials from its own view: chances for each key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engines.zero_day.actions import subsets
from engines.zero_day.cards import CARD_OF, HAND, KEYS, X

_MODIFIED = {0: 0.3, -1: 0.5, 1: 0.2}  # what a spent token is likely to have done to the number


def chances(view: Mapping[str, Any], seat: int) -> list[float]:
    """The chance of each key to be a credential, given the own hacks and the cards seen since they were named."""
    era = view["era"]
    hacks = tuple(
        (sum(1 << key for key in made["keys"]), made["told"], made["token"])
        for made in view["hacks"]
        if made["by"] == seat and made["era"] == era and not made["unused"] and made["told"] is not None
    )
    shown = [seen["cards"] for seen in view["seen"] if seen["era"] == era]
    unused = sum({1 << CARD_OF[card] for cards in shown for card in cards})
    return list(_chances(hacks, unused, view["advanced"] and era > 1))


@lru_cache(512)
def _chances(hacks: tuple[tuple[int, int, bool], ...], unused: int, with_x: bool) -> tuple[float, ...]:
    cards = (HAND | 1 << X if with_x else HAND) & ~unused
    weights = [0.0] * KEYS
    total = 0.0
    for named in subsets(cards, 4):
        weight = 1.0
        for keys, told, token in hacks:
            weight *= _likely(told - (keys & named).bit_count(), token)
            if not weight:
                break
        total += weight
        for key in range(KEYS):
            if weight and named >> key & 1:
                weights[key] += weight
    return tuple(weight / total for weight in weights) if total else (0.4,) * KEYS


def _likely(difference: int, token: bool) -> float:
    return _MODIFIED.get(difference, 0.0) if token else float(difference == 0)
