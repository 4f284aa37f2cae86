"""Who had a place and did not appear."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.events.models.event import Event
from league.events.models.round import Pairing


class NoShow(models.Model):
    """One no-show, where a policy counts them. Warnings and bans follow from those that have not been lifted."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="no_shows")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="no_shows")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, null=True, related_name="no_shows")
    """Where it was missed; null: at the check-in."""
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    lifted_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "pairing"], name="no_show_once_a_pairing"),
            models.UniqueConstraint(
                fields=["player", "event"], name="no_show_once_at_check_in", condition=Q(pairing__isnull=True)
            ),
            models.CheckConstraint(
                name="no_show_lifted_by_somebody",
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True)
                | Q(lifted_at__isnull=False, lifted_by__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="no_show_counts", condition=Q(lifted_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.player_id} in event {self.event_id}"
