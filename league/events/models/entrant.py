"""Who takes part in an event, or would like to."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.events.models.event import Event


class EntrantStatus(models.TextChoices):
    ENTERED = "entered"
    APPLIED = "applied"
    """Waits for an organiser's approval."""
    WAITING = "waiting"
    """On the waiting list: every place is taken."""
    INVITED = "invited"
    WITHDRAWN = "withdrawn"
    """Has left after the start, or was put out."""


class Entrant(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=EntrantStatus, default=EntrantStatus.ENTERED)
    seed = models.PositiveSmallIntegerField(null=True)
    """Pairing number, 1 the highest; given when the event starts, or before by hand."""
    rating = models.FloatField(null=True)
    """At the start, for pairings, tie-breaks and reports."""
    club = models.CharField(max_length=40, blank=True)
    """Members of one club are kept apart where the event says so."""
    byes = models.JSONField(default=dict)
    """Requested byes: round number (as text) to the half points that it gives, 0, 1 or 2."""
    joined_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True)
    """Who waits may say so too, and then has the first place that gets free."""
    asked_at = models.DateTimeField(null=True)
    """When it was last asked whether it takes a place that has got free."""
    answer_by = models.DateTimeField(null=True)
    """Until when that place is kept for it."""
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entrant_seed_once"),
            models.CheckConstraint(name="entrant_status_known", condition=Q(status__in=EntrantStatus.values)),
            models.CheckConstraint(
                name="entrant_asked_waits",
                condition=Q(answer_by__isnull=True) | Q(status="waiting", asked_at__isnull=False),
            ),
            models.CheckConstraint(
                name="entrant_withdrawn_has_moment",
                condition=Q(status="withdrawn", withdrawn_at__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_at__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["answer_by"], name="entrant_answer_due", condition=Q(answer_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.player_id}"
