"""Place and process blind bids for free agents. No page or audit log shows a bid before it is processed."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import mark, to_stored, translate as _
from league.gamers.models import SeasonGamer
from league.seasons.actions.common import lock_terms, publish_season, require_phase
from league.seasons.actions.contracts import compute_dead_cap, end_contract, sign_gamer
from league.seasons.actions.franchises import get_owned_franchise
from league.seasons.actions.payments import transfer
from league.seasons.market_models import WaiverClaim, WaiverStatus
from league.seasons.models import (
    Contract,
    Ending,
    Franchise,
    PaymentKind,
    Phase,
    SeasonSettings,
    Signing,
    WaiverMode,
    WindowKind,
)
from league.seasons.queries.market import is_window_open
from league.seasons.queries.rosters import get_free_gamer, get_roster_rules, get_rosters, list_free_gamers
from league.seasons.queries.settings import is_draft_running
from league.seasons.rules.market import MAX_PENDING_BIDS
from league.seasons.rules.roster import Roster, RosterGamer, check_roster
from league.seasons.rules.settings import MAX_MONEY
from matches.errors import ActionError, get_or_refuse


@transaction.atomic
def place_bid(
    *, season_id: int, franchise_id: int, gamer: int, bid: int, drop_id: int | None = None, by: int, at: datetime
) -> int:
    """Place a blind bid for a free Gamer and return its id; `drop_id` is a contract to release if it wins.

    The first bid for a Gamer sets when all bids for them are processed. A franchise may bid for more Gamers than it has
    money or places for: each bid is validated again when it is processed. Raises ActionError: no-sealed-bids,
    window-closed, gamer-taken, already-bid, bids-opening, too-many-bids, bad-amount, no-money, contract-over,
    purse-too-low, and those of `rules.roster.check_roster`.
    """
    terms = _lock_for_bidding(season_id, at)
    franchise = get_owned_franchise(season_id, franchise_id, by, mark("Only the owner of {franchise} can bid for it."))
    row = get_free_gamer(season_id, gamer)
    if not 0 <= bid <= MAX_MONEY:
        text = _("A bid must be a whole number from 0 to {maximum}.", maximum=f"{MAX_MONEY:,}")
        raise ActionError("bad-amount", text, "bid")
    if bid > franchise.balance:
        text = _("This bid is {bid}, but the franchise has {balance}.", bid=bid, balance=franchise.balance)
        raise ActionError("no-money", text, "bid")
    _check_own_bids(franchise, row)
    _check_affordable(terms, franchise, row, bid, drop_id)
    opens_at = _get_processing_time(terms, row, at)
    claim = WaiverClaim.objects.create(
        season_id=season_id, franchise=franchise, gamer=row, bid=bid, drop_id=drop_id, made_at=at, opens_at=opens_at
    )
    return int(claim.pk)


@transaction.atomic
def withdraw_bid(*, season_id: int, claim_id: int, by: int, at: datetime) -> None:
    """Withdraw the user's own bid before the bids are processed. Another user's raises ActionError("not-found")."""
    lock_terms(season_id)
    rows = WaiverClaim.objects.filter(pk=claim_id, season=season_id, franchise__owner=by)
    row = get_or_refuse(rows.first(), "not-found", _("Bid not found."))
    if row.status != WaiverStatus.SEALED or at >= row.opens_at:
        raise ActionError("bids-opening", _("Bids for this Gamer are being processed or have been processed."))
    WaiverClaim.objects.filter(pk=row.pk).update(status=WaiverStatus.WITHDRAWN, closed_at=at)


def _lock_for_bidding(season_id: int, at: datetime) -> SeasonSettings:
    terms = lock_terms(season_id)
    if terms.waivers != WaiverMode.BLIND:
        raise ActionError(
            "no-sealed-bids", _("In this season, free agents are signed first come, first served. Sign one instead.")
        )
    require_phase(terms, Phase.ROUNDS)
    if is_draft_running(season_id):
        raise ActionError("draft-running", _("A draft is running. You can sign Gamers when it is over."))
    if not is_window_open(terms, WindowKind.FREE_AGENCY, at):
        text = _("No free agency window is open. See the season settings for the next one.")
        raise ActionError("window-closed", text)
    return terms


def _check_own_bids(franchise: Franchise, row: SeasonGamer) -> None:
    sealed = WaiverClaim.objects.filter(franchise=franchise, status=WaiverStatus.SEALED)
    if sealed.filter(gamer=row).exists():
        text = _("You already have a bid for {handle}. Withdraw it before you submit another.", handle=row.gamer.handle)
        raise ActionError("already-bid", text, "gamer_id")
    if sealed.count() >= MAX_PENDING_BIDS:
        text = _("You've reached the limit of {limit} pending bids. Withdraw one first.", limit=MAX_PENDING_BIDS)
        raise ActionError("too-many-bids", text)


def _check_affordable(terms: SeasonSettings, franchise: Franchise, row: SeasonGamer, bid: int, drop_id: int | None) -> None:
    """Raise ActionError if the current roster and money could not take the Gamer."""
    roster, free = get_rosters(terms.pk).get(franchise.pk, Roster()), list_free_gamers(terms.pk)
    if drop_id is not None:
        rows = Contract.objects.filter(pk=drop_id, franchise=franchise).select_related("gamer__gamer")
        contract = get_or_refuse(rows.first(), "not-found", _("Contract not found."), "drop_id")
        if contract.ended_at is not None:
            raise ActionError("contract-over", _("This contract has ended."), "drop_id")
        roster = roster.without(contract.gamer_id, dead=compute_dead_cap(terms, contract.salary))
        free.append(RosterGamer(contract.gamer_id, contract.gamer.gamer.genre, contract.gamer.salary))
    rules, after = get_roster_rules(terms), roster.plus(RosterGamer(row.pk, row.gamer.genre, row.salary))
    check_roster(rules, after, free)
    if terms.salaries_paid and bid + row.salary > franchise.balance:
        text = _(
            "This bid plus the salary costs {amount}, but the franchise has {balance}.",
            amount=bid + row.salary,
            balance=franchise.balance,
        )
        raise ActionError("no-money", text, "bid")
    check_roster(rules, after, free, franchise.balance - bid - row.salary if terms.salaries_paid else None)


def _get_processing_time(terms: SeasonSettings, row: SeasonGamer, at: datetime) -> datetime:
    """Return when the bids for this Gamer are processed; a first bid starts the season's period."""
    sealed = WaiverClaim.objects.filter(gamer=row, status=WaiverStatus.SEALED)
    opens_at = sealed.values_list("opens_at", flat=True).first()
    if opens_at is None:
        return at + timedelta(hours=terms.waiver_hours)
    if at >= opens_at:
        raise ActionError("bids-opening", _("Bids for this Gamer are being processed."), "gamer_id")
    return opens_at


@transaction.atomic
def process_bids(*, season_id: int, at: datetime) -> int:
    """Process every due bid of a season in order and return their number.

    A bid that is not possible fails with a reason, and the next one for the Gamer is tried. Bids wait while a draft
    runs.
    """
    terms = lock_terms(season_id)
    rows = WaiverClaim.objects.filter(season=season_id, status=WaiverStatus.SEALED, opens_at__lte=at)
    due = list(rows.select_related("franchise", "gamer__gamer"))
    if not due or is_draft_running(season_id):
        return 0
    won: dict[int, WaiverClaim] = {}
    by_franchise = get_rosters(season_id)
    for row in sorted(due, key=lambda row: _sort_key(row, by_franchise.get(row.franchise_id, Roster()).payroll)):
        if winner := won.get(row.gamer_id):
            text = _("{franchise} won with {bid}.", franchise=winner.franchise.name, bid=winner.bid)
            _close_bid(row, WaiverStatus.LOST, at, text)
        elif _award_bid(terms, row, at):
            won[row.gamer_id] = row
    publish_season(season_id)
    return len(due)


def _sort_key(row: WaiverClaim, payroll: int) -> tuple[datetime, int, int, datetime, int, int]:
    """Return the sort key of bids (`rules.market.BID_ORDER_TEXT`), by `payroll` before any is processed.

    If processing was missed, bids that were due earlier come first.
    """
    return row.opens_at, -row.bid, payroll, row.franchise.created_at, row.franchise_id, row.pk


def _award_bid(terms: SeasonSettings, row: WaiverClaim, at: datetime) -> bool:
    try:
        with transaction.atomic():
            require_phase(terms, Phase.ROUNDS)
            if row.drop_id is not None:
                drop = Contract.objects.get(pk=row.drop_id)
                end_contract(drop, ending=Ending.RELEASED, at=at, dead=compute_dead_cap(terms, drop.salary))
            kind = PaymentKind.WAIVER
            transfer(terms, payer=row.franchise_id, payee=None, amount=row.bid, kind=kind, key=f"waiver.{row.pk}", at=at)
            sign_gamer(terms, franchise=row.franchise_id, gamer=row.gamer_id, how=Signing.WAIVER, at=at)
    except ActionError as refusal:
        _close_bid(row, WaiverStatus.FAILED, at, refusal.text)
        return False
    _close_bid(row, WaiverStatus.WON, at)
    return True


def _close_bid(row: WaiverClaim, status: WaiverStatus, at: datetime, why: str = "") -> None:
    WaiverClaim.objects.filter(pk=row.pk).update(status=status, closed_at=at, why=to_stored(why))
