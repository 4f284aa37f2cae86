"""Payments of a season, and the organisers' grants, fines and prizes."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from engines.contract import Json
from engines.i18n import to_stored, translate as _
from league.audit.actions import clean_reason
from league.seasons.actions.common import (
    lock_as_organiser,
    log_action,
    log_franchise_action,
    require_not_archived,
    require_phase,
)
from league.seasons.actions.franchises import get_franchise
from league.seasons.models import Franchise, Payment, PaymentKind, Phase, SeasonSettings
from league.seasons.queries.settings import is_draft_running
from league.seasons.queries.standings import PRIZE_KEY, list_awards
from league.seasons.rules.settings import MAX_MONEY
from matches.catalogues import use_english
from matches.errors import ActionError

MAX_BALANCE = 1_000_000_000


def transfer(
    terms: SeasonSettings,
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
    """Make a payment; False if its key was used before or the amount is 0. Must hold the settings lock.

    Payer and payee are franchises; None is the league's bank. Raises ActionError("no-money") if the payer has too little.
    """
    if amount < 0:
        raise ActionError("bad-amount", _("An amount of money can't be negative."), "amount")
    if not amount or Payment.objects.filter(season=terms.pk, key=key).exists():
        return False
    if payer is not None:
        payers = Franchise.objects.filter(pk=payer, season=terms.pk, balance__gte=amount)
        if not payers.update(balance=F("balance") - amount):
            balance = Franchise.objects.filter(pk=payer).values_list("balance", flat=True).first()
            text = _("This costs {amount}, but the franchise has {left}.", amount=amount, left=balance)
            raise ActionError("no-money", text, "amount")
    if payee is not None:
        Franchise.objects.filter(pk=payee, season=terms.pk).update(balance=F("balance") + amount)
    Payment.objects.create(
        season_id=terms.pk, payer_id=payer, payee_id=payee, amount=amount, kind=kind, key=key, match_id=match_id,
        why=to_stored(why), at=at,
    )  # fmt: skip
    return True


def grant_money(**arguments: Any) -> bool:
    """Pay a franchise from the bank, for a stated reason; False if this key was used before."""
    return _adjust_balance(PaymentKind.GRANT, **arguments)


def fine_franchise(**arguments: Any) -> bool:
    """Fine a franchise, for a stated reason; False if this key was used before. Raises ActionError("no-money")."""
    return _adjust_balance(PaymentKind.FINE, **arguments)


@transaction.atomic
def _adjust_balance(
    kind: PaymentKind, *, season_id: int, franchise_id: int, by: int, amount: int, why: str, key: str = "", at: datetime
) -> bool:
    season, terms = lock_as_organiser(season_id, by)
    require_not_archived(terms)
    franchise, why = get_franchise(season_id, franchise_id), clean_reason(why, required=True)
    if kind == PaymentKind.FINE and terms.salaries_paid and is_draft_running(season_id):
        raise ActionError("draft-running", _("A draft is running. Charge the fine when it is over."))
    if not 1 <= amount <= MAX_MONEY:
        text = _("An amount must be a whole number from 1 to {maximum}.", maximum=f"{MAX_MONEY:,}")
        raise ActionError("bad-amount", text, "amount")
    is_grant = kind == PaymentKind.GRANT
    if is_grant and franchise.balance + amount > MAX_BALANCE:
        text = _("A franchise can hold at most {limit}.", limit=f"{MAX_BALANCE:,}")
        raise ActionError("bad-amount", text, "amount")
    done = transfer(
        terms, payer=None if is_grant else franchise_id, payee=franchise_id if is_grant else None, amount=amount,
        kind=kind, key=f"{kind}.{franchise_id}.{key or secrets.token_hex(8)}", why=why, at=at,
    )  # fmt: skip
    if done:
        action = "franchise.granted" if is_grant else "franchise.fined"
        log_franchise_action(season, action, franchise, by=by, after={"amount": amount}, why=why, at=at)
    return done


@transaction.atomic
def pay_prizes(*, season_id: int, by: int, amounts: Mapping[str, int], why: str = "", at: datetime) -> int:
    """Pay each prize once, by the key of its award; return how many were paid now. A prize of 0 is not paid yet.

    Raises ActionError: wrong-phase (awards), not-found, bad-amount.
    """
    season, terms = lock_as_organiser(season_id, by)
    require_phase(terms, Phase.AWARDS)
    with use_english():  # The titles are stored.
        awards_by_key = {award.key: award for award in list_awards(terms)}
    paid: dict[str, Json] = {}
    for key, amount in amounts.items():
        award = awards_by_key.get(key)
        if award is None:
            text = _("Prize not found. Check the awards again: a result may have changed.")
            raise ActionError("not-found", text)
        if not 0 <= amount <= MAX_MONEY:
            text = _("A prize must be a whole number from 0 to {maximum}.", maximum=f"{MAX_MONEY:,}")
            raise ActionError("bad-amount", text, "amounts")
        if transfer(
            terms, payer=None, payee=award.franchise_id, amount=amount, kind=PaymentKind.PRIZE, key=f"{PRIZE_KEY}{key}",
            why=award.title, at=at,
        ):  # fmt: skip
            paid[award.title] = f"{award.franchise_name}: {amount}"
    if paid:
        log_action(season, "season.prizes", by=by, after=paid, why=why, at=at)
    return len(paid)
