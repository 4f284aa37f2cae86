"""Paying the prizes of a season."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.seasons.actions.changes import organised, tell
from league.seasons.actions.locking import must_be
from league.seasons.actions.payments import pay
from league.seasons.models import PaymentKind, Phase
from league.seasons.queries.awards import KEY, awards
from league.seasons.rules.terms import MOST_MONEY
from matches.refusals import Refused
from matches.wording import in_english


@transaction.atomic
def pay_prizes(*, season_id: int, by: int, amounts: Mapping[str, int], why: str = "", at: datetime) -> int:
    """Pay prizes by the key of their award, each once; return how many were paid now. 0 is none, and may follow later.

    Codes: wrong-phase (awards), not-found, bad-amount.
    """
    season, terms = organised(season_id, by)
    must_be(terms, Phase.AWARDS)
    with in_english():  # titles are kept
        known = {one.key: one for one in awards(terms)}
    paid: dict[str, Json] = {}
    for key, amount in amounts.items():
        one = known.get(key)
        if one is None:
            raise Refused(
                "not-found", say("There is no such prize. Look at the awards again: a result may have changed.")
            )
        if not 0 <= amount <= MOST_MONEY:
            raise Refused(
                "bad-amount",
                say("A prize is a whole number from 0 to {most_money}.", most_money=f"{MOST_MONEY:,}"),
                "amounts",
            )
        if pay(
            terms, payer=None, payee=one.franchise_id, amount=amount, kind=PaymentKind.PRIZE, key=f"{KEY}{key}",
            why=one.title, at=at,
        ):  # fmt: skip
            paid[one.title] = f"{one.franchise_name}: {amount}"
    if paid:
        tell(season, "season.prizes", by=by, after=paid, why=why, at=at)
    return len(paid)
