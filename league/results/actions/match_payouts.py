"""Payments for matches of a season's event, when counted or overridden."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from engines.i18n import translate as _
from league.events.models import Event, Pairing, SeriesMatch
from league.events.rulings import make_ruling, standard_halves
from league.seasons.actions.common import lock_terms, publish_season
from league.seasons.actions.payments import transfer
from league.seasons.models import WITHHELD_REASON, Franchise, FranchiseResult, Outcome, PaymentKind, Phase, SeasonSettings
from league.seasons.rules.results import compute_payments, outcomes


def pay_match(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Pay the franchises of a counted match."""
    _pay_outcomes(event, row, row.by_side(row.match.ranks or ()), at, played=row.was_played)


def pay_ruling(event: Event, pairing: Pairing, at: datetime, why: str) -> None:
    """Pay the difference that the current override of a pairing, or its removal, makes.

    Only for pairings of one match: in a series, each match keeps its own result.
    """
    played = list(pairing.series.filter(counted_at__isnull=False).select_related("match"))
    if event.season_id is None or (pairing.best_of > 1 and not event.is_reported) or len(played) != 1:
        return
    row, stage = played[0], pairing.round.stage
    override = pairing.overrides.filter(undone_at=None).order_by("-pk").first()
    ranks: Sequence[int] = row.by_side(row.match.ranks or ())
    is_played = row.was_played
    if override is not None:
        after = override.after
        forfeit = bool(after.get("forfeit", not is_played))
        ranks = make_ruling(
            stage.format, stage.settings, len(ranks), halves=standard_halves(after["halves"]), places=after["places"],
            forfeit=forfeit,
        ).ranks  # fmt: skip
        is_played = not forfeit
    _pay_outcomes(event, row, ranks, at, why, played=is_played)


def revoke_payments(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Revoke the payments of a match whose result was removed."""
    if event.season_id is not None:
        _pay_outcomes(event, row, (2, 2), at, played=False)
        FranchiseResult.objects.filter(match_id=row.match_id).delete()


def _pay_outcomes(event: Event, row: SeriesMatch, ranks: Sequence[int], at: datetime, why: str = "", *, played: bool) -> None:
    """Set the match's outcomes from ranks by side, and pay what follows. Idempotent.

    Needs the event locked; locks the season's settings. In an archived season the books are closed and nothing is paid.
    """
    if event.season_id is None:
        return
    sides = row.pairing.sides.filter(entrant__isnull=False).order_by("number")
    players = sides.values_list("entrant__player", flat=True)
    by_player = dict(zip(players, outcomes(ranks, played=played), strict=True))
    terms = lock_terms(event.season_id)
    if terms.phase == Phase.ARCHIVE:
        return
    known = {result.player_id: result for result in FranchiseResult.objects.filter(match_id=row.match_id)}
    teams = dict(Franchise.objects.filter(season=terms.pk, owner__in=by_player).values_list("owner", "pk"))
    for player, outcome in sorted(by_player.items()):
        if player in known:
            _correct_payment(terms, known[player], outcome, at, why)
        elif player in teams:
            _pay_franchise(terms, event, row.match_id, player, teams[player], outcome, at)
    publish_season(terms.pk)


def _pay_franchise(
    terms: SeasonSettings, event: Event, match_id: int, player: int, franchise: int, outcome: Outcome, at: datetime
) -> None:
    due = compute_payments(terms, outcome)
    FranchiseResult.objects.create(
        franchise_id=franchise, player_id=player, event=event, match_id=match_id, outcome=outcome,
        pays=sum(due.values()), counted_at=at,
    )  # fmt: skip
    for kind, amount in due.items():
        key = f"match.{match_id}.{kind}.{franchise}"
        transfer(terms, payer=None, payee=franchise, amount=amount, kind=kind, key=key, match_id=match_id, at=at)
    # outstanding debts are deducted from the payment just made
    taken = min(sum(due.values()), Franchise.objects.values_list("owed", flat=True).get(pk=franchise))
    owed: dict[str, Any] = {"kind": PaymentKind.CORRECTION, "key": f"match.{match_id}.owed.{franchise}"}
    if transfer(terms, payer=franchise, payee=None, amount=taken, match_id=match_id, why=_(WITHHELD_REASON), at=at, **owed):
        Franchise.objects.filter(pk=franchise).update(owed=F("owed") - taken)


def _correct_payment(terms: SeasonSettings, row: FranchiseResult, outcome: Outcome, at: datetime, why: str) -> None:
    """Pay the difference to earlier payments of the match. A franchise owes what it cannot pay back."""
    due = sum(compute_payments(terms, outcome).values())
    difference = due - row.pays
    if row.outcome == outcome and not difference:
        return
    row.outcome, row.pays, row.corrections = outcome, due, row.corrections + 1
    row.save(update_fields=["outcome", "pays", "corrections"])
    team = Franchise.objects.get(pk=row.franchise_id)
    key = f"match.{row.match_id}.correction.{row.corrections}.{team.pk}"
    base: dict[str, Any] = {"kind": PaymentKind.CORRECTION, "key": key, "match_id": row.match_id, "why": why, "at": at}
    if difference > 0:
        forgiven = min(difference, team.owed)
        transfer(terms, payer=None, payee=team.pk, amount=difference - forgiven, **base)
        owed = team.owed - forgiven
    else:
        repaid = min(-difference, team.balance)
        transfer(terms, payer=team.pk, payee=None, amount=repaid, **base)
        owed = team.owed - difference - repaid
    Franchise.objects.filter(pk=team.pk).update(owed=owed)
