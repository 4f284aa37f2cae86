"""Players' calls for a referee, and the log of revealed hidden information."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class RefereeCall(models.Model):
    """A player's call for the referee. The caller is public; the text is private while the match runs."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="calls")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=300)
    entry = models.PositiveIntegerField()
    """Newest log entry at that moment."""
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="call_one_open", condition=Q(answered_at__isnull=True)),
            models.CheckConstraint(
                name="call_answered_by_somebody",
                condition=Q(answered_at__isnull=True, answered_by__isnull=True, answer="")
                | (Q(answered_at__isnull=False, answered_by__isnull=False) & ~Q(answer="")),
            ),
        ]
        indexes = [models.Index(fields=["match"], name="call_open", condition=Q(answered_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.text[:20]}"


class HiddenViewLog(models.Model):
    """A referee's view of the hidden information of an unfinished match; players see it after the match."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="hidden_views")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300)
    entry = models.PositiveIntegerField()
    """Newest log entry at that moment."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id} at {self.entry}"
