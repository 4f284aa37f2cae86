"""Offer, answer, veto and carry out trades."""

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse

from engines.contract import Json
from engines.i18n import StoredMessage, mark, to_stored, translate as _
from league.audit.actions import clean_reason
from league.leagues.models import Season
from league.notifications.actions.create import NewNotification, notify as notify
from league.notifications.kinds import Kind
from league.seasons.actions.common import lock_as_organiser, lock_terms, log_action, publish_season, require_phase
from league.seasons.actions.contracts import end_contract
from league.seasons.actions.franchises import get_franchise, get_owned_franchise
from league.seasons.actions.payments import transfer
from league.seasons.market_models import Trade, TradeGamer, TradeStatus
from league.seasons.models import Contract, Ending, Franchise, PaymentKind, Phase, SeasonSettings, Signing, WindowKind
from league.seasons.queries.market import is_window_open
from league.seasons.queries.settings import is_draft_running
from league.seasons.queries.trades import build_sides, check_possible, get_sides
from league.seasons.rules.market import MAX_MESSAGE_LENGTH, MAX_OPEN_OFFERS, Deal, check_deal
from league.text_cleaning import clean_line
from matches.errors import ActionError, get_or_refuse

CLOSED_TEXTS = {
    TradeStatus.COUNTERED: mark("This offer is closed: countered."),
    TradeStatus.DECLINED: mark("This offer is closed: declined."),
    TradeStatus.WITHDRAWN: mark("This offer is closed: withdrawn."),
    TradeStatus.EXPIRED: mark("This offer is closed: expired."),
    TradeStatus.AGREED: mark("This offer is closed: accepted, can be vetoed."),
    TradeStatus.VETOED: mark("This offer is closed: vetoed by an organiser."),
    TradeStatus.DONE: mark("This offer is closed: completed."),
    TradeStatus.FAILED: mark("This offer is closed: no longer possible."),
}


@transaction.atomic
def offer_trade(*, season_id: int, franchise_id: int, partner: int, deal: Deal, by: int, at: datetime) -> int:
    """Offer a trade to another franchise and return its id.

    Raises ActionError if it is not possible now. Codes: window-closed, wrong-phase, too-many-offers, own-franchise, those
    of `rules.market.check_deal` and of `queries.trades.check_possible`.
    """
    terms = _lock_for_trading(season_id, at)
    proposer = get_owned_franchise(season_id, franchise_id, by)
    receiver = get_franchise(season_id, partner)
    if receiver.pk == proposer.pk:
        raise ActionError("own-franchise", _("Choose another franchise to trade with."), "partner_id")
    trade = _create_trade(terms, proposer, receiver, deal, at)
    publish_season(season_id)
    return trade.pk


@transaction.atomic
def counter_trade(*, season_id: int, trade_id: int, deal: Deal, by: int, at: datetime) -> int:
    """Answer an offer with a counter-offer, from the answering side, which closes the first; return its id."""
    terms = _lock_for_trading(season_id, at)
    trade = _get_open_offer(season_id, trade_id, by, at)
    _close_trade(trade, TradeStatus.COUNTERED, at)
    counter_offer = _create_trade(terms, trade.partner, trade.proposer, deal, at, counters=trade)
    publish_season(season_id)
    return counter_offer.pk


@transaction.atomic
def accept_trade(*, season_id: int, trade_id: int, by: int, at: datetime) -> bool:
    """Accept an offer and return whether it is done: at once, or after the veto period.

    An offer that is not possible now is refused but stays open, because its roster may be fixed before it expires.
    """
    terms = _lock_for_trading(season_id, at)
    trade = _get_open_offer(season_id, trade_id, by, at)
    if terms.veto_hours:
        check_possible(terms, *get_sides(trade))
        due = at + timedelta(hours=terms.veto_hours)
        Trade.objects.filter(pk=trade.pk).update(status=TradeStatus.AGREED, answered_at=at, due_at=due)
    else:
        execute_trade(terms, trade, at=at)
        _close_trade(trade, TradeStatus.DONE, at, answered_at=at)
    publish_season(season_id)
    return not terms.veto_hours


@transaction.atomic
def decline_trade(*, season_id: int, trade_id: int, by: int, at: datetime) -> None:
    """Decline an offer, whether or not a window is open."""
    lock_terms(season_id)
    _close_trade(_get_open_offer(season_id, trade_id, by, at), TradeStatus.DECLINED, at, answered_at=at)
    publish_season(season_id)


@transaction.atomic
def withdraw_trade(*, season_id: int, trade_id: int, by: int, at: datetime) -> None:
    """Withdraw the user's own offer before it is answered."""
    lock_terms(season_id)
    _close_trade(_get_open_offer(season_id, trade_id, by, at, by_proposer=True), TradeStatus.WITHDRAWN, at)
    publish_season(season_id)


@transaction.atomic
def veto_trade(*, season_id: int, trade_id: int, by: int, why: str, at: datetime) -> None:
    """Veto an agreed trade, by an organiser, for a stated reason. Raises ActionError: not-agreed, veto-over."""
    season, _unused = lock_as_organiser(season_id, by)
    trade, why = _get_trade(season_id, trade_id), clean_reason(why, required=True)
    if trade.status != TradeStatus.AGREED or trade.due_at is None:
        raise ActionError("not-agreed", _("Only accepted trades that aren't completed yet can be vetoed."))
    if at >= trade.due_at:
        raise ActionError("veto-over", _("The veto period for this trade is over."))
    _close_trade(trade, TradeStatus.VETOED, at, why=why)
    after: dict[str, Json] = {"name": f"{trade.proposer.name} and {trade.partner.name}"}
    log_action(season, "trade.vetoed", subject=("trade", trade.pk), by=by, after=after, why=why, at=at)


@transaction.atomic
def process_due_trade(*, trade_id: int, at: datetime) -> None:
    """Process a due trade: an offer expires; an agreed trade is carried out or fails."""
    season_id = Trade.objects.values_list("season", flat=True).get(pk=trade_id)
    terms = lock_terms(season_id)
    trade = _get_trade(season_id, trade_id)
    if trade.due_at is None or trade.due_at > at:
        return
    if trade.status == TradeStatus.OFFERED:
        _close_trade(trade, TradeStatus.EXPIRED, trade.due_at)
    else:
        try:
            with transaction.atomic():
                require_phase(terms, Phase.ROUNDS)
                execute_trade(terms, trade, at=at)
        except ActionError as refusal:
            _close_trade(trade, TradeStatus.FAILED, at, why=to_stored(refusal.text))
        else:
            _close_trade(trade, TradeStatus.DONE, at)
    publish_season(season_id)


def _lock_for_trading(season_id: int, at: datetime) -> SeasonSettings:
    terms = lock_terms(season_id)
    require_phase(terms, Phase.ROUNDS)
    if is_draft_running(season_id):
        raise ActionError("draft-running", _("A draft is running. You can trade when it is over."))
    if not is_window_open(terms, WindowKind.TRADES, at):
        text = _("No trade window is open. See the season settings for the next one.")
        raise ActionError("window-closed", text)
    return terms


def _get_trade(season_id: int, trade_id: int) -> Trade:
    rows = Trade.objects.select_related("proposer", "partner").filter(pk=trade_id, season=season_id)
    return get_or_refuse(rows.first(), "not-found", _("Trade not found in this season."))


def _get_open_offer(season_id: int, trade_id: int, by: int, at: datetime, *, by_proposer: bool = False) -> Trade:
    """Return an open offer for its partner's owner or, if `by_proposer`, for its proposer."""
    trade = _get_trade(season_id, trade_id)
    if trade.status != TradeStatus.OFFERED:
        raise ActionError("offer-over", _(CLOSED_TEXTS[TradeStatus(trade.status)]))
    if at >= trade.expires_at:
        raise ActionError("offer-over", _("This offer has expired."))
    get_owned_franchise(season_id, trade.proposer_id if by_proposer else trade.partner_id, by)
    return trade


def _create_trade(
    terms: SeasonSettings, proposer: Franchise, partner: Franchise, deal: Deal, at: datetime, counters: Trade | None = None
) -> Trade:
    check_deal(deal)
    message = clean_line(deal.words, min_length=0, max_length=MAX_MESSAGE_LENGTH, field="words", label=mark("Message"))
    open_offers = Trade.objects.filter(proposer=proposer, status=TradeStatus.OFFERED)
    if open_offers.count() >= MAX_OPEN_OFFERS:
        text = _("You've reached the limit of {limit} open offers. Withdraw one first.", limit=MAX_OPEN_OFFERS)
        raise ActionError("too-many-offers", text)
    sides = build_sides(proposer.pk, partner.pk, deal.give, deal.take, deal.give_money, deal.take_money)
    check_possible(terms, *sides)
    expires = at + timedelta(hours=deal.hours or terms.trade_hours)
    trade = Trade.objects.create(
        season_id=terms.pk, proposer=proposer, partner=partner, give_money=deal.give_money, take_money=deal.take_money,
        words=message, counters=counters, offered_at=at, expires_at=expires, due_at=expires,
    )  # fmt: skip
    TradeGamer.objects.bulk_create(TradeGamer(trade=trade, contract_id=contract_id) for contract_id in [*deal.give, *deal.take])
    # Notify only the partner's owner: offers are private.
    season = Season.objects.select_related("league").get(pk=terms.pk)
    url = reverse("trade", args=[season.league.slug, season.pk, trade.pk])
    params = {"franchise": proposer.name, "yours": partner.name}
    notify(
        [NewNotification(partner.owner_id, f"trade.{trade.pk}", params, url, subject=trade.pk)],
        kind=Kind.TRADE,
        at=at,
        waits=True,
    )
    return trade


def _close_trade(trade: Trade, status: TradeStatus, at: datetime, why: StoredMessage = "", **fields: datetime) -> None:
    Trade.objects.filter(pk=trade.pk).update(status=status, due_at=None, closed_at=at, why=why, **fields)


def execute_trade(terms: SeasonSettings, trade: Trade, *, at: datetime) -> None:
    """Carry out the trade: contracts change hands, money is paid once. Must hold the settings lock.

    Raises ActionError if it is not possible.
    """
    first, second = get_sides(trade)
    check_possible(terms, first, second)
    for side, receiver in ((first, second.team), (second, first.team)):
        for row in side.gives:
            end_contract(row, ending=Ending.TRADED, at=at)
            Contract.objects.create(
                season_id=terms.pk, franchise=receiver, gamer_id=row.gamer_id, salary=row.salary,
                seasons_left=row.seasons_left, how=Signing.TRADE, signed_at=at,
            )  # fmt: skip
    payer, payee = (second, first) if second.pays else (first, second)
    transfer(
        terms, payer=payer.team.pk, payee=payee.team.pk, amount=payer.pays, kind=PaymentKind.TRADE,
        key=f"trade.{trade.pk}", at=at,
    )  # fmt: skip
