"""What rosters still need, and the cheapest way to meet it, money aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Demand:
    """What a team still needs: so many cards, of them so many of some genres, for at most so much money."""

    places: int
    money: int
    genres: Mapping[str, int] = field(default_factory=dict)
    """Only genres of which some are missing."""


@dataclass(frozen=True, slots=True)
class Item:
    id: int
    price: int
    genre: str


def fits(demand: Demand, items: Sequence[Item]) -> bool:
    """Whether these cards are the demand's: the number, the genres, the money."""
    if len(items) != demand.places or sum(one.price for one in items) > demand.money:
        return False
    return covers(demand, items)


def covers(demand: Demand, items: Sequence[Item]) -> bool:
    """Whether the genres are right."""
    return all(sum(one.genre == genre for one in items) >= least for genre, least in demand.genres.items())


def cheapest(demands: Sequence[Demand], items: Sequence[Item]) -> list[Item] | None:
    """The cheapest cards that meet all demands in number and genres, money aside; None if the cards are too few.

    Exact, by the exchange of a dear card for a cheap one. `items` by ascending price.
    """
    missing: Counter[str] = Counter()
    for demand in demands:
        missing.update(demand.genres)
    free = sum(demand.places for demand in demands) - missing.total()
    chosen, others = [], []
    for one in items:
        if missing[one.genre] > 0:
            missing[one.genre] -= 1
            chosen.append(one)
        else:
            others.append(one)
    if +missing or free > len(others):
        return None
    return chosen + others[:free]


def possible(demands: Sequence[Demand], items: Sequence[Item]) -> bool:
    """What any plan needs: enough cards, and enough money for the cheapest of them. `items` by ascending price."""
    chosen = cheapest(demands, items)
    return chosen is not None and sum(one.price for one in chosen) <= sum(demand.money for demand in demands)
