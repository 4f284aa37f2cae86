"""Trades of a season as a viewer may see them, and whether they are possible."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from engines.i18n import join, translate as _, translate_stored
from league.pagination import CursorPage, paginate_before
from league.seasons.market_models import Trade, TradeGamer, TradeStatus
from league.seasons.models import Contract, Franchise, SeasonSettings
from league.seasons.queries.rosters import get_roster_rules, get_rosters, list_free_gamers
from league.seasons.rules.roster import Roster, RosterGamer, check_roster
from matches.errors import ActionError

PAGE_SIZE, MAX_PAGE_SIZE = 30, 100
OPEN_STATUSES = (TradeStatus.OFFERED, TradeStatus.AGREED)
PUBLIC_STATUSES = (TradeStatus.AGREED, TradeStatus.VETOED, TradeStatus.DONE, TradeStatus.FAILED)
"""Statuses visible to all; offers are private to the two franchises."""


@dataclass(frozen=True, slots=True)
class TradeSide:
    """One of the two franchises of a trade: the running contracts that it gives, and the money that it pays."""

    team: Franchise
    gives: list[Contract]
    pays: int


def get_sides(trade: Trade) -> tuple[TradeSide, TradeSide]:
    """Return the proposer's and partner's current sides. Raises ActionError("contract-over") if a contract has ended."""
    rows = trade.gamers.order_by("pk").values_list("contract", "contract__franchise")
    gives = [contract for contract, franchise in rows if franchise == trade.proposer_id]
    takes = [contract for contract, franchise in rows if franchise != trade.proposer_id]
    return build_sides(trade.proposer_id, trade.partner_id, gives, takes, trade.give_money, trade.take_money)


def build_sides(
    proposer: int, partner: int, gives: Collection[int], takes: Collection[int], give_money: int, take_money: int
) -> tuple[TradeSide, TradeSide]:
    """Return both sides of a trade. Raises ActionError("contract-over") if a contract has ended."""
    teams = Franchise.objects.in_bulk([proposer, partner])
    contracts = Contract.objects.select_related("gamer__gamer").in_bulk([*gives, *takes])
    first, second = teams[proposer], teams[partner]
    first_contracts = [_check_running(first, contracts.get(pk), "give") for pk in gives]
    second_contracts = [_check_running(second, contracts.get(pk), "take") for pk in takes]
    return TradeSide(first, first_contracts, give_money), TradeSide(second, second_contracts, take_money)


def _check_running(team: Franchise, row: Contract | None, field: str) -> Contract:
    if row is None or row.season_id != team.season_id:
        raise ActionError("not-found", _("Contract not found in this season."), field)
    if row.ended_at is not None or row.franchise_id != team.pk:
        text = _("{team} doesn't have {handle}.", team=team.name, handle=row.gamer.gamer.handle)
        raise ActionError("contract-over", text, field)
    return row


def check_possible(terms: SeasonSettings, first: TradeSide, second: TradeSide) -> None:
    """Raise ActionError if either roster would be illegal or lacks the money.

    Codes: those of `rules.roster.check_roster`, no-money.
    """
    for side, field in ((first, "give_money"), (second, "take_money")):
        team = side.team
        if side.pays > team.balance:
            text = _(
                "This costs {team} {amount}, but it has {balance}.", team=team.name, amount=side.pays,
                balance=team.balance,
            )  # fmt: skip
            raise ActionError("no-money", text, field)
    by_franchise, rules, free = get_rosters(terms.pk), get_roster_rules(terms), list_free_gamers(terms.pk)
    for side, opposite in ((first, second), (second, first)):
        team, gained = (side.team, [RosterGamer(row.gamer_id, row.gamer.gamer.genre, row.salary) for row in opposite.gives])
        after = by_franchise.get(team.pk, Roster()).without(*(row.gamer_id for row in side.gives)).plus(*gained)
        money = team.balance - side.pays + opposite.pays if terms.salaries_paid else None
        try:
            check_roster(rules, after, free, money)
        except ActionError as refusal:
            raise ActionError(refusal.code, join([team.name, refusal.text], ": "), "give") from None


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


def list_open_trades(season_id: int, viewer_franchise: int | None) -> list[TradeLine]:
    """Return trades that wait for an answer or for the end of the veto period, newest first."""
    return _build_lines(_filter_visible(season_id, viewer_franchise).filter(status__in=OPEN_STATUSES), viewer_franchise)


def list_trades(
    season_id: int, viewer_franchise: int | None, *, only_over: bool = False, before: int | None = None, limit: int = PAGE_SIZE
) -> CursorPage[TradeLine]:
    """Return a page of the trades that the viewer may see, or only of those that are closed."""
    rows = _filter_visible(season_id, viewer_franchise)
    page, following = paginate_before(rows.exclude(status__in=OPEN_STATUSES) if only_over else rows, before, limit)
    return CursorPage(_build_lines(page, viewer_franchise), following)


def find_trade(season_id: int, trade_id: int, viewer_franchise: int | None) -> TradeLine | None:
    """Return a trade that the viewer may see, or None."""
    lines = _build_lines(_filter_visible(season_id, viewer_franchise).filter(pk=trade_id), viewer_franchise)
    return lines[0] if lines else None


def get_obstacle(terms: SeasonSettings, trade_id: int) -> str:
    """Return why a pending trade is currently impossible; empty if it is possible."""
    try:
        check_possible(terms, *get_sides(Trade.objects.get(pk=trade_id)))
    except ActionError as refusal:
        return refusal.text
    return ""


def count_open_offers(franchise_id: int, at: datetime) -> int:
    """Return the number of offers that wait for the franchise's answer."""
    return Trade.objects.filter(partner=franchise_id, status=TradeStatus.OFFERED, expires_at__gt=at).count()


def list_tradable(franchise_id: int) -> list[TradedGamer]:
    """Return the Gamers that a franchise could trade away, the most expensive first."""
    rows = Contract.objects.filter(franchise=franchise_id, ended_at__isnull=True).select_related("gamer__gamer")
    return [_build_gamer(row) for row in rows.order_by("-salary", "pk")]


def list_due_trades(at: datetime) -> list[int]:
    """Return expired offers and agreed trades after their veto period, the earliest first."""
    return list(Trade.objects.filter(due_at__lte=at).order_by("due_at", "pk").values_list("pk", flat=True))


def _filter_visible(season_id: int, viewer_franchise: int | None) -> QuerySet[Trade]:
    own_trades = Q(proposer=viewer_franchise) | Q(partner=viewer_franchise) if viewer_franchise else Q(pk__in=[])
    rows = Trade.objects.filter(own_trades | Q(status__in=PUBLIC_STATUSES), season=season_id).order_by("-pk")
    return rows.select_related("proposer", "partner", "countered_by")


def _build_lines(rows: Iterable[Trade], viewer_franchise: int | None) -> list[TradeLine]:
    """Return trades as lines, in two queries."""
    trades = list(rows)
    contracts: dict[int, list[Contract]] = defaultdict(list)
    trade_gamers = TradeGamer.objects.filter(trade__in=[trade.pk for trade in trades]).order_by("pk")
    for row in trade_gamers.select_related("contract__gamer__gamer"):
        contracts[row.trade_id].append(row.contract)
    return [_build_line(trade, contracts[trade.pk], viewer_franchise) for trade in trades]


def _build_line(row: Trade, contracts: list[Contract], viewer_franchise: int | None) -> TradeLine:
    counter: Trade | None = getattr(row, "countered_by", None)
    side = "proposer" if row.proposer_id == viewer_franchise else "partner" if row.partner_id == viewer_franchise else ""
    copied = ("give_money", "take_money", "words", "status", "offered_at", "expires_at", "due_at", "closed_at")
    return TradeLine(
        **{name: getattr(row, name) for name in (*copied, "proposer_id", "partner_id")},
        trade_id=row.pk,
        proposer=row.proposer.name,
        partner=row.partner.name,
        gives=[_build_gamer(contract) for contract in contracts if contract.franchise_id == row.proposer_id],
        takes=[_build_gamer(contract) for contract in contracts if contract.franchise_id != row.proposer_id],
        status_name=row.get_status_display(),
        why=translate_stored(row.why),
        counters_id=row.counters_id if side else None,
        countered_by_id=counter.pk if counter and side else None,
        yours=side,
    )


def _build_gamer(row: Contract) -> TradedGamer:
    gamer = row.gamer.gamer
    return TradedGamer(row.pk, row.gamer_id, gamer.handle, gamer.genre, row.salary, row.seasons_left)
