"""A place at a match."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Seat(models.Model):
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    pace_ms = models.PositiveIntegerField(default=0)
    """How long a bot waits before it moves, so that people can follow."""
    nonce = models.CharField(max_length=64, blank=True)
    by_link = models.BooleanField(default=False)
    """Kept for whoever has an invitation link."""
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
            models.CheckConstraint(
                name="seat_ready_is_taken", condition=Q(ready_at__isnull=True) | Q(player__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"
