"""Place and process blind bids for free agents, which no page and no audit log shows before."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.words import marked, say, stored
from league.gamers.models import SeasonGamer
from league.seasons.actions.contracts import dead_money, finish, sign
from league.seasons.actions.franchises import owned_franchise
from league.seasons.actions.locking import locked_terms, must_be, season_changed
from league.seasons.actions.payments import pay
from league.seasons.market_models import WaiverClaim, WaiverStatus
from league.seasons.models import (
    Contract,
    Ending,
    Franchise,
    PaymentKind,
    Phase,
    SeasonTerms,
    Signing,
    Waivers,
    WindowKind,
)
from league.seasons.queries.market import open_window
from league.seasons.queries.rosters import free_gamers, get_free_gamer, rosters, rules_of
from league.seasons.queries.settings import draft_runs
from league.seasons.rules.market import MOST_SEALED
from league.seasons.rules.roster import Held, Roster, check
from league.seasons.rules.terms import MOST_MONEY
from matches.refusals import Refused, get_or_refuse


@transaction.atomic
def claim(
    *, season_id: int, franchise_id: int, gamer: int, bid: int, drop_id: int | None = None, by: int, at: datetime
) -> int:
    """Place a blind bid for a free Gamer and return its id; `drop_id` is a contract to release if it wins.

    The first bid for a Gamer sets when all bids for them are processed. A franchise may bid for more Gamers than it has
    money or places for: each bid is validated again when it is processed.
    Codes: no-sealed-bids, window-closed, gamer-taken, already-bid, bids-opening, too-many-bids, bad-amount, no-money,
    contract-over, purse-too-low, and those of `rules.roster.check_roster`.
    """
    terms = _open(season_id, at)
    franchise = owned_franchise(season_id, franchise_id, by, marked("Only the owner of {franchise} can bid for it."))
    row = get_free_gamer(season_id, gamer)
    if not 0 <= bid <= MOST_MONEY:
        text = say("A bid must be a whole number from 0 to {most_money}.", most_money=f"{MOST_MONEY:,}")
        raise Refused("bad-amount", text, "bid")
    if bid > franchise.balance:
        text = say("This bid is {bid}, but the franchise has {balance}.", bid=bid, balance=franchise.balance)
        raise Refused("no-money", text, "bid")
    _check_own(franchise, row)
    _check_roster(terms, franchise, row, bid, drop_id)
    opens_at = _opening(terms, row, at)
    made = WaiverClaim.objects.create(
        season_id=season_id, franchise=franchise, gamer=row, bid=bid, drop_id=drop_id, made_at=at, opens_at=opens_at
    )
    return int(made.pk)


@transaction.atomic
def withdraw_claim(*, season_id: int, claim_id: int, by: int, at: datetime) -> None:
    """Withdraw the user's own bid before the bids are processed. Another user's raises Refused("not-found")."""
    locked_terms(season_id)
    rows = WaiverClaim.objects.filter(pk=claim_id, season=season_id, franchise__owner=by)
    row = get_or_refuse(rows.first(), "not-found", say("Bid not found."))
    if row.status != WaiverStatus.SEALED or at >= row.opens_at:
        raise Refused("bids-opening", say("Bids for this Gamer are being processed or have been processed."))
    WaiverClaim.objects.filter(pk=row.pk).update(status=WaiverStatus.WITHDRAWN, closed_at=at)


def _open(season_id: int, at: datetime) -> SeasonTerms:
    terms = locked_terms(season_id)
    if terms.waivers != Waivers.BLIND:
        raise Refused(
            "no-sealed-bids", say("In this season, free agents are signed first come, first served. Sign one instead.")
        )
    must_be(terms, Phase.ROUNDS)
    if draft_runs(season_id):
        raise Refused("draft-running", say("A draft is running. You can sign Gamers when it is over."))
    if not open_window(terms, WindowKind.FREE_AGENCY, at):
        text = say("No free agency window is open. See the season settings for the next one.")
        raise Refused("window-closed", text)
    return terms


def _check_own(franchise: Franchise, row: SeasonGamer) -> None:
    sealed = WaiverClaim.objects.filter(franchise=franchise, status=WaiverStatus.SEALED)
    if sealed.filter(gamer=row).exists():
        text = say(
            "You already have a bid for {handle}. Withdraw it before you submit another.", handle=row.gamer.handle
        )
        raise Refused("already-bid", text, "gamer_id")
    if sealed.count() >= MOST_SEALED:
        text = say(
            "You've reached the limit of {most_sealed} pending bids. Withdraw one first.", most_sealed=MOST_SEALED
        )
        raise Refused("too-many-bids", text)


def _check_roster(terms: SeasonTerms, franchise: Franchise, row: SeasonGamer, bid: int, drop: int | None) -> None:
    """Raise Refused if the current roster and money could not take the Gamer."""
    roster, free = rosters(terms.pk).get(franchise.pk, Roster()), free_gamers(terms.pk)
    if drop is not None:
        rows = Contract.objects.filter(pk=drop, franchise=franchise).select_related("gamer__gamer")
        held = get_or_refuse(rows.first(), "not-found", say("Contract not found."), "drop_id")
        if held.ended_at is not None:
            raise Refused("contract-over", say("This contract has ended."), "drop_id")
        roster = roster.without(held.gamer_id, dead=dead_money(terms, held.salary))
        free.append(Held(held.gamer_id, held.gamer.gamer.genre, held.gamer.salary))
    rules, after = rules_of(terms), roster.plus(Held(row.pk, row.gamer.genre, row.salary))
    check(rules, after, free)
    if terms.salaries_paid and bid + row.salary > franchise.balance:
        text = say(
            "This bid plus the salary costs {amount}, but the franchise has {balance}.",
            amount=bid + row.salary,
            balance=franchise.balance,
        )
        raise Refused("no-money", text, "bid")
    check(rules, after, free, franchise.balance - bid - row.salary if terms.salaries_paid else None)


def _opening(terms: SeasonTerms, row: SeasonGamer, at: datetime) -> datetime:
    """Return when the bids for this Gamer are processed; a first bid starts the season's period."""
    sealed = WaiverClaim.objects.filter(gamer=row, status=WaiverStatus.SEALED)
    opens_at = sealed.values_list("opens_at", flat=True).first()
    if opens_at is None:
        return at + timedelta(hours=terms.waiver_hours)
    if at >= opens_at:
        raise Refused("bids-opening", say("Bids for this Gamer are being processed."), "gamer_id")
    return opens_at


@transaction.atomic
def open_bids(*, season_id: int, at: datetime) -> int:
    """Process every due bid of a season in order and return their number.

    A bid that is not possible fails with a reason, and the next one for the Gamer is tried. Bids wait while a draft
    runs.
    """
    terms = locked_terms(season_id)
    rows = WaiverClaim.objects.filter(season=season_id, status=WaiverStatus.SEALED, opens_at__lte=at)
    due = list(rows.select_related("franchise", "gamer__gamer"))
    if not due or draft_runs(season_id):
        return 0
    won: dict[int, WaiverClaim] = {}
    held = rosters(season_id)
    for row in sorted(due, key=lambda row: _turn(row, held.get(row.franchise_id, Roster()).payroll)):
        if winner := won.get(row.gamer_id):
            text = say("{franchise} won with {bid}.", franchise=winner.franchise.name, bid=winner.bid)
            _close(row, WaiverStatus.LOST, at, text)
        elif _awarded(terms, row, at):
            won[row.gamer_id] = row
    season_changed(season_id)
    return len(due)


def _turn(row: WaiverClaim, payroll: int) -> tuple[datetime, int, int, datetime, int, int]:
    """Return the sort key of bids (`rules.market.BID_ORDER_TEXT`), by `payroll` before any is processed.

    If processing was missed, bids that were due earlier come first.
    """
    return row.opens_at, -row.bid, payroll, row.franchise.created_at, row.franchise_id, row.pk


def _awarded(terms: SeasonTerms, row: WaiverClaim, at: datetime) -> bool:
    try:
        with transaction.atomic():
            must_be(terms, Phase.ROUNDS)
            if row.drop_id is not None:
                drop = Contract.objects.get(pk=row.drop_id)
                finish(drop, ending=Ending.RELEASED, at=at, dead=dead_money(terms, drop.salary))
            bid = PaymentKind.WAIVER
            pay(terms, payer=row.franchise_id, payee=None, amount=row.bid, kind=bid, key=f"waiver.{row.pk}", at=at)
            sign(terms, franchise=row.franchise_id, gamer=row.gamer_id, how=Signing.WAIVER, at=at)
    except Refused as refusal:
        _close(row, WaiverStatus.FAILED, at, refusal.text)
        return False
    _close(row, WaiverStatus.WON, at)
    return True


def _close(row: WaiverClaim, status: WaiverStatus, at: datetime, why: str = "") -> None:
    WaiverClaim.objects.filter(pk=row.pk).update(status=status, closed_at=at, why=stored(why))
