"""Rules of trades and blind bids: valid offers and the order of bids. No queries."""

from dataclasses import dataclass

from engines.i18n import mark, translate as _
from league.seasons.rules.settings import MAX_MONEY, SETTINGS_BY_NAME
from matches.errors import ActionError

MAX_MESSAGE_LENGTH = 300
MAX_OPEN_OFFERS = 20
"""The maximum number of open offers of one franchise."""
BID_ORDER_TEXT = mark(
    "Higher bids are processed first, across all Gamers. Ties: the lower payroll at that time first, then the older franchise."
)
MAX_PENDING_BIDS = 40
"""The maximum number of pending blind bids of one franchise."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A trade's contents: contracts given and taken, and money one way, in thousands.

    `hours` is how long it can be answered; None for the season's default.
    """

    give: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    give_money: int = 0
    take_money: int = 0
    words: str = ""
    hours: int | None = None


def check_deal(deal: Deal) -> None:
    """Raise ActionError if the offer is invalid in itself.

    Codes: empty-trade, same-gamer, bad-amount, money-both-ways, bad-hours.
    """
    if not deal.give and not deal.take:
        raise ActionError("empty-trade", _("Choose at least one Gamer to trade."), "give")
    contracts = [*deal.give, *deal.take]
    if len(set(contracts)) != len(contracts):
        raise ActionError("same-gamer", _("A Gamer appears twice in this offer."), "give")
    for amount, field in ((deal.give_money, "give_money"), (deal.take_money, "take_money")):
        if not 0 <= amount <= MAX_MONEY:
            text = _("Money must be a whole number from 0 to {maximum}.", maximum=f"{MAX_MONEY:,}")
            raise ActionError("bad-amount", text, field)
    if deal.give_money and deal.take_money:
        raise ActionError("money-both-ways", _("Only one side can pay. Offer money or ask for it, not both."), "give_money")
    maximum = SETTINGS_BY_NAME["trade_hours"].most
    if deal.hours is not None and not 1 <= deal.hours <= maximum:
        raise ActionError("bad-hours", _("An offer can be open for 1 to {maximum} hours.", maximum=maximum), "hours")
