"""Trades of a season, as one reader may see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from engines.words import retell
from league.seasons.models import Contract, SeasonTerms, Trade, TradeGamer, TradeStatus
from league.seasons.queries.sides import check_possible, sides_of
from matches.refusals import Refused

PAGE, MOST = 30, 100
OPEN = (TradeStatus.OFFERED, TradeStatus.AGREED)
PUBLIC = (TradeStatus.AGREED, TradeStatus.VETOED, TradeStatus.DONE, TradeStatus.FAILED)
"""Everybody sees what was agreed. Offers are between the two."""


@dataclass(frozen=True, slots=True)
class TradedGamer:
    contract_id: int
    gamer_id: int
    """Its number in the season."""
    handle: str
    genre: str
    salary: int
    seasons_left: int


@dataclass(frozen=True, slots=True)
class TradeLine:
    trade_id: int
    proposer: str
    proposer_id: int
    partner: str
    partner_id: int
    gives: list[TradedGamer]
    """What the proposer gives."""
    takes: list[TradedGamer]
    give_money: int
    take_money: int
    words: str
    status: str
    status_name: str
    offered_at: datetime
    expires_at: datetime
    due_at: datetime | None
    closed_at: datetime | None
    why: str
    counters_id: int | None
    countered_by_id: int | None
    yours: str
    """`proposer` or `partner` where the reader is one of them."""

    @property
    def may_answer(self) -> bool:
        return self.status == TradeStatus.OFFERED and self.yours == "partner"

    @property
    def may_withdraw(self) -> bool:
        return self.status == TradeStatus.OFFERED and self.yours == "proposer"


@dataclass(frozen=True, slots=True)
class TradeList:
    lines: list[TradeLine]
    before: int | None
    """The trade to read on before; None on the last page."""


def open_trades(season_id: int, yours: int | None) -> list[TradeLine]:
    """Those that wait for an answer or for the end of a veto, newest first."""
    return _lines(_seen(season_id, yours).filter(status__in=OPEN), yours)


def past_trades(season_id: int, yours: int | None, *, before: int | None = None, limit: int = PAGE) -> TradeList:
    """Those that are over, newest first, a page at a time."""
    return _page(_seen(season_id, yours).exclude(status__in=OPEN), yours, before, limit)


def all_trades(season_id: int, yours: int | None, *, before: int | None = None, limit: int = PAGE) -> TradeList:
    return _page(_seen(season_id, yours), yours, before, limit)


def trade_of(season_id: int, trade_id: int, yours: int | None) -> TradeLine | None:
    lines = _lines(_seen(season_id, yours).filter(pk=trade_id), yours)
    return lines[0] if lines else None


def obstacle(terms: SeasonTerms, trade_id: int) -> str:
    """Why a trade that waits is not possible as things are now; empty where it is."""
    try:
        check_possible(terms, sides_of(Trade.objects.get(pk=trade_id)))
    except Refused as refusal:
        return refusal.text
    return ""


def offers_to(franchise_id: int, at: datetime) -> int:
    """How many offers wait for the answer of a franchise."""
    return Trade.objects.filter(partner=franchise_id, status=TradeStatus.OFFERED, expires_at__gt=at).count()


def tradable(franchise_id: int) -> list[TradedGamer]:
    """The Gamers whom a franchise could give, dearest first."""
    rows = Contract.objects.filter(franchise=franchise_id, ended_at__isnull=True).select_related("gamer__gamer")
    return [_gamer(row) for row in rows.order_by("-salary", "pk")]


def due_trades(at: datetime) -> list[int]:
    """Offers that have expired and agreed trades that nobody can stop any more, the earliest first."""
    return list(Trade.objects.filter(due_at__lte=at).order_by("due_at", "pk").values_list("pk", flat=True))


def _seen(season_id: int, yours: int | None) -> QuerySet[Trade]:
    own = Q(proposer=yours) | Q(partner=yours) if yours else Q(pk__in=[])
    return Trade.objects.filter(own | Q(status__in=PUBLIC), season=season_id).order_by("-pk")


def _page(rows: QuerySet[Trade], yours: int | None, before: int | None, limit: int) -> TradeList:
    if before is not None:
        rows = rows.filter(pk__lt=before)
    lines = _lines(rows[: min(limit, MOST) + 1], yours)
    shown = lines[: min(limit, MOST)]
    return TradeList(shown, shown[-1].trade_id if len(lines) > len(shown) else None)


def _lines(rows: Iterable[Trade], yours: int | None) -> list[TradeLine]:
    """In three queries, however many."""
    if isinstance(rows, QuerySet):
        rows = rows.select_related("proposer", "partner", "countered_by")
    trades = list(rows)
    held: dict[int, list[Contract]] = defaultdict(list)
    moved = TradeGamer.objects.filter(trade__in=[one.pk for one in trades]).order_by("pk")
    for row in moved.select_related("contract__gamer__gamer"):
        held[row.trade_id].append(row.contract)
    return [_line(one, held[one.pk], yours) for one in trades]


def _line(row: Trade, contracts: list[Contract], yours: int | None) -> TradeLine:
    counter: Trade | None = getattr(row, "countered_by", None)
    side = "proposer" if row.proposer_id == yours else "partner" if row.partner_id == yours else ""
    return TradeLine(
        trade_id=row.pk,
        proposer=row.proposer.name,
        proposer_id=row.proposer_id,
        partner=row.partner.name,
        partner_id=row.partner_id,
        gives=[_gamer(one) for one in contracts if one.franchise_id == row.proposer_id],
        takes=[_gamer(one) for one in contracts if one.franchise_id != row.proposer_id],
        give_money=row.give_money,
        take_money=row.take_money,
        words=row.words,
        status=row.status,
        status_name=str(TradeStatus(row.status).label),
        offered_at=row.offered_at,
        expires_at=row.expires_at,
        due_at=row.due_at,
        closed_at=row.closed_at,
        why=retell(row.why),
        counters_id=row.counters_id if side else None,
        countered_by_id=counter.pk if counter and side else None,
        yours=side,
    )


def _gamer(row: Contract) -> TradedGamer:
    one = row.gamer.gamer
    return TradedGamer(row.pk, row.gamer_id, one.handle, one.genre, row.salary, row.seasons_left)
