"""What an organiser notes about an entrant: its club, and the rounds in which it asked not to be paired."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say
from league.events.actions.event_lifecycle import announce, managed
from league.events.actions.event_log import note
from league.events.models import BEFORE_START, Entrant, Event, EventStatus
from league.events.rules.declaring import club_name
from matches.refusals import Refused

WORTH = (0, 1)
"""Half points that a bye may give who asks for it."""


@transaction.atomic
def set_club(*, event_id: int, entrant_id: int, club: str, by: int, at: datetime) -> None:
    event = managed(event_id, by)
    entrant = _entrant(event, entrant_id)
    club = club_name(club)
    if club == entrant.club:
        return
    name = entrant.player.username
    note(event, by, "entrant.club", {"player": name, "club": entrant.club}, {"player": name, "club": club}, at=at)
    entrant.club = club
    entrant.save(update_fields=["club"])
    announce(event_id)


@transaction.atomic
def set_bye(*, event_id: int, entrant_id: int, number: int, halves: int | None, by: int, at: datetime) -> None:
    """Let an entrant sit out a round that has not been paired, for so many half points; None: let it play after all."""
    event = managed(event_id, by)
    entrant = _entrant(event, entrant_id)
    stage = event.stages.order_by("number").filter(finished_at=None).first()
    if stage is None or not stage.traits.requested_byes:
        raise Refused("no-byes", say("Byes can be asked for in a Swiss only."))
    if not 1 <= number <= 99:
        raise Refused("out-of-range", say("Give the number of a round."), "number")
    if halves is not None and halves not in WORTH:
        raise Refused("out-of-range", say("A bye that is asked for gives half a point or none."), "halves")
    if event.rounds.filter(number__gte=number).exists():
        raise Refused(
            "already-paired", say("Round {number} has been paired. Drop its draft first.", number=number), "number"
        )
    name, was = entrant.player.username, dict(entrant.byes)
    if halves is None:
        entrant.byes.pop(str(number), None)
    else:
        entrant.byes[str(number)] = halves
    note(event, by, "entrant.byes", {"player": name, "byes": was}, {"player": name, "byes": entrant.byes}, at=at)
    entrant.save(update_fields=["byes"])
    announce(event_id)


def _entrant(event: Event, entrant_id: int) -> Entrant:
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("event-over", say("This event is over."))
    entrant = event.entrants.filter(pk=entrant_id).select_related("player").first()
    if entrant is None:
        raise Refused("not-joined", say("Nobody of this name is in the event."))
    return entrant
