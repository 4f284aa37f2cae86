"""What the matches of a season's event pay, as they are counted and ruled anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from engines.words import told
from league.events.models import Event, Pairing, SeriesMatch
from league.events.rulings import points_by_result, ruled
from league.seasons.actions.changes import season_changed
from league.seasons.actions.locking import locked_terms
from league.seasons.actions.payments import pay
from league.seasons.models import Franchise, FranchiseResult, Outcome, PaymentKind, Phase, SeasonTerms
from league.seasons.models.payment import OWED
from league.seasons.rules.results import outcomes, pays


def pay_match(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Pay the franchises of a match that has been counted."""
    if event.season_id is not None:
        _settle(event, row, row.by_side(row.match.ranks or ()), at, "", played=row.was_played)


def pay_ruling(event: Event, pairing: Pairing, at: datetime, why: str) -> None:
    """Pay the difference that the standing ruling on a pairing makes, or that it makes no more.

    Only where the pairing was one match: in a series each match stands as it was played.
    """
    if event.season_id is None or pairing.best_of > 1:
        return
    played = list(pairing.series.filter(counted_at__isnull=False).select_related("match"))
    if len(played) != 1:
        return
    row, stage = played[0], pairing.round.stage
    standing = pairing.overturns.filter(undone_at=None).order_by("-pk").first()
    ranks, is_played = row.by_side(row.match.ranks or ()), row.was_played
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
    """Take back what a match has paid: its result was removed."""
    if event.season_id is not None:
        _settle(event, row, (2, 2), at, "", played=False)
        forget(row.match_id)


def _settle(event: Event, row: SeriesMatch, ranks: Sequence[int], at: datetime, why: str, *, played: bool) -> None:
    sides = row.pairing.sides.filter(entrant__isnull=False).order_by("number")
    players = sides.values_list("entrant__player", flat=True)
    made = outcomes(ranks, played=played)
    settle(event, row.match_id, dict(zip(players, made, strict=True)), at=at, why=why)


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
