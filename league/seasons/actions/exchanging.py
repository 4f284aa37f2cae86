"""Doing a trade."""

from __future__ import annotations

from datetime import datetime

from league.seasons.actions.contracts import finish
from league.seasons.actions.payments import pay
from league.seasons.models import Contract, Ending, PaymentKind, SeasonTerms, Signing, Trade
from league.seasons.queries.sides import check_possible, sides_of


def exchange(terms: SeasonTerms, trade: Trade, *, at: datetime) -> None:
    """Do the trade: contracts go on where they are now, money is paid once. Needs the terms locked.

    Refused where it is not possible.
    """
    sides = sides_of(trade)
    check_possible(terms, sides)
    for rows, to in ((sides.gives, sides.partner), (sides.takes, sides.proposer)):
        for row in rows:
            finish(row, ending=Ending.TRADED, at=at)
            Contract.objects.create(
                season_id=terms.pk, franchise=to, gamer_id=row.gamer_id, salary=row.salary,
                seasons_left=row.seasons_left, how=Signing.TRADE, signed_at=at,
            )  # fmt: skip
    payer, payee = sides.proposer.pk, sides.partner.pk
    if sides.take_money:
        payer, payee = payee, payer
    pay(
        terms, payer=payer, payee=payee, amount=sides.give_money or sides.take_money, kind=PaymentKind.TRADE,
        key=f"trade.{trade.pk}", at=at,
    )  # fmt: skip
