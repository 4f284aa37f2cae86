"""The books of a season: every payment, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from engines.words import marked, retell, say, told
from league.seasons.models import Franchise, Payment, PaymentKind
from matches.refusals import Refused

PAGE, MOST = 50, 200
BANK = marked("the league's bank")


@dataclass(frozen=True, slots=True)
class PaymentLine:
    payment_id: int
    at: datetime
    payer: str
    payer_id: int | None
    """None is the league's bank."""
    payee: str
    payee_id: int | None
    amount: int
    kind: str
    kind_name: str
    match_id: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Ledger:
    lines: list[PaymentLine]
    before: int | None
    """The payment to read on before; None on the last page."""


@dataclass(frozen=True, slots=True)
class Totals:
    issued: int
    taken_back: int
    held: int
    """What all franchises have together: issued less taken back."""


@dataclass(frozen=True, slots=True)
class Asked:
    franchise: int | None = None
    kind: str = ""

    def checked(self, season_id: int) -> Asked:
        """Refused (bad-filter) where there is no such franchise."""
        if self.franchise and not Franchise.objects.filter(pk=self.franchise, season=season_id).exists():
            raise Refused("bad-filter", say("There is no such franchise in this season."), "franchise_id")
        return self


ALL = Asked()


def ledger(season_id: int, asked: Asked = ALL, *, before: int | None = None, limit: int = PAGE) -> Ledger:
    """A page of the books."""
    rows, limit = _found(season_id, asked), min(limit, MOST)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    lines = [_line(row) for row in rows[: limit + 1]]
    return Ledger(lines[:limit], lines[limit - 1].payment_id if len(lines) > limit else None)


def every_payment(season_id: int, asked: Asked = ALL) -> Iterator[PaymentLine]:
    """All of them, fetched piece by piece: for exports."""
    for row in _found(season_id, asked).iterator(chunk_size=500):
        yield _line(row)


def totals(season_id: int) -> Totals:
    rows = Payment.objects.filter(season=season_id)
    sums = rows.aggregate(
        issued=Sum("amount", filter=Q(payer__isnull=True), default=0),
        taken=Sum("amount", filter=Q(payee__isnull=True), default=0),
    )
    return Totals(sums["issued"], sums["taken"], sums["issued"] - sums["taken"])


def _found(season_id: int, asked: Asked) -> QuerySet[Payment]:
    rows = Payment.objects.filter(season=season_id).select_related("payer", "payee").order_by("-pk")
    if asked.franchise:
        rows = rows.filter(Q(payer=asked.franchise) | Q(payee=asked.franchise))
    return rows.filter(kind=asked.kind) if asked.kind else rows


def _line(row: Payment) -> PaymentLine:
    return PaymentLine(
        row.pk, row.at, row.payer.name if row.payer else told(BANK), row.payer_id,
        row.payee.name if row.payee else told(BANK), row.payee_id, row.amount, row.kind,
        str(PaymentKind(row.kind).label), row.match_id, _why(row),
    )  # fmt: skip


def _why(row: Payment) -> str:
    """What organisers and referees wrote stays as it is."""
    return retell(row.why)
