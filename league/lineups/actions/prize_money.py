"""Money from results: a match that is counted pays its franchises, and pays the difference if it is ruled anew."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from engines.words import told
from league.events.models import Event
from league.seasons.actions.locking import locked_terms, season_changed
from league.seasons.actions.payments import pay
from league.seasons.models import OWED, Franchise, FranchiseResult, Outcome, PaymentKind, Phase, SeasonTerms
from league.seasons.rules.results import pays


def settle(event: Event, match_id: int, outcomes: Mapping[int, Outcome], *, at: datetime, why: str = "") -> None:
    """Let a match have these outcomes, by player, and pay what follows. Run it as often as you like.

    Needs the event locked; locks the terms of its season. Once the season is in the archive its books are closed and
    nothing is paid any more.
    """
    if event.season_id is None:
        return
    terms = locked_terms(event.season_id)
    if terms.phase == Phase.ARCHIVE:
        return
    known = {row.player_id: row for row in FranchiseResult.objects.filter(match_id=match_id)}
    teams = dict(Franchise.objects.filter(season=terms.pk, owner__in=outcomes).values_list("owner", "pk"))
    for player, outcome in sorted(outcomes.items()):
        if player in known:
            _correct(terms, known[player], outcome, at, why)
        elif player in teams:
            _pay(terms, event, match_id, player, teams[player], outcome, at)
    season_changed(terms.pk)


def forget(match_id: int) -> None:
    """Forget a match whose result was removed, and which pays nothing any more."""
    FranchiseResult.objects.filter(match_id=match_id).delete()


def _pay(
    terms: SeasonTerms, event: Event, match_id: int, player: int, franchise: int, outcome: Outcome, at: datetime
) -> None:
    due = pays(terms, outcome)
    FranchiseResult.objects.create(
        franchise_id=franchise, player_id=player, event=event, match_id=match_id, outcome=outcome,
        pays=sum(due.values()), counted_at=at,
    )  # fmt: skip
    for kind, amount in due.items():
        key = f"match.{match_id}.{kind}.{franchise}"
        pay(terms, payer=None, payee=franchise, amount=amount, kind=kind, key=key, match_id=match_id, at=at)
    _keep_back(terms, franchise, match_id, sum(due.values()), at)


def _keep_back(terms: SeasonTerms, franchise: int, match_id: int, paid: int, at: datetime) -> None:
    """Take of what a match has just paid what the franchise still owes."""
    taken = min(paid, Franchise.objects.values_list("owed", flat=True).get(pk=franchise))
    key, kind = f"match.{match_id}.owed.{franchise}", PaymentKind.CORRECTION
    if pay(
        terms, payer=franchise, payee=None, amount=taken, kind=kind, key=key, match_id=match_id, why=told(OWED), at=at
    ):
        Franchise.objects.filter(pk=franchise).update(owed=F("owed") - taken)


def _correct(terms: SeasonTerms, row: FranchiseResult, outcome: Outcome, at: datetime, why: str) -> None:
    """Pay the difference to what the match has paid. What a franchise has not left to give back, it owes."""
    due = sum(pays(terms, outcome).values())
    more = due - row.pays
    if row.outcome == outcome and not more:
        return
    row.outcome, row.pays, row.corrections = outcome, due, row.corrections + 1
    row.save(update_fields=["outcome", "pays", "corrections"])
    team = Franchise.objects.get(pk=row.franchise_id)
    key = f"match.{row.match_id}.correction.{row.corrections}.{team.pk}"
    what: dict[str, Any] = {
        "kind": PaymentKind.CORRECTION,
        "key": key,
        "match_id": row.match_id,
        "why": why,
        "at": at,
    }
    if more > 0:
        forgiven = min(more, team.owed)
        pay(terms, payer=None, payee=team.pk, amount=more - forgiven, **what)
        owed = team.owed - forgiven
    else:
        back = min(-more, team.balance)
        pay(terms, payer=team.pk, payee=None, amount=back, **what)
        owed = team.owed - more - back
    Franchise.objects.filter(pk=team.pk).update(owed=owed)
