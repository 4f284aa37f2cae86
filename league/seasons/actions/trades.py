"""Offer, answer, veto and carry out trades."""

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse

from engines.contract import Json
from engines.words import Stored, marked, say, stored, told
from league.audit.actions import reason
from league.leagues.models import Season
from league.notifications.actions.create import Told
from league.notifications.actions.create import tell as notify
from league.notifications.kinds import Kind
from league.seasons.actions.contracts import finish
from league.seasons.actions.franchises import franchise_of, owned_franchise
from league.seasons.actions.locking import locked_terms, must_be, organised, season_changed, tell
from league.seasons.actions.payments import pay
from league.seasons.market_models import Trade, TradeGamer, TradeStatus
from league.seasons.models import Contract, Ending, Franchise, PaymentKind, Phase, SeasonTerms, Signing, WindowKind
from league.seasons.queries.market import open_window
from league.seasons.queries.settings import draft_runs
from league.seasons.queries.trades import check_possible, make_sides, sides_of
from league.seasons.rules.market import MOST_OPEN, MOST_WORDS, Deal, check_deal
from league.text_cleaning import one_line
from matches.refusals import Refused, get_or_refuse

OVER = {
    TradeStatus.COUNTERED: marked("This offer is closed: countered."),
    TradeStatus.DECLINED: marked("This offer is closed: declined."),
    TradeStatus.WITHDRAWN: marked("This offer is closed: withdrawn."),
    TradeStatus.EXPIRED: marked("This offer is closed: expired."),
    TradeStatus.AGREED: marked("This offer is closed: accepted, can be vetoed."),
    TradeStatus.VETOED: marked("This offer is closed: vetoed by an organiser."),
    TradeStatus.DONE: marked("This offer is closed: completed."),
    TradeStatus.FAILED: marked("This offer is closed: no longer possible."),
}


@transaction.atomic
def offer(*, season_id: int, franchise_id: int, partner: int, deal: Deal, by: int, at: datetime) -> int:
    """Offer a trade to another franchise and return its id.

    Raises Refused if it is not possible now. Codes: window-closed, wrong-phase, too-many-offers, own-franchise, those
    of `rules.market.check_deal` and of `queries.trades.check_possible`.
    """
    terms = _open(season_id, at)
    proposer = owned_franchise(season_id, franchise_id, by)
    other = franchise_of(season_id, partner)
    if other.pk == proposer.pk:
        raise Refused("own-franchise", say("Choose another franchise to trade with."), "partner_id")
    made = _make(terms, proposer, other, deal, at)
    season_changed(season_id)
    return made.pk


@transaction.atomic
def counter(*, season_id: int, trade_id: int, deal: Deal, by: int, at: datetime) -> int:
    """Answer an offer with a counter-offer, from the answering side, which closes the first; return its id."""
    terms = _open(season_id, at)
    trade = _waiting(season_id, trade_id, by, at)
    _close(trade, TradeStatus.COUNTERED, at)
    made = _make(terms, trade.partner, trade.proposer, deal, at, counters=trade)
    season_changed(season_id)
    return made.pk


@transaction.atomic
def accept(*, season_id: int, trade_id: int, by: int, at: datetime) -> bool:
    """Accept an offer and return whether it is done: at once, or after the veto period.

    An offer that is not possible now is refused but stays open, because its roster may be fixed before it expires.
    """
    terms = _open(season_id, at)
    trade = _waiting(season_id, trade_id, by, at)
    if terms.veto_hours:
        check_possible(terms, *sides_of(trade))
        due = at + timedelta(hours=terms.veto_hours)
        Trade.objects.filter(pk=trade.pk).update(status=TradeStatus.AGREED, answered_at=at, due_at=due)
    else:
        exchange(terms, trade, at=at)
        _close(trade, TradeStatus.DONE, at, answered_at=at)
    season_changed(season_id)
    return not terms.veto_hours


@transaction.atomic
def decline(*, season_id: int, trade_id: int, by: int, at: datetime) -> None:
    """Decline an offer, whether or not a window is open."""
    locked_terms(season_id)
    _close(_waiting(season_id, trade_id, by, at), TradeStatus.DECLINED, at, answered_at=at)
    season_changed(season_id)


@transaction.atomic
def withdraw(*, season_id: int, trade_id: int, by: int, at: datetime) -> None:
    """Withdraw the user's own offer before it is answered."""
    locked_terms(season_id)
    _close(_waiting(season_id, trade_id, by, at, own=True), TradeStatus.WITHDRAWN, at)
    season_changed(season_id)


@transaction.atomic
def veto(*, season_id: int, trade_id: int, by: int, why: str, at: datetime) -> None:
    """Veto an agreed trade, by an organiser, for a stated reason. Codes: not-agreed, veto-over."""
    season, _ = organised(season_id, by)
    trade, why = _trade(season_id, trade_id), reason(why, needed=True)
    if trade.status != TradeStatus.AGREED or trade.due_at is None:
        raise Refused("not-agreed", say("Only accepted trades that aren't completed yet can be vetoed."))
    if at >= trade.due_at:
        raise Refused("veto-over", say("The veto period for this trade is over."))
    _close(trade, TradeStatus.VETOED, at, why=why)
    after: dict[str, Json] = {"name": f"{trade.proposer.name} and {trade.partner.name}"}
    tell(season, "trade.vetoed", subject=("trade", trade.pk), by=by, after=after, why=why, at=at)


@transaction.atomic
def settle(*, trade_id: int, at: datetime) -> None:
    """Process a due trade: an offer expires; an agreed trade is carried out or fails."""
    season_id = Trade.objects.values_list("season", flat=True).get(pk=trade_id)
    terms = locked_terms(season_id)
    trade = _trade(season_id, trade_id)
    if trade.due_at is None or trade.due_at > at:
        return
    if trade.status == TradeStatus.OFFERED:
        _close(trade, TradeStatus.EXPIRED, trade.due_at)
    else:
        try:
            with transaction.atomic():
                must_be(terms, Phase.ROUNDS)
                exchange(terms, trade, at=at)
        except Refused as refusal:
            _close(trade, TradeStatus.FAILED, at, why=stored(refusal.text))
        else:
            _close(trade, TradeStatus.DONE, at)
    season_changed(season_id)


def _open(season_id: int, at: datetime) -> SeasonTerms:
    terms = locked_terms(season_id)
    must_be(terms, Phase.ROUNDS)
    if draft_runs(season_id):
        raise Refused("draft-running", say("A draft is running. You can trade when it is over."))
    if not open_window(terms, WindowKind.TRADES, at):
        text = say("No trade window is open. See the season settings for the next one.")
        raise Refused("window-closed", text)
    return terms


def _trade(season_id: int, trade_id: int) -> Trade:
    rows = Trade.objects.select_related("proposer", "partner").filter(pk=trade_id, season=season_id)
    return get_or_refuse(rows.first(), "not-found", say("Trade not found in this season."))


def _waiting(season_id: int, trade_id: int, by: int, at: datetime, *, own: bool = False) -> Trade:
    """Return an open offer for its partner's owner or, if `own`, for its proposer."""
    trade = _trade(season_id, trade_id)
    if trade.status != TradeStatus.OFFERED:
        raise Refused("offer-over", told(OVER[TradeStatus(trade.status)]))
    if at >= trade.expires_at:
        raise Refused("offer-over", say("This offer has expired."))
    owned_franchise(season_id, trade.proposer_id if own else trade.partner_id, by)
    return trade


def _make(
    terms: SeasonTerms, proposer: Franchise, partner: Franchise, deal: Deal, at: datetime, counters: Trade | None = None
) -> Trade:
    check_deal(deal)
    words = one_line(deal.words, least=0, most=MOST_WORDS, field="words", what=marked("Message"))
    waiting = Trade.objects.filter(proposer=proposer, status=TradeStatus.OFFERED)
    if waiting.count() >= MOST_OPEN:
        text = say("You've reached the limit of {most_open} open offers. Withdraw one first.", most_open=MOST_OPEN)
        raise Refused("too-many-offers", text)
    sides = make_sides(proposer.pk, partner.pk, deal.give, deal.take, deal.give_money, deal.take_money)
    check_possible(terms, *sides)
    expires = at + timedelta(hours=deal.hours or terms.trade_hours)
    trade = Trade.objects.create(
        season_id=terms.pk, proposer=proposer, partner=partner, give_money=deal.give_money, take_money=deal.take_money,
        words=words, counters=counters, offered_at=at, expires_at=expires, due_at=expires,
    )  # fmt: skip
    TradeGamer.objects.bulk_create(TradeGamer(trade=trade, contract_id=one) for one in [*deal.give, *deal.take])
    # Notify only the partner's owner: offers are private.
    season = Season.objects.select_related("league").get(pk=terms.pk)
    here = reverse("trade", args=[season.league.slug, season.pk, trade.pk])
    about = {"franchise": proposer.name, "yours": partner.name}
    notify(
        [Told(partner.owner_id, f"trade.{trade.pk}", about, here, subject=trade.pk)], kind=Kind.TRADE, at=at, waits=True
    )
    return trade


def _close(trade: Trade, status: TradeStatus, at: datetime, why: Stored = "", **more: datetime) -> None:
    Trade.objects.filter(pk=trade.pk).update(status=status, due_at=None, closed_at=at, why=why, **more)


def exchange(terms: SeasonTerms, trade: Trade, *, at: datetime) -> None:
    """Carry out the trade: contracts change hands, money is paid once. Must hold the terms lock.

    Raises Refused if it is not possible.
    """
    one, other = sides_of(trade)
    check_possible(terms, one, other)
    for side, to in ((one, other.team), (other, one.team)):
        for row in side.gives:
            finish(row, ending=Ending.TRADED, at=at)
            Contract.objects.create(
                season_id=terms.pk, franchise=to, gamer_id=row.gamer_id, salary=row.salary,
                seasons_left=row.seasons_left, how=Signing.TRADE, signed_at=at,
            )  # fmt: skip
    payer, payee = (other, one) if other.pays else (one, other)
    pay(
        terms, payer=payer.team.pk, payee=payee.team.pk, amount=payer.pays, kind=PaymentKind.TRADE,
        key=f"trade.{trade.pk}", at=at,
    )  # fmt: skip
