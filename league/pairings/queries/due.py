"""Work of the sweep on events."""

from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from engines.i18n import to_stored, translate as _
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, EventStatus, Pairing, SeriesMatch
from league.formats.registry import keys_with
from matches.models import Status
from matches.queries.spectator_delay import public_end_q

WAITING_FOR_GAMERS = _("A match is waiting for Gamers.")
"""Start of an event's problem text if a franchise has too few Gamers for a match."""
HELD_FOR_REVIEW = to_stored(_("Under review. A server error stopped this event. Resume it to try again."))
"""The problem text of an event stopped by an internal error."""


def list_uncounted(at: datetime, limit: int = 50) -> list[int]:
    """Return closed matches of events that are not counted yet and public, oldest end first."""
    rows = SeriesMatch.objects.filter(public_end_q(at, "match__"), counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match__closed_at").values_list("match", flat=True)[:limit])


def list_starts(at: datetime, limit: int = 50) -> list[int]:
    """Return events due to start by `at`."""
    waiting = [EventStatus.REGISTRATION, EventStatus.CHECK_IN, EventStatus.SEEDING]
    rows = Event.objects.filter(starts_at__lte=at, status__in=waiting).order_by("starts_at")
    return list(rows.values_list("pk", flat=True)[:limit])


def list_check_ins(at: datetime, limit: int = 50) -> list[int]:
    """Return events in registration whose check-in opens by `at`."""
    rows = Event.objects.filter(status=EventStatus.REGISTRATION, check_in_min__gt=0, starts_at__isnull=False)
    starts = rows.order_by("starts_at").values_list("pk", "starts_at", "check_in_min")[:500]
    return [pk for pk, start, minutes in starts if start and (start - at).total_seconds() <= minutes * 60][:limit]


def list_spot_offers(at: datetime, limit: int = 50) -> list[int]:
    """Return events before their start with an expired spot offer, or a free place that isn't offered."""
    inside = Count("entrants", filter=Q(entrants__status=EntrantStatus.ENTERED))
    asked = Count("entrants", filter=Q(entrants__answer_by__gt=at))
    over = Count("entrants", filter=Q(entrants__answer_by__lte=at))
    waiting_events = Entrant.objects.filter(status=EntrantStatus.WAITING).values("event")
    rows = Event.objects.filter(status__in=BEFORE_START[1:], pk__in=waiting_events).annotate(
        inside=inside, asked=asked, over=over
    )
    due = rows.filter(Q(over__gt=0) | Q(max_entrants__gt=F("inside") + F("asked")))
    return list(due.order_by("pk").values_list("pk", flat=True)[:limit])


def list_rounds(at: datetime, limit: int = 50) -> list[int]:
    """Return events whose next round is due by `at`."""
    rows = Event.objects.filter(next_round_at__lte=at, paused_at=None).order_by("next_round_at")
    return list(rows.values_list("pk", flat=True)[:limit])


def playable_pairings() -> QuerySet[Pairing]:
    """Return bracket pairings with two known sides and no match."""
    known = Count("sides", filter=Q(sides__entrant__isnull=False))
    rows = Pairing.objects.filter(round__stage__format__in=keys_with("is_bracket"), counted_at=None, needed=True, series=None)
    rows = rows.filter(team_match=None)
    return rows.annotate(known=known).filter(known=2)


def list_brackets(at: datetime, limit: int = 50) -> list[int]:
    """Return running events with a playable bracket pairing whose planned time has come."""
    rows = playable_pairings().filter(
        round__event__status=EventStatus.RUNNING, round__event__paused_at=None, round__starts_at__lte=at, time_agreement=None
    )
    return sorted(set(rows.values_list("round__event", flat=True)[:limit]))


def list_repeats(limit: int = 50) -> list[int]:
    """Return recurring events that have started and whose successor has not been opened."""
    rows = Event.objects.filter(
        repeat_days__gt=0, repeated=None, status__in=[EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED]
    )
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


def list_stalled(limit: int = 50) -> list[int]:
    """Return running events with an unfinished round whose pairings have all been counted."""
    open_rounds = Event.objects.filter(
        status=EventStatus.RUNNING, rounds__started_at__isnull=False, rounds__finished_at__isnull=True
    )
    waiting = Pairing.objects.filter(
        counted_at=None, needed=True, round__started_at__isnull=False, round__finished_at__isnull=True
    ).values("round__event")
    is_held = Q(problem=HELD_FOR_REVIEW, paused_at__isnull=False)
    return list(open_rounds.exclude(is_held).exclude(pk__in=waiting).distinct().values_list("pk", flat=True)[:limit])


def list_waiting(limit: int = 50) -> list[int]:
    """Return running events with a match for which a franchise had too few Gamers."""
    rows = Event.objects.filter(status=EventStatus.RUNNING, paused_at=None, problem__join__0=to_stored(WAITING_FOR_GAMERS))
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
