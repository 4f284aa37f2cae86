"""Joining and leaving an event that is open for registration."""

from datetime import datetime

from django.db import transaction

from engines.bots import policies
from league.events.actions.organising import announce, locked, managed
from league.events.models import Entrant, Event, EventStatus
from league.people.actions.bots import free_bot
from league.people.models import Player
from matches.refusals import Refused


@transaction.atomic
def join(*, event_id: int, player_id: int, at: datetime) -> None:
    """Enter a player. The event's lock makes the last place one player's."""
    event = locked(event_id)
    if not Player.objects.filter(pk=player_id, is_guest=False).exists():
        raise Refused("account-needed", "Guests cannot join events. Sign up first; your matches stay with you.")
    if event.entrants.filter(player=player_id).exists():
        raise Refused("already-joined", "You have joined this event already.")
    _enter(event, player_id, at)


@transaction.atomic
def leave(*, event_id: int, player_id: int, at: datetime) -> None:
    """Take an entry back, which is possible until the event starts."""
    event = locked(event_id)
    if event.status != EventStatus.REGISTRATION:
        raise Refused("not-open", "You can leave only before the event starts. Resign a match to give it up.")
    if not event.entrants.filter(player=player_id).delete()[0]:
        raise Refused("not-joined", "You have not joined this event.")
    announce(event_id)


@transaction.atomic
def add_bot(*, event_id: int, by: int, kind: str, at: datetime) -> int:
    """Enter a bot of a kind that is not in the event yet; return its player id."""
    event = managed(event_id, by)
    if kind not in policies(event.game):
        raise Refused("unknown-bot", "There is no such bot for this game.", "kind")
    bot = free_bot(kind=kind, taken=list(event.entrants.values_list("player", flat=True)), at=at)
    _enter(event, bot, at)
    return bot


def _enter(event: Event, player_id: int, at: datetime) -> None:
    if event.status != EventStatus.REGISTRATION:
        raise Refused("not-open", "This event is not open for registration.")
    if event.entrants.count() >= event.max_entrants:
        raise Refused("event-full", "Every place of this event is taken.")
    Entrant.objects.create(event=event, player_id=player_id, joined_at=at)
    announce(event.pk)
