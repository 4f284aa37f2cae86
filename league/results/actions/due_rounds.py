"""Rounds and ticks whose time has come: what the sweep does for running events."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say, stored
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import Event, Round, Stage
from league.formats.registry import keys_with
from league.pairings.actions.progression import go_on
from league.pairings.actions.round_publication import publish
from league.pairings.actions.rounds import draft_round
from league.results.actions.continuous_tick import pulse
from matches.refusals import Refused


def start_due_round(*, event_id: int, at: datetime) -> bool:
    """Draft (if need be) and publish the round that the event waits for, if its time has come; whether it did."""
    if not _is_due(event_id, at):
        return False
    if Stage.objects.filter(event=event_id, format__in=keys_with("continuous")).exists():
        return pulse(event_id=event_id, at=at)
    drafted = Round.objects.filter(event=event_id, started_at=None, stage__finished_at=None).exists()
    try:
        if not drafted and draft_round(event_id=event_id, at=at) is None:
            return False
    except Refused as refusal:
        if refusal.code != "cannot-pair":
            raise
        _leave_to_organiser(event_id, refusal.text)
        return False
    return _publish_due(event_id, at)


@transaction.atomic
def _leave_to_organiser(event_id: int, why: str) -> None:
    event = locked(event_id)
    number = event.rounds.count() + 1
    trouble = say("Round {number} cannot be paired: {why}", number=number, why=why)
    event.next_round_at, event.trouble = None, stored(trouble)
    event.save(update_fields=["next_round_at", "trouble"])
    announce(event_id)


@transaction.atomic
def _publish_due(event_id: int, at: datetime) -> bool:
    event = locked(event_id)
    following = event.rounds.filter(started_at=None).order_by("number").first()
    if event.next_round_at is None or event.next_round_at > at or following is None:
        return False
    publish(event, following, at)
    go_on(event, at)
    return True


def _is_due(event_id: int, at: datetime) -> bool:
    return Event.objects.filter(pk=event_id, next_round_at__lte=at, paused_at=None).exists()
