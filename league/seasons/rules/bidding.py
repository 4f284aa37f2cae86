"""Which sealed bid goes before which. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engines.words import marked

RULE = marked(
    "The highest bid goes first, whoever it is for. Equal bids: the lower payroll at the opening first, then the "
    "franchise that was founded earlier."
)
MOST_SEALED = 40
"""Bids of one franchise that may wait to be opened."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A sealed bid that is being opened; `payroll` is that of its franchise before any of them is."""

    claim: int
    opens_at: datetime
    bid: int
    payroll: int
    founded_at: datetime
    franchise: int


def in_turn(bids: Iterable[Bid]) -> list[Bid]:
    """As they are opened. Bids that were due earlier are opened first, should several openings have been missed."""
    return sorted(bids, key=lambda one: (one.opens_at, -one.bid, one.payroll, one.founded_at, one.franchise, one.claim))
