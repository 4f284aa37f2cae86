"""When players can play, and how the players of a pairing agree on its time."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.events.models import Pairing
from league.events.models.event import UpdatableModel
from league.match_times.rules.negotiation import TimeStatus


class Availability(UpdatableModel):
    """When a player can play, in their own time zone (`NotificationPreferences.zone`). Without a row it is unknown."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="availability"
    )
    weekly = models.JSONField(default=list)
    """For each weekday from Monday, its ranges in minutes of the day: [[[1080, 1320]], [], …]."""
    exceptions = models.JSONField(default=list)
    """Days that differ: [{"first": "2026-12-24", "last": "2026-12-26", "hours": [[600, 720]]}, …]; no hours: not available."""

    def __str__(self) -> str:
        return f"availability of {self.player_id}"


class TimeAgreement(UpdatableModel):
    """The agreement of two players on the time of their pairing, which is `Pairing.starts_at` once it is known."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="time_agreement")
    entrants = models.JSONField()
    """Entrants by side when it began; with other sides it begins again."""
    status = models.CharField(max_length=10, choices=TimeStatus, default=TimeStatus.WAITING)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    """End of the play window."""
    default_at = models.DateTimeField()
    """The organiser's default slot within the window."""
    proposer = models.PositiveSmallIntegerField(null=True)
    """The side whose proposal is open."""
    slots = models.JSONField(default=list)
    """The proposed times, in ISO 8601."""
    since = models.DateTimeField()
    """When the last step was taken; deadlines count from then."""
    reminded = models.BooleanField(default=False)
    """Whether silent players have been reminded to answer, or, once a time is known, both of their match."""
    revision = models.PositiveIntegerField(default=0)
    """Raised by each step, so that nobody accepts what they have not seen."""
    nudged_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    """When the sweep has to remind or to apply the event's policy."""
    opens_at = models.DateTimeField(null=True)
    """When the sweep has to open the match; null if there is no time yet or it was opened."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="agreement_status_known", condition=Q(status__in=TimeStatus.values)),
            models.CheckConstraint(name="agreement_window", condition=Q(closes_at__gt=models.F("opened_at"))),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="agreement_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["opens_at"], name="agreement_opens", condition=Q(opens_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"time of pairing {self.pairing_id}"
