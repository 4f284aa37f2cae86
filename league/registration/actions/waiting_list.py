"""Free spots before the start: waiting players get offers in turn, with a deadline to accept.

The event's lock serialises all answers and deadlines.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from engines.words import say
from league.events.actions.event_lifecycle import announce, locked
from league.events.actions.notifications import tell_places
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, EventStatus
from league.registration.actions.no_shows import check_ban
from league.registration.queries import bans_in
from matches.refusals import Refused


def refill(event: Event, at: datetime) -> int:
    """Offer the locked event's free spots to the waiting list, in order; return how many were added or asked.

    If the event has no offers, or a player has checked in after registration closed, the player is added immediately.
    Players who missed a deadline come after those not asked yet; banned players are skipped.
    """
    free = free_places(event)
    if free <= 0 or event.status not in BEFORE_START:
        return 0
    if not event.answer_min:
        return _seat(event, _waiting(event), free, at)
    seated = 0
    if event.status != EventStatus.REGISTRATION:
        seated = _seat(event, _waiting(event).filter(_there()), free, at)
    return seated + _ask(event, free - seated, at)


def seat_who_is_there(event: Event, at: datetime) -> None:
    """Give free spots at the start to waiting players who have checked in, without further offers."""
    present = _waiting(event) if not event.answer_min else _waiting(event).filter(_there())
    _seat(event, present, free_places(event), at)


@transaction.atomic
def accept(*, event_id: int, player_id: int, at: datetime) -> None:
    """Accept an offered spot; during check-in this also checks in."""
    event = locked(event_id)
    own = _asked(event, player_id, at)
    check_ban(event, player_id, at)
    if free_places(event) <= 0:
        raise Refused("event-full", say("All spots have been taken in the meantime. You stay on the waiting list."))
    there = at if event.status == EventStatus.CHECK_IN else own.checked_in_at
    own.update(status=EntrantStatus.ENTERED, asked_at=None, answer_by=None, checked_in_at=there)
    announce(event_id)


@transaction.atomic
def decline(*, event_id: int, player_id: int, at: datetime) -> None:
    """Decline an offered spot: leave the waiting list, and offer the spot to the next player."""
    event = locked(event_id)
    _asked(event, player_id, at).delete()
    refill(event, at)
    announce(event_id)


@transaction.atomic
def ask_next(*, event_id: int, at: datetime) -> bool:
    """Pass on expired offers and offer free spots; return False if there was nothing to do.

    Safe to call concurrently.
    """
    event = locked(event_id)
    if event.status not in BEFORE_START:
        return False
    over = _waiting(event).filter(answer_by__lte=at).update(answer_by=None)
    if not refill(event, at) + over:
        return False
    announce(event_id)
    return True


def free_places(event: Event) -> int:
    """Return the number of free spots, including offered ones."""
    return event.max_entrants - event.entrants.filter(status=EntrantStatus.ENTERED).count()


def _ask(event: Event, free: int, at: datetime) -> int:
    """Make as many new offers as there are free spots without a pending offer; return how many."""
    if event.starts_at is not None and event.starts_at <= at:
        return 0
    asked = _waiting(event).filter(answer_by__gt=at).count()
    chosen = _allowed(event, _waiting(event).filter(Q(answer_by=None) | Q(answer_by__lte=at)), free - asked, at)
    until = at + timedelta(minutes=event.answer_min)
    if event.starts_at is not None:
        until = min(until, event.starts_at)
    asked_now = Entrant.objects.filter(pk__in=chosen).update(asked_at=at, answer_by=until)
    tell_places(event, chosen, at)
    return asked_now


def _seat(event: Event, rows: QuerySet[Entrant], free: int, at: datetime) -> int:
    """Enter the first `free` of these; return how many."""
    chosen = _allowed(event, rows, free, at)
    return Entrant.objects.filter(pk__in=chosen).update(status=EntrantStatus.ENTERED, asked_at=None, answer_by=None)


def _allowed(event: Event, rows: QuerySet[Entrant], most: int, at: datetime) -> list[int]:
    if most <= 0:
        return []
    found = list(rows.order_by(F("asked_at").asc(nulls_first=True), "joined_at", "pk").values_list("pk", "player"))
    banned = bans_in(event, [player for _, player in found], at) if found else {}
    return [pk for pk, player in found if player not in banned][:most]


def _waiting(event: Event) -> QuerySet[Entrant]:
    return event.entrants.filter(status=EntrantStatus.WAITING)


def _there() -> Q:
    return ~Q(player__bot="") | Q(checked_in_at__isnull=False)


def _asked(event: Event, player_id: int, at: datetime) -> Entrant:
    own = event.entrants.filter(player=player_id, status=EntrantStatus.WAITING).first()
    if own is None or event.status not in BEFORE_START or own.asked_at is None:
        raise Refused("not-asked", say("You haven't been offered a spot."))
    if own.answer_by is None or own.answer_by <= at:
        raise Refused(
            "too-late", say("You didn't accept in time. The spot was offered to the next player on the waiting list.")
        )
    return own
