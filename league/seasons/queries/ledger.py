"""The ledger of a season: every payment, newest first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from engines.i18n import mark, translate as _, translate_stored
from league.pagination import CursorPage, paginate_before
from league.seasons.models import Franchise, Payment, PaymentKind
from matches.errors import ActionError

PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
BANK = mark("the league's bank")


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A payment as the ledger lists it."""

    payment_id: int
    at: datetime
    payer: str
    payer_id: int | None
    """The paying franchise; None for the league's bank."""
    payee: str
    payee_id: int | None
    amount: int
    kind: str
    kind_name: str
    match_id: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of the bank."""

    issued: int
    taken_back: int
    held: int
    """The sum of all franchises' balances: issued less taken back."""


def check_franchise_filter(season_id: int, franchise: int | None) -> None:
    """Raise ActionError("bad-filter") if the season has no such franchise."""
    if franchise and not Franchise.objects.filter(pk=franchise, season=season_id).exists():
        raise ActionError("bad-filter", _("Franchise not found in this season."), "franchise_id")


def list_payments(
    season_id: int, *, franchise: int | None = None, kind: str = "", before: int | None = None, limit: int = PAGE_SIZE
) -> CursorPage[PaymentLine]:
    """Return a page of the ledger, optionally of one franchise or one kind of payment."""
    rows, following = paginate_before(_filter_payments(season_id, franchise, kind), before, limit)
    return CursorPage([_build_line(row) for row in rows], following)


def iter_payments(season_id: int, *, franchise: int | None, kind: str) -> Iterator[PaymentLine]:
    """Yield all payments in batches, for exports."""
    return map(_build_line, _filter_payments(season_id, franchise, kind).iterator(chunk_size=500))


def compute_totals(season_id: int) -> Totals:
    """Return what the bank has issued and taken back."""
    sums = Payment.objects.filter(season=season_id).aggregate(
        issued=Sum("amount", filter=Q(payer__isnull=True), default=0),
        taken=Sum("amount", filter=Q(payee__isnull=True), default=0),
    )
    return Totals(sums["issued"], sums["taken"], sums["issued"] - sums["taken"])


def _filter_payments(season_id: int, franchise: int | None, kind: str) -> QuerySet[Payment]:
    rows = Payment.objects.filter(season=season_id).select_related("payer", "payee").order_by("-pk")
    if franchise:
        rows = rows.filter(Q(payer=franchise) | Q(payee=franchise))
    return rows.filter(kind=kind) if kind else rows


def _build_line(row: Payment) -> PaymentLine:
    return PaymentLine(
        row.pk, row.at, row.payer.name if row.payer else _(BANK), row.payer_id,
        row.payee.name if row.payee else _(BANK), row.payee_id, row.amount, row.kind,
        str(PaymentKind(row.kind).label), row.match_id, translate_stored(row.why),
    )  # fmt: skip
