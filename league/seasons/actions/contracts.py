"""Signing Gamers and ending their contracts. Who may, and when, is decided by the callers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from engines.words import say
from league.gamers.models import SeasonGamer
from league.seasons.actions.payments import pay
from league.seasons.models import Contract, Ending, Payment, PaymentKind, SeasonTerms, Signing
from league.seasons.queries.rosters import free_gamers, money_of, rosters, rules_of
from league.seasons.rules.roster import Held, Roster, check, check_money
from matches.refusals import Refused


def sign(
    terms: SeasonTerms, *, franchise: int, gamer: int, how: Signing, at: datetime, salary: int | None = None
) -> int:
    """Sign a free Gamer of the season and return the contract's id. Needs the terms locked.

    Without a salary it is the Gamer's own. Where the season says so the franchise pays it. Refused (gamer-taken,
    no-money, purse-too-low, and the codes of `rules.roster.check`).
    """
    row = SeasonGamer.objects.filter(season=terms.pk, pk=gamer).select_related("gamer").first()
    if row is None:
        raise Refused("not-found", say("There is no such Gamer in this season."), "gamer_id")
    if Contract.objects.filter(gamer=gamer, ended_at__isnull=True).exists():
        raise Refused("gamer-taken", say("{handle} is under contract.", handle=row.gamer.handle), "gamer_id")
    held = Held(row.pk, row.gamer.genre, row.salary if salary is None else salary)
    roster = rosters(terms.pk).get(franchise, Roster()).plus(held)
    rules, free = rules_of(terms), free_gamers(terms.pk)
    check(rules, roster, free)
    contract = Contract.objects.create(
        season_id=terms.pk, franchise_id=franchise, gamer=row, salary=held.salary,
        seasons_left=terms.contract_seasons, how=how, signed_at=at,
    )  # fmt: skip
    pay_salaries(terms, [contract], at=at)
    check_money(rules, roster, free, money_of(terms, franchise))
    return int(contract.pk)


def pay_salaries(terms: SeasonTerms, contracts: Iterable[Contract], *, at: datetime) -> None:
    """Let the franchises pay what these new contracts cost, once each. Refused (no-money). Needs the terms locked."""
    if not terms.salaries_paid:
        return
    for one in contracts:
        pay(
            terms, payer=one.franchise_id, payee=None, amount=one.salary, kind=PaymentKind.SALARY,
            key=_key(one), at=at,
        )  # fmt: skip


def pay_back(terms: SeasonTerms, contract: Contract, *, at: datetime) -> None:
    """Give a franchise back what it paid for a contract that is taken back. Needs the terms locked."""
    if Payment.objects.filter(season=terms.pk, key=_key(contract), payer=contract.franchise_id).exists():
        pay(
            terms, payer=None, payee=contract.franchise_id, amount=contract.salary, kind=PaymentKind.SALARY,
            key=f"{_key(contract)}.back", at=at,
        )  # fmt: skip


def _key(contract: Contract) -> str:
    return f"salary.{contract.pk}"


def finish(contract: Contract, *, ending: Ending, at: datetime, dead: int = 0) -> None:
    """End a contract that stands. Needs the terms locked."""
    standing = Contract.objects.filter(pk=contract.pk, ended_at__isnull=True)
    if not standing.update(ended_at=at, ending=ending, dead=dead):
        raise Refused("contract-over", say("This contract is over."), "contract_id")


def dead_money(terms: SeasonTerms, salary: int) -> int:
    """What a release leaves on the cap in each season that is left: `dead_percent` of the salary, rounded up."""
    return -(-salary * terms.dead_percent // 100)
