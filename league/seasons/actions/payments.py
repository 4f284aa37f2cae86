"""Payments of a season, and the organisers' grants, fines and prizes."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from engines.contract import Json
from engines.words import say, stored
from league.audit.actions import reason
from league.seasons.actions.franchises import franchise_of
from league.seasons.actions.locking import must_be, not_over, organised, tell, tell_franchise
from league.seasons.models import Franchise, Payment, PaymentKind, Phase, SeasonTerms
from league.seasons.queries.settings import draft_runs
from league.seasons.queries.standings import KEY, awards
from league.seasons.rules.terms import MOST_MONEY
from matches.refusals import Refused
from matches.wording import in_english

MOST_BALANCE = 1_000_000_000


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
    """Make a payment; False if its key was used before or the amount is 0. Must hold the terms lock.

    Payer and payee are franchises; None is the league's bank. Raises Refused("no-money") if the payer has too little.
    """
    if amount < 0:
        raise Refused("bad-amount", say("An amount of money can't be negative."), "amount")
    if not amount or Payment.objects.filter(season=terms.pk, key=key).exists():
        return False
    if payer is not None:
        paid = Franchise.objects.filter(pk=payer, season=terms.pk, balance__gte=amount)
        if not paid.update(balance=F("balance") - amount):
            left = Franchise.objects.filter(pk=payer).values_list("balance", flat=True).first()
            text = say("This costs {amount}, but the franchise has {left}.", amount=amount, left=left)
            raise Refused("no-money", text, "amount")
    if payee is not None:
        Franchise.objects.filter(pk=payee, season=terms.pk).update(balance=F("balance") + amount)
    Payment.objects.create(
        season_id=terms.pk, payer_id=payer, payee_id=payee, amount=amount, kind=kind, key=key, match_id=match_id,
        why=stored(why), at=at,
    )  # fmt: skip
    return True


def grant(**given: Any) -> bool:
    """Pay a franchise from the bank, for a stated reason; False if this key was used before."""
    return _move(PaymentKind.GRANT, **given)


def fine(**given: Any) -> bool:
    """Fine a franchise, for a stated reason; False if this key was used before. Raises Refused("no-money")."""
    return _move(PaymentKind.FINE, **given)


@transaction.atomic
def _move(
    kind: PaymentKind, *, season_id: int, franchise_id: int, by: int, amount: int, why: str, key: str = "", at: datetime
) -> bool:
    season, terms = organised(season_id, by)
    not_over(terms)
    franchise, why = franchise_of(season_id, franchise_id), reason(why, needed=True)
    if kind == PaymentKind.FINE and terms.salaries_paid and draft_runs(season_id):
        raise Refused("draft-running", say("A draft is running. Charge the fine when it is over."))
    if not 1 <= amount <= MOST_MONEY:
        text = say("An amount must be a whole number from 1 to {most_money}.", most_money=f"{MOST_MONEY:,}")
        raise Refused("bad-amount", text, "amount")
    grants = kind == PaymentKind.GRANT
    if grants and franchise.balance + amount > MOST_BALANCE:
        text = say("A franchise can hold at most {most_balance}.", most_balance=f"{MOST_BALANCE:,}")
        raise Refused("bad-amount", text, "amount")
    done = pay(
        terms, payer=None if grants else franchise_id, payee=franchise_id if grants else None, amount=amount,
        kind=kind, key=f"{kind}.{franchise_id}.{key or secrets.token_hex(8)}", why=why, at=at,
    )  # fmt: skip
    if done:
        act = "franchise.granted" if grants else "franchise.fined"
        tell_franchise(season, act, franchise, by=by, after={"amount": amount}, why=why, at=at)
    return done


@transaction.atomic
def pay_prizes(*, season_id: int, by: int, amounts: Mapping[str, int], why: str = "", at: datetime) -> int:
    """Pay each prize once, by the key of its award; return how many were paid now. A prize of 0 is not paid yet.

    Codes: wrong-phase (awards), not-found, bad-amount.
    """
    season, terms = organised(season_id, by)
    must_be(terms, Phase.AWARDS)
    with in_english():  # The titles are stored.
        known = {one.key: one for one in awards(terms)}
    paid: dict[str, Json] = {}
    for key, amount in amounts.items():
        one = known.get(key)
        if one is None:
            text = say("Prize not found. Check the awards again: a result may have changed.")
            raise Refused("not-found", text)
        if not 0 <= amount <= MOST_MONEY:
            text = say("A prize must be a whole number from 0 to {most_money}.", most_money=f"{MOST_MONEY:,}")
            raise Refused("bad-amount", text, "amounts")
        if pay(
            terms, payer=None, payee=one.franchise_id, amount=amount, kind=PaymentKind.PRIZE, key=f"{KEY}{key}",
            why=one.title, at=at,
        ):  # fmt: skip
            paid[one.title] = f"{one.franchise_name}: {amount}"
    if paid:
        tell(season, "season.prizes", by=by, after=paid, why=why, at=at)
    return len(paid)
