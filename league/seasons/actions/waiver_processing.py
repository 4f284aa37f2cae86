"""Opening sealed bids that are due."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say, stored
from league.seasons.actions.changes import season_changed
from league.seasons.actions.contracts import dead_money, finish, sign
from league.seasons.actions.locking import locked_terms, must_be
from league.seasons.actions.payments import pay
from league.seasons.models import Contract, Ending, PaymentKind, Phase, SeasonTerms, Signing, WaiverClaim, WaiverStatus
from league.seasons.queries.missing import draft_runs
from league.seasons.queries.rosters import rosters
from league.seasons.rules.bidding import Bid, in_turn
from league.seasons.rules.roster import Roster
from matches.refusals import Refused


@transaction.atomic
def open_bids(*, season_id: int, at: datetime) -> int:
    """Open every bid of a season that is due, in the order of `rules.bidding`; how many there were.

    A bid that is not possible fails and says why, and the next one for the Gamer is tried. While a draft is going on
    they wait.
    """
    terms = locked_terms(season_id)
    rows = WaiverClaim.objects.filter(season=season_id, status=WaiverStatus.SEALED, opens_at__lte=at)
    due = {row.pk: row for row in rows.select_related("franchise", "gamer__gamer")}
    if not due or draft_runs(season_id):
        return 0
    won: dict[int, WaiverClaim] = {}
    for one in in_turn(_bids(terms, list(due.values()))):
        row = due[one.claim]
        if winner := won.get(row.gamer_id):
            _close(
                row,
                WaiverStatus.LOST,
                at,
                say("{franchise} won with {bid}.", franchise=winner.franchise.name, bid=winner.bid),
            )
        elif _awarded(terms, row, at):
            won[row.gamer_id] = row
    season_changed(season_id)
    return len(due)


def _bids(terms: SeasonTerms, rows: list[WaiverClaim]) -> list[Bid]:
    now = rosters(terms.pk)
    return [
        Bid(
            row.pk, row.opens_at, row.bid, now.get(row.franchise_id, Roster()).payroll, row.franchise.created_at,
            row.franchise_id,
        )
        for row in rows
    ]  # fmt: skip


def _awarded(terms: SeasonTerms, row: WaiverClaim, at: datetime) -> bool:
    try:
        with transaction.atomic():
            must_be(terms, Phase.ROUNDS)
            _award(terms, row, at)
    except Refused as refusal:
        _close(row, WaiverStatus.FAILED, at, refusal.text)
        return False
    _close(row, WaiverStatus.WON, at)
    return True


def _award(terms: SeasonTerms, row: WaiverClaim, at: datetime) -> None:
    if row.drop_id is not None:
        drop = Contract.objects.get(pk=row.drop_id)
        finish(drop, ending=Ending.RELEASED, at=at, dead=dead_money(terms, drop.salary))
    pay(
        terms, payer=row.franchise_id, payee=None, amount=row.bid, kind=PaymentKind.WAIVER, key=f"waiver.{row.pk}",
        at=at,
    )  # fmt: skip
    sign(terms, franchise=row.franchise_id, gamer=row.gamer_id, how=Signing.WAIVER, at=at)


def _close(row: WaiverClaim, status: WaiverStatus, at: datetime, why: str = "") -> None:
    WaiverClaim.objects.filter(pk=row.pk).update(status=status, closed_at=at, why=stored(why))
