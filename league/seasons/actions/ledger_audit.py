"""The nightly check of every season's money and rosters."""

import logging
from collections import Counter
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Count, F, Q, Sum

from engines.i18n import to_stored, translate as _
from league.seasons.actions.common import lock_terms, publish_season
from league.seasons.models import Contract, Franchise, Payment, SeasonSettings
from league.seasons.queries.rosters import get_roster_rules, get_rosters
from league.seasons.rules.roster import roster_faults

AUDIT_TIME = time(3)
"""The time of the nightly check (UTC)."""


def list_faults(terms: SeasonSettings) -> list[str]:
    """Return a sentence for each inconsistency of balances, sums and rosters, in six queries."""
    names = dict(Franchise.objects.filter(season=terms.pk).order_by("pk").values_list("pk", "name"))
    return [*_list_money_faults(terms, names), *_list_stray_faults(terms), *_list_roster_faults(terms, names)]


def _list_money_faults(terms: SeasonSettings, names: dict[int, str]) -> list[str]:
    sums = Payment.objects.filter(season=terms.pk).order_by().values_list("payer", "payee").annotate(sum=Sum("amount"))
    payment_sums: Counter[int | None] = Counter()
    for payer, payee, amount in sums:
        payment_sums[payer] -= amount
        payment_sums[payee] += amount
    balances = dict(Franchise.objects.filter(season=terms.pk).values_list("pk", "balance"))
    faults: list[str] = [
        _(
            "{franchise} has a balance of {balance}, but its payments add up to {sum}.",
            franchise=names[franchise],
            balance=balance,
            sum=payment_sums[franchise],
        )
        for franchise, balance in balances.items()
        if balance != payment_sums[franchise]
    ]
    issued, franchise_total = -payment_sums[None], sum(balances.values())
    if issued != franchise_total:
        faults.append(
            _("The bank has paid out {issued} in total, but the franchises hold {held}.", issued=issued, held=franchise_total)
        )
    return faults


def _list_stray_faults(terms: SeasonSettings) -> list[str]:
    """Return the faults of payments and contracts across seasons, and of Gamers with two contracts."""
    foreign_payments = Q(payer__isnull=False) & ~Q(payer__season=F("season"))
    foreign_payments |= Q(payee__isnull=False) & ~Q(payee__season=F("season"))
    payments = Payment.objects.filter(foreign_payments, season=terms.pk).order_by("pk").values_list("pk", flat=True)
    faults: list[str] = [_("Payment {number} belongs to a franchise of another season.", number=pk) for pk in payments]
    contracts = Contract.objects.filter(season=terms.pk)
    foreign_contracts = contracts.exclude(franchise__season=F("season"), gamer__season=F("season")).order_by("pk")
    faults += [
        _("Contract {number} belongs to another season.", number=pk) for pk in foreign_contracts.values_list("pk", flat=True)
    ]
    contract_counts = contracts.filter(ended_at__isnull=True).values("gamer__gamer__handle").annotate(many=Count("pk"))
    duplicates = contract_counts.filter(many__gt=1).order_by("gamer__gamer__handle").values_list("gamer__gamer__handle", "many")
    return faults + [_("{handle} is under {many} contracts.", handle=handle, many=count) for handle, count in duplicates]


def _list_roster_faults(terms: SeasonSettings, names: dict[int, str]) -> list[str]:
    rules = get_roster_rules(terms)
    return [
        f"{names.get(franchise, f'Franchise {franchise}')} has {fault}."
        for franchise, roster in sorted(get_rosters(terms.pk).items())
        for fault in roster_faults(rules, roster)
    ]


logger = logging.getLogger(__name__)


@transaction.atomic
def audit_season(*, season_id: int, at: datetime) -> list[str]:
    """Check a season under its lock, store the faults for site admins, and log each as an error."""
    terms = lock_terms(season_id)
    faults = list_faults(terms)
    stored_faults = list(map(to_stored, faults))
    SeasonSettings.objects.filter(pk=season_id).update(checked_at=at, faults=stored_faults)
    for fault in faults:
        logger.error("ledger check of season %s: %s", season_id, fault)
    if stored_faults != terms.faults:
        publish_season(season_id)
    return faults


def list_seasons_to_audit(at: datetime) -> list[int]:
    """Return the seasons not checked since last night."""
    last_audit = at.replace(hour=AUDIT_TIME.hour, minute=0, second=0, microsecond=0)
    last_audit -= timedelta(days=1) if last_audit > at else timedelta()
    rows = SeasonSettings.objects.filter(Q(checked_at__isnull=True) | Q(checked_at__lt=last_audit))
    return list(rows.order_by("pk").values_list("pk", flat=True))
