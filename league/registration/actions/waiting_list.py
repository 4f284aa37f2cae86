"""Free spots before the start: waiting players get offers in turn, with a deadline to accept.

The event's lock serialises all answers and deadlines.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.actions.notifications import notify_spot_offers
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, EventStatus
from league.registration.actions.no_shows import check_admission
from league.registration.queries import get_bans
from matches.errors import ActionError


def offer_free_spots(event: Event, at: datetime) -> int:
    """Offer the locked event's free spots to the waiting list, in order; return how many were added or asked.

    Players are added immediately if the event gives no time to answer (`answer_min` is 0), or, once registration has
    closed, if they have checked in. Players who missed a deadline come after those not asked yet; banned players are skipped.
    """
    free = count_free_spots(event)
    if free <= 0 or event.status not in BEFORE_START:
        return 0
    if not event.answer_min:
        return _enter_first(event, _list_waiting(event), free, at)
    entered = 0
    if event.status != EventStatus.REGISTRATION:
        entered = _enter_first(event, _list_waiting(event).filter(_build_present_filter()), free, at)
    return entered + _create_offers(event, free - entered, at)


def enter_checked_in_players(event: Event, at: datetime) -> None:
    """Give free spots at the start to waiting players who have checked in, without further offers."""
    present = _list_waiting(event) if not event.answer_min else _list_waiting(event).filter(_build_present_filter())
    _enter_first(event, present, count_free_spots(event), at)


@transaction.atomic
def accept_spot(*, event_id: int, player_id: int, at: datetime) -> None:
    """Accept an offered spot; during check-in this also checks in."""
    event = lock_event(event_id)
    entrant = _get_offered_entrant(event, player_id, at)
    check_admission(event, player_id, at)
    if count_free_spots(event) <= 0:
        raise ActionError("event-full", _("All spots have been taken in the meantime. You stay on the waiting list."))
    checked_in_at = at if event.status == EventStatus.CHECK_IN else entrant.checked_in_at
    entrant.update(status=EntrantStatus.ENTERED, offered_at=None, answer_by=None, checked_in_at=checked_in_at)
    announce(event_id)


@transaction.atomic
def decline_spot(*, event_id: int, player_id: int, at: datetime) -> None:
    """Decline an offered spot: leave the waiting list, and offer the spot to the next player."""
    event = lock_event(event_id)
    _get_offered_entrant(event, player_id, at).delete()
    offer_free_spots(event, at)
    announce(event_id)


@transaction.atomic
def renew_offers(*, event_id: int, at: datetime) -> bool:
    """Pass on expired offers and offer free spots; return False if there was nothing to do.

    Safe to call concurrently.
    """
    event = lock_event(event_id)
    if event.status not in BEFORE_START:
        return False
    expired = _list_waiting(event).filter(answer_by__lte=at).update(answer_by=None)
    if not offer_free_spots(event, at) + expired:
        return False
    announce(event_id)
    return True


def count_free_spots(event: Event) -> int:
    """Return the number of free spots, including offered ones."""
    return event.max_entrants - event.entrants.filter(status=EntrantStatus.ENTERED).count()


def _create_offers(event: Event, free: int, at: datetime) -> int:
    """Make as many new offers as there are free spots without a pending offer; return how many."""
    if event.starts_at is not None and event.starts_at <= at:
        return 0
    pending = _list_waiting(event).filter(answer_by__gt=at).count()
    chosen = _select(event, _list_waiting(event).filter(Q(answer_by=None) | Q(answer_by__lte=at)), free - pending, at)
    until = at + timedelta(minutes=event.answer_min)
    if event.starts_at is not None:
        until = min(until, event.starts_at)
    offered = Entrant.objects.filter(pk__in=chosen).update(offered_at=at, answer_by=until)
    notify_spot_offers(event, chosen, at)
    return offered


def _enter_first(event: Event, rows: QuerySet[Entrant], free: int, at: datetime) -> int:
    """Enter the first `free` of these; return how many."""
    chosen = _select(event, rows, free, at)
    return Entrant.objects.filter(pk__in=chosen).update(status=EntrantStatus.ENTERED, offered_at=None, answer_by=None)


def _select(event: Event, rows: QuerySet[Entrant], limit: int, at: datetime) -> list[int]:
    if limit <= 0:
        return []
    candidates = list(rows.order_by(F("offered_at").asc(nulls_first=True), "joined_at", "pk").values_list("pk", "player"))
    banned = get_bans(event, [player for _, player in candidates], at) if candidates else {}
    return [pk for pk, player in candidates if player not in banned][:limit]


def _list_waiting(event: Event) -> QuerySet[Entrant]:
    return event.entrants.filter(status=EntrantStatus.WAITING)


def _build_present_filter() -> Q:
    return ~Q(player__bot="") | Q(checked_in_at__isnull=False)


def _get_offered_entrant(event: Event, player_id: int, at: datetime) -> Entrant:
    entrant = event.entrants.filter(player=player_id, status=EntrantStatus.WAITING).first()
    if entrant is None or event.status not in BEFORE_START or entrant.offered_at is None:
        raise ActionError("not-asked", _("You haven't been offered a spot."))
    if entrant.answer_by is None or entrant.answer_by <= at:
        raise ActionError(
            "too-late", _("You didn't accept in time. The spot was offered to the next player on the waiting list.")
        )
    return entrant
