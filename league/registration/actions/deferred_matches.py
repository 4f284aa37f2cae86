"""Matches of a season's event that wait until a franchise has Gamers enough for them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from engines.words import stored
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import Event, EventStatus, Pairing, PairingKind, SeriesMatch
from league.formats.series import Decision, Game, next_or_decided
from league.pairings.actions.brackets import open_known
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.queries.due import WAITS


@transaction.atomic
def open_waiting(*, event_id: int, at: datetime) -> bool:
    """Open what waited and can be played by now; whether that, or what is said about it, has changed."""
    event = locked(event_id)
    if event.status != EventStatus.RUNNING or event.paused_at or not _waits_for_gamers(event):
        return False
    before, waited = event.trouble, _waiting(event).count()
    event.trouble = ""
    open_known(event, at)
    _open(event, _waiting(event), at)
    event.save(update_fields=["trouble"])
    changed = event.trouble != before or _waiting(event).count() != waited
    if changed:
        announce(event_id)
    return changed


def _waits_for_gamers(event: Event) -> bool:
    return isinstance(event.trouble, dict) and event.trouble.get("join", ())[:1] == [stored(WAITS)]


def _waiting(event: Event) -> QuerySet[Pairing]:
    """Pairings of rounds that have begun between two who are known, without a match that is open or being played."""
    going = SeriesMatch.objects.filter(pairing__round__event=event, counted_at=None).values("pairing")
    rows = Pairing.objects.filter(
        round__event=event, round__started_at__isnull=False, kind=PairingKind.GAME, counted_at=None, needed=True
    ).exclude(pk__in=going)
    known = rows.annotate(known=Count("sides", filter=Q(sides__entrant__isnull=False))).filter(known=2)
    return known.select_related("round__stage").prefetch_related("series").order_by("pk")


def _open(event: Event, pairings: Iterable[Pairing], at: datetime) -> None:
    """First matches outside of brackets, and the next ones of series anywhere."""
    rows = [one for one in pairings if not one.round.stage.traits.is_bracket or one.series.exists()]
    seated = entrants_by_side(rows)
    due = []
    for one in rows:
        games = [Game(tuple(row.halves or ()), row.first) for row in one.series.order_by("number")]
        seeds = [entrant.seed or 0 for entrant in seated[one.pk]]
        first = _next(one, games, seeds) if games else 0
        if not isinstance(first, Decision):
            due.append(Due(one, seated[one.pk], len(games) + 1, first))
    rounds = {one.round_id: one.round for one in rows}
    open_due(event, due, rounds, at)


def _next(pairing: Pairing, games: list[Game], seeds: list[int]) -> Decision | int:
    stage = pairing.round.stage
    return next_or_decided(stage.format, stage.settings, games, pairing.best_of, seeds)
