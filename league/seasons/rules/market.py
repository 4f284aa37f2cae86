"""Trades and sealed bids: what a trade does to two rosters, and which bid goes before which. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from engines.words import join, marked, say
from league.seasons.rules.roster import Held, Roster, RosterRules, check, check_money
from matches.refusals import Refused

MOST_WORDS = 300
MOST_OPEN = 20
"""Offers of one franchise that may wait for an answer."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is offered: contracts that are given and taken, and money one way, in thousands.

    `hours` is how long it can be answered; None: as long as the season says.
    """

    give: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    give_money: int = 0
    take_money: int = 0
    words: str = ""
    hours: int | None = None


def check_deal(deal: Deal, *, most_money: int, most_hours: int) -> None:
    """Refused where an offer makes no sense, whoever makes it. Codes: empty-trade, same-gamer, bad-amount,
    money-both-ways, bad-hours."""
    if not deal.give and not deal.take:
        raise Refused("empty-trade", say("Choose at least one Gamer who changes hands."), "give")
    both = [*deal.give, *deal.take]
    if len(set(both)) != len(both):
        raise Refused("same-gamer", say("A Gamer stands in this offer twice."), "give")
    for amount, field in ((deal.give_money, "give_money"), (deal.take_money, "take_money")):
        if not 0 <= amount <= most_money:
            raise Refused(
                "bad-amount",
                say("Money is a whole number from 0 to {most_money}.", most_money=f"{most_money:,}"),
                field,
            )
    if deal.give_money and deal.take_money:
        raise Refused("money-both-ways", say("Money goes one way: give some or ask for some."), "give_money")
    if deal.hours is not None and not 1 <= deal.hours <= most_hours:
        raise Refused("bad-hours", say("An offer stands from 1 to {most_hours} hours.", most_hours=most_hours), "hours")


def exchanged(roster: Roster, loses: Collection[int], gains: Iterable[Held]) -> Roster:
    """The roster after the trade. Salaries come along with the Gamers.

    >>> exchanged(Roster((Held(1, "FPS", 5),), dead=2), [1], [Held(2, "CCG", 3)])
    Roster(held=(Held(gamer=2, genre='CCG', salary=3),), dead=2)
    """
    return roster.without(*loses).plus(*gains)


def check_side(rules: RosterRules, name: str, roster: Roster, free: Iterable[Held], money: int | None) -> None:
    """Refused, naming the franchise, where its roster after the trade would not be legal, or could not be completed
    with the money that it would have (None: signing costs nothing)."""
    held = list(free)
    try:
        check(rules, roster, held)
        check_money(rules, roster, held, money)
    except Refused as refusal:
        raise Refused(refusal.code, join([name, refusal.text], ": "), "give") from None


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
