"""When our processes last lived: since when nobody could have judged, or have reached us."""

from django.db import models
from django.db.models import Q

JUDGES, DOORS = 1, 2
"""The sweeps of the workers, and the web processes."""


class Heartbeat(models.Model):
    """A gap in either is an outage of ours. What is credited depends on its cause (`matches.actions.outages`)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=JUDGES)
    beat_at = models.DateTimeField()
    stopped = models.BooleanField(default=False)
    """Whether the last process of this kind that ended said so; the next beat of another takes it back."""

    class Meta:
        constraints = [models.CheckConstraint(name="heartbeat_is_of_one_kind", condition=Q(id__in=[1, 2]))]

    def __str__(self) -> str:
        return f"{self.beat_at:%H:%M:%S}"
