"""What the sweep has to do for events."""

from datetime import datetime

from league.events.models import Event, EventStatus, Pairing
from matches.models import Status


def uncounted(limit: int = 50) -> list[int]:
    """Closed matches of events that no one has counted, oldest end first."""
    rows = Pairing.objects.filter(counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match__closed_at").values_list("match", flat=True)[:limit])


def due_rounds(at: datetime, limit: int = 50) -> list[int]:
    """Events whose next round is to start by `at`."""
    rows = Event.objects.filter(next_round_at__lte=at).order_by("next_round_at")
    return list(rows.values_list("pk", flat=True)[:limit])


def stalled(limit: int = 50) -> list[int]:
    """Running events with a round whose pairings have all been counted, but which has not been finished."""
    open_rounds = Event.objects.filter(
        status=EventStatus.RUNNING, rounds__started_at__isnull=False, rounds__finished_at__isnull=True
    )
    waiting = Pairing.objects.filter(
        counted_at=None, round__started_at__isnull=False, round__finished_at__isnull=True
    ).values("round__event")
    return list(open_rounds.exclude(pk__in=waiting).distinct().values_list("pk", flat=True)[:limit])
