"""The one way in which money of a season changes hands."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from engines.words import say, stored
from league.seasons.models import Franchise, Payment, PaymentKind, SeasonTerms
from matches.refusals import Refused


def pay(
    terms: SeasonTerms,
    *,
    payer: int | None,
    payee: int | None,
    amount: int,
    kind: PaymentKind,
    key: str,
    at: datetime,
    match_id: int | None = None,
    why: str = "",
) -> bool:
    """Pay once; False if a payment with this key was made before, or there is nothing to pay. Needs the terms locked.

    Payer and payee are franchises, None the league's bank. Refused (no-money) where the payer has not enough.
    """
    if amount < 0:
        raise Refused("bad-amount", say("An amount of money cannot be negative."), "amount")
    if not amount or Payment.objects.filter(season=terms.pk, key=key).exists():
        return False
    if payer is not None:
        paid = Franchise.objects.filter(pk=payer, season=terms.pk, balance__gte=amount)
        if not paid.update(balance=F("balance") - amount):
            left = Franchise.objects.filter(pk=payer).values_list("balance", flat=True).first()
            raise Refused(
                "no-money",
                say("This costs {amount}, and the franchise has {left}.", amount=amount, left=left),
                "amount",
            )
    if payee is not None:
        Franchise.objects.filter(pk=payee, season=terms.pk).update(balance=F("balance") + amount)
    Payment.objects.create(
        season_id=terms.pk, payer_id=payer, payee_id=payee, amount=amount, kind=kind, key=key, match_id=match_id,
        why=stored(why), at=at,
    )  # fmt: skip
    return True
