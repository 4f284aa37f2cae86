"""Trades of a season as a viewer may see them, and whether they are possible."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from engines.words import join, retell, say
from league.paging import Older, rows_before
from league.seasons.market_models import Trade, TradeGamer, TradeStatus
from league.seasons.models import Contract, Franchise, SeasonTerms
from league.seasons.queries.rosters import free_gamers, rosters, rules_of
from league.seasons.rules.roster import Held, Roster, check
from matches.refusals import Refused

PAGE, MOST = 30, 100
OPEN = (TradeStatus.OFFERED, TradeStatus.AGREED)
PUBLIC = (TradeStatus.AGREED, TradeStatus.VETOED, TradeStatus.DONE, TradeStatus.FAILED)
"""Statuses visible to all; offers are private to the two franchises."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two franchises of a trade: the running contracts that it gives, and the money that it pays."""

    team: Franchise
    gives: list[Contract]
    pays: int


def sides_of(trade: Trade) -> tuple[Side, Side]:
    """Return the proposer's and partner's current sides. Raises Refused("contract-over") if a contract has ended."""
    rows = trade.gamers.order_by("pk").values_list("contract", "contract__franchise")
    gives = [contract for contract, franchise in rows if franchise == trade.proposer_id]
    takes = [contract for contract, franchise in rows if franchise != trade.proposer_id]
    return make_sides(trade.proposer_id, trade.partner_id, gives, takes, trade.give_money, trade.take_money)


def make_sides(
    proposer: int, partner: int, gives: Collection[int], takes: Collection[int], give_money: int, take_money: int
) -> tuple[Side, Side]:
    """Return both sides of a trade. Raises Refused("contract-over") if a contract has ended."""
    teams = Franchise.objects.in_bulk([proposer, partner])
    known = Contract.objects.select_related("gamer__gamer").in_bulk([*gives, *takes])
    one, other = teams[proposer], teams[partner]
    given = [_standing(one, known.get(pk), "give") for pk in gives]
    taken = [_standing(other, known.get(pk), "take") for pk in takes]
    return Side(one, given, give_money), Side(other, taken, take_money)


def _standing(team: Franchise, row: Contract | None, field: str) -> Contract:
    if row is None or row.season_id != team.season_id:
        raise Refused("not-found", say("Contract not found in this season."), field)
    if row.ended_at is not None or row.franchise_id != team.pk:
        text = say("{team} doesn't have {handle}.", team=team.name, handle=row.gamer.gamer.handle)
        raise Refused("contract-over", text, field)
    return row


def check_possible(terms: SeasonTerms, one: Side, other: Side) -> None:
    """Raise Refused if either roster would be illegal or lacks the money.

    Codes: those of `rules.roster.check_roster`, no-money.
    """
    for side, field in ((one, "give_money"), (other, "take_money")):
        team = side.team
        if side.pays > team.balance:
            text = say(
                "This costs {team} {amount}, but it has {balance}.", team=team.name, amount=side.pays,
                balance=team.balance,
            )  # fmt: skip
            raise Refused("no-money", text, field)
    now, rules, free = rosters(terms.pk), rules_of(terms), free_gamers(terms.pk)
    for side, against in ((one, other), (other, one)):
        team, gained = side.team, [Held(row.gamer_id, row.gamer.gamer.genre, row.salary) for row in against.gives]
        after = now.get(team.pk, Roster()).without(*(row.gamer_id for row in side.gives)).plus(*gained)
        money = team.balance - side.pays + against.pays if terms.salaries_paid else None
        try:
            check(rules, after, free, money)
        except Refused as refusal:
            raise Refused(refusal.code, join([team.name, refusal.text], ": "), "give") from None


@dataclass(frozen=True, slots=True)
class TradedGamer:
    """A contract in a trade."""

    contract_id: int
    gamer_id: int
    """The id of the SeasonGamer."""
    handle: str
    genre: str
    salary: int
    seasons_left: int


@dataclass(frozen=True, slots=True)
class TradeLine:
    """A trade as lists and its page show it."""

    trade_id: int
    proposer: str
    proposer_id: int
    partner: str
    partner_id: int
    gives: list[TradedGamer]
    """The contracts that the proposer gives."""
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
    """The viewer's role: `proposer`, `partner` or empty."""

    @property
    def may_answer(self) -> bool:
        return self.status == TradeStatus.OFFERED and self.yours == "partner"

    @property
    def may_withdraw(self) -> bool:
        return self.status == TradeStatus.OFFERED and self.yours == "proposer"


def open_trades(season_id: int, yours: int | None) -> list[TradeLine]:
    """Return trades that wait for an answer or for the end of the veto period, newest first."""
    return _lines(_seen(season_id, yours).filter(status__in=OPEN), yours)


def list_trades(
    season_id: int, yours: int | None, *, only_over: bool = False, before: int | None = None, limit: int = PAGE
) -> Older[TradeLine]:
    """Return a page of the trades that the viewer may see, or only of those that are closed."""
    rows = _seen(season_id, yours)
    shown, following = rows_before(rows.exclude(status__in=OPEN) if only_over else rows, before, limit)
    return Older(_lines(shown, yours), following)


def trade_of(season_id: int, trade_id: int, yours: int | None) -> TradeLine | None:
    """Return a trade that the viewer may see, or None."""
    lines = _lines(_seen(season_id, yours).filter(pk=trade_id), yours)
    return lines[0] if lines else None


def obstacle(terms: SeasonTerms, trade_id: int) -> str:
    """Return why a pending trade is currently impossible; empty if it is possible."""
    try:
        check_possible(terms, *sides_of(Trade.objects.get(pk=trade_id)))
    except Refused as refusal:
        return refusal.text
    return ""


def offers_to(franchise_id: int, at: datetime) -> int:
    """Return the number of offers that wait for the franchise's answer."""
    return Trade.objects.filter(partner=franchise_id, status=TradeStatus.OFFERED, expires_at__gt=at).count()


def tradable(franchise_id: int) -> list[TradedGamer]:
    """Return the Gamers that a franchise could trade away, the dearest first."""
    rows = Contract.objects.filter(franchise=franchise_id, ended_at__isnull=True).select_related("gamer__gamer")
    return [_gamer(row) for row in rows.order_by("-salary", "pk")]


def due_trades(at: datetime) -> list[int]:
    """Return expired offers and agreed trades after their veto period, the earliest first."""
    return list(Trade.objects.filter(due_at__lte=at).order_by("due_at", "pk").values_list("pk", flat=True))


def _seen(season_id: int, yours: int | None) -> QuerySet[Trade]:
    own = Q(proposer=yours) | Q(partner=yours) if yours else Q(pk__in=[])
    rows = Trade.objects.filter(own | Q(status__in=PUBLIC), season=season_id).order_by("-pk")
    return rows.select_related("proposer", "partner", "countered_by")


def _lines(rows: Iterable[Trade], yours: int | None) -> list[TradeLine]:
    """Return trades as lines, in two queries."""
    trades = list(rows)
    held: dict[int, list[Contract]] = defaultdict(list)
    moved = TradeGamer.objects.filter(trade__in=[one.pk for one in trades]).order_by("pk")
    for row in moved.select_related("contract__gamer__gamer"):
        held[row.trade_id].append(row.contract)
    return [_line(one, held[one.pk], yours) for one in trades]


def _line(row: Trade, contracts: list[Contract], yours: int | None) -> TradeLine:
    counter: Trade | None = getattr(row, "countered_by", None)
    side = "proposer" if row.proposer_id == yours else "partner" if row.partner_id == yours else ""
    plain = ("give_money", "take_money", "words", "status", "offered_at", "expires_at", "due_at", "closed_at")
    return TradeLine(
        **{name: getattr(row, name) for name in (*plain, "proposer_id", "partner_id")},
        trade_id=row.pk,
        proposer=row.proposer.name,
        partner=row.partner.name,
        gives=[_gamer(one) for one in contracts if one.franchise_id == row.proposer_id],
        takes=[_gamer(one) for one in contracts if one.franchise_id != row.proposer_id],
        status_name=row.get_status_display(),
        why=retell(row.why),
        counters_id=row.counters_id if side else None,
        countered_by_id=counter.pk if counter and side else None,
        yours=side,
    )


def _gamer(row: Contract) -> TradedGamer:
    one = row.gamer.gamer
    return TradedGamer(row.pk, row.gamer_id, one.handle, one.genre, row.salary, row.seasons_left)
