"""Who watches the match that they play, and since when that could be seen at all."""

from django.db import models
from django.db.models import Q


class Presence(models.Model):
    """When a seat's player last had the match open. Only seats that were seen once have a row."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="presences")
    seat = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True)
    """Since when the player counts as gone; the sweep says so, and only while streams could be held."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="presence_once")]
        indexes = [models.Index(fields=["seen_at"], name="presence_seen", condition=Q(gone_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Uptime(models.Model):
    """Since when a part of the service has been there without a gap: `streams` or `sweep`."""

    part = models.CharField(max_length=10, primary_key=True)
    since = models.DateTimeField()
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="uptime_part_known", condition=Q(part__in=["streams", "sweep"]))]

    def __str__(self) -> str:
        return f"{self.part} since {self.since:%H:%M:%S}"
