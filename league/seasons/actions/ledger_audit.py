"""The nightly check of every season's money and rosters."""

import logging
from collections import Counter
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Count, F, Q, Sum

from engines.words import say, stored
from league.seasons.actions.locking import locked_terms, season_changed
from league.seasons.models import Contract, Franchise, Payment, SeasonTerms
from league.seasons.queries.rosters import rosters, rules_of
from league.seasons.rules.roster import faults_of

AT_NIGHT = time(3)
"""The time of the nightly check (UTC)."""


def faults_in(terms: SeasonTerms) -> list[str]:
    """Return a sentence for each inconsistency of balances, sums and rosters, in six queries."""
    names = dict(Franchise.objects.filter(season=terms.pk).order_by("pk").values_list("pk", "name"))
    return [*_money(terms, names), *_strays(terms), *_rosters(terms, names)]


def _money(terms: SeasonTerms, names: dict[int, str]) -> list[str]:
    sums = Payment.objects.filter(season=terms.pk).order_by().values_list("payer", "payee").annotate(sum=Sum("amount"))
    books: Counter[int | None] = Counter()
    for payer, payee, amount in sums:
        books[payer] -= amount
        books[payee] += amount
    balances = dict(Franchise.objects.filter(season=terms.pk).values_list("pk", "balance"))
    found: list[str] = [
        say(
            "{franchise} has a balance of {balance}, but its payments add up to {sum}.",
            franchise=names[one],
            balance=balance,
            sum=books[one],
        )
        for one, balance in balances.items()
        if balance != books[one]
    ]
    issued, held = -books[None], sum(balances.values())
    if issued != held:
        found.append(
            say(
                "The bank has paid out {issued} in total, but the franchises hold {held}.",
                issued=issued,
                held=held,
            )
        )
    return found


def _strays(terms: SeasonTerms) -> list[str]:
    """Return the faults of payments and contracts across seasons, and of Gamers with two contracts."""
    foreign = Q(payer__isnull=False) & ~Q(payer__season=F("season"))
    foreign |= Q(payee__isnull=False) & ~Q(payee__season=F("season"))
    payments = Payment.objects.filter(foreign, season=terms.pk).order_by("pk").values_list("pk", flat=True)
    found: list[str] = [say("Payment {number} belongs to a franchise of another season.", number=pk) for pk in payments]
    contracts = Contract.objects.filter(season=terms.pk)
    astray = contracts.exclude(franchise__season=F("season"), gamer__season=F("season")).order_by("pk")
    found += [
        say("Contract {number} belongs to another season.", number=pk) for pk in astray.values_list("pk", flat=True)
    ]
    twice = contracts.filter(ended_at__isnull=True).values("gamer__gamer__handle").annotate(many=Count("pk"))
    taken = twice.filter(many__gt=1).order_by("gamer__gamer__handle").values_list("gamer__gamer__handle", "many")
    return found + [say("{handle} is under {many} contracts.", handle=handle, many=many) for handle, many in taken]


def _rosters(terms: SeasonTerms, names: dict[int, str]) -> list[str]:
    rules = rules_of(terms)
    return [
        f"{names.get(one, f'Franchise {one}')} has {fault}."
        for one, roster in sorted(rosters(terms.pk).items())
        for fault in faults_of(rules, roster)
    ]


logger = logging.getLogger(__name__)


@transaction.atomic
def check_money(*, season_id: int, at: datetime) -> list[str]:
    """Check a season under its lock, store the faults for site admins, and log each as an error."""
    terms = locked_terms(season_id)
    faults = faults_in(terms)
    kept = list(map(stored, faults))
    SeasonTerms.objects.filter(pk=season_id).update(checked_at=at, faults=kept)
    for fault in faults:
        logger.error("money of season %s: %s", season_id, fault)
    if kept != terms.faults:
        season_changed(season_id)
    return faults


def due_checks(at: datetime) -> list[int]:
    """Return the seasons not checked since last night."""
    night = at.replace(hour=AT_NIGHT.hour, minute=0, second=0, microsecond=0)
    night -= timedelta(days=1) if night > at else timedelta()
    rows = SeasonTerms.objects.filter(Q(checked_at__isnull=True) | Q(checked_at__lt=night))
    return list(rows.order_by("pk").values_list("pk", flat=True))
