"""Money that organisers give, and take."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.audit.rules import reason
from league.seasons.actions.changes import not_over, organised, tell
from league.seasons.actions.franchises import franchise_of
from league.seasons.actions.payments import pay
from league.seasons.models import PaymentKind
from league.seasons.queries.missing import draft_runs
from league.seasons.rules.terms import MOST_MONEY
from matches.refusals import Refused

MOST_BALANCE = 1_000_000_000
MOST_WHY = 200
MOST_KEY = 40


@transaction.atomic
def grant(*, season_id: int, franchise_id: int, by: int, amount: int, why: str, key: str = "", at: datetime) -> bool:
    """Give a franchise money of the bank, for a stated reason; False if that was done before under this key."""
    return _move(PaymentKind.GRANT, season_id, franchise_id, by, amount, why, key, at)


@transaction.atomic
def fine(*, season_id: int, franchise_id: int, by: int, amount: int, why: str, key: str = "", at: datetime) -> bool:
    """Take money of a franchise into the bank, for a stated reason. Refused (no-money) where it has not so much."""
    return _move(PaymentKind.FINE, season_id, franchise_id, by, amount, why, key, at)


def _move(
    kind: PaymentKind, season_id: int, franchise_id: int, by: int, amount: int, why: str, key: str, at: datetime
) -> bool:
    season, terms = organised(season_id, by)
    not_over(terms)
    franchise, why = franchise_of(season_id, franchise_id), reason(why, needed=True)
    if kind == PaymentKind.FINE and terms.salaries_paid and draft_runs(season_id):
        raise Refused("draft-running", say("A draft is going on, and its picks are paid. Fine after it."))
    if not 1 <= amount <= MOST_MONEY:
        raise Refused(
            "bad-amount",
            say("An amount is a whole number from 1 to {most_money}.", most_money=f"{MOST_MONEY:,}"),
            "amount",
        )
    if len(why) > MOST_WHY:
        raise Refused(
            "bad-why", say("The ledger keeps a reason of at most {most_why} characters.", most_why=MOST_WHY), "why"
        )
    if len(key) > MOST_KEY or not key.isprintable():
        raise Refused(
            "bad-key", say("A key has at most {most_key} characters that can be seen.", most_key=MOST_KEY), "key"
        )
    grants = kind == PaymentKind.GRANT
    if grants and franchise.balance + amount > MOST_BALANCE:
        raise Refused(
            "bad-amount", say("A franchise has at most {most_balance}.", most_balance=f"{MOST_BALANCE:,}"), "amount"
        )
    done = pay(
        terms, payer=None if grants else franchise_id, payee=franchise_id if grants else None, amount=amount,
        kind=kind, key=f"{kind}.{franchise_id}.{key or secrets.token_hex(8)}", why=why, at=at,
    )  # fmt: skip
    if done:
        act = "franchise.granted" if grants else "franchise.fined"
        after: dict[str, Json] = {"name": franchise.name, "amount": amount}
        tell(season, act, subject=("franchise", franchise_id), by=by, after=after, why=why, at=at)
    return done
