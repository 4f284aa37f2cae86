"""What organisers did: one line for every act."""

from django.conf import settings
from django.db import models

from league.events.models.event import Event


class EventNote(models.Model):
    """Who did what to an event, what was before and after, and why. Rows are added and never changed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=40)
    """`event.started`, `round.published`, ..."""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    """Only what changed."""
    why = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} of event {self.event_id}"
