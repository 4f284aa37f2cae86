"""When a sweep last lived: the only row says since when nobody could have judged."""

from django.db import models
from django.db.models import Q


class Heartbeat(models.Model):
    """Without a living sweep no clock is charged: the gap is an outage of ours, credited to every running clock."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="heartbeat_is_one_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return f"{self.beat_at:%H:%M:%S}"
