"""Payments for matches of a season's event, when counted or overridden."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from engines.words import told
from league.events.models import Event, Pairing, SeriesMatch
from league.events.rulings import points_by_result, ruled
from league.seasons.actions.locking import locked_terms, season_changed
from league.seasons.actions.payments import pay
from league.seasons.models import OWED, Franchise, FranchiseResult, Outcome, PaymentKind, Phase, SeasonTerms
from league.seasons.rules.results import outcomes, pays


def pay_match(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Pay the franchises of a counted match."""
    _settle(event, row, row.by_side(row.match.ranks or ()), at, played=row.was_played)


def pay_ruling(event: Event, pairing: Pairing, at: datetime, why: str) -> None:
    """Pay the difference that the current override of a pairing, or its removal, makes.

    Only for pairings of one match: in a series, each match keeps its own result.
    """
    played = list(pairing.series.filter(counted_at__isnull=False).select_related("match"))
    if event.season_id is None or pairing.best_of > 1 or len(played) != 1:
        return
    row, stage = played[0], pairing.round.stage
    standing = pairing.overturns.filter(undone_at=None).order_by("-pk").first()
    ranks: Sequence[int] = row.by_side(row.match.ranks or ())
    is_played = row.was_played
    if standing is not None:
        after = standing.after
        forfeit = bool(after.get("forfeit", not is_played))
        ranks = ruled(
            stage.format, stage.settings, len(ranks), halves=points_by_result(after["halves"]), places=after["places"],
            forfeit=forfeit,
        ).ranks  # fmt: skip
        is_played = not forfeit
    _settle(event, row, ranks, at, why, played=is_played)


def pay_nothing(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Revoke the payments of a match whose result was removed."""
    if event.season_id is not None:
        _settle(event, row, (2, 2), at, played=False)
        FranchiseResult.objects.filter(match_id=row.match_id).delete()


def _settle(event: Event, row: SeriesMatch, ranks: Sequence[int], at: datetime, why: str = "", *, played: bool) -> None:
    """Set the match's outcomes from ranks by side, and pay what follows. Idempotent.

    Needs the event locked; locks the season's terms. In an archived season the books are closed and nothing is paid.
    """
    if event.season_id is None:
        return
    sides = row.pairing.sides.filter(entrant__isnull=False).order_by("number")
    players = sides.values_list("entrant__player", flat=True)
    made = dict(zip(players, outcomes(ranks, played=played), strict=True))
    terms = locked_terms(event.season_id)
    if terms.phase == Phase.ARCHIVE:
        return
    known = {result.player_id: result for result in FranchiseResult.objects.filter(match_id=row.match_id)}
    teams = dict(Franchise.objects.filter(season=terms.pk, owner__in=made).values_list("owner", "pk"))
    for player, outcome in sorted(made.items()):
        if player in known:
            _correct(terms, known[player], outcome, at, why)
        elif player in teams:
            _pay(terms, event, row.match_id, player, teams[player], outcome, at)
    season_changed(terms.pk)


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
    # outstanding debts are deducted from the payment just made
    taken = min(sum(due.values()), Franchise.objects.values_list("owed", flat=True).get(pk=franchise))
    owed: dict[str, Any] = {"kind": PaymentKind.CORRECTION, "key": f"match.{match_id}.owed.{franchise}"}
    if pay(terms, payer=franchise, payee=None, amount=taken, match_id=match_id, why=told(OWED), at=at, **owed):
        Franchise.objects.filter(pk=franchise).update(owed=F("owed") - taken)


def _correct(terms: SeasonTerms, row: FranchiseResult, outcome: Outcome, at: datetime, why: str) -> None:
    """Pay the difference to earlier payments of the match. A franchise owes what it cannot pay back."""
    due = sum(pays(terms, outcome).values())
    more = due - row.pays
    if row.outcome == outcome and not more:
        return
    row.outcome, row.pays, row.corrections = outcome, due, row.corrections + 1
    row.save(update_fields=["outcome", "pays", "corrections"])
    team = Franchise.objects.get(pk=row.franchise_id)
    key = f"match.{row.match_id}.correction.{row.corrections}.{team.pk}"
    what: dict[str, Any] = {"kind": PaymentKind.CORRECTION, "key": key, "match_id": row.match_id, "why": why, "at": at}
    if more > 0:
        forgiven = min(more, team.owed)
        pay(terms, payer=None, payee=team.pk, amount=more - forgiven, **what)
        owed = team.owed - forgiven
    else:
        back = min(-more, team.balance)
        pay(terms, payer=team.pk, payee=None, amount=back, **what)
        owed = team.owed - more - back
    Franchise.objects.filter(pk=team.pk).update(owed=owed)
