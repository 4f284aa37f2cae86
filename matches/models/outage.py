"""Outages of the site, for referees and operators."""

from django.db import models
from django.db.models import F, Q

from matches.liveness import Cause


class Outage(models.Model):
    """Time in which the web processes could not be reached, or the workers did not judge, and what was credited."""

    part = models.PositiveSmallIntegerField()
    """DOORS or JUDGES (`matches.models.heartbeat`)."""
    cause = models.CharField(max_length=12, choices=[(one.value, one.value) for one in Cause])
    began = models.DateTimeField()
    ended = models.DateTimeField()
    matches = models.PositiveIntegerField(default=0)
    """How many matches were credited with it."""
    cut = models.PositiveIntegerField(default=0)
    """How many were credited with less, because they had reached the limit of overloads."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="outage_has_a_cause", condition=Q(cause__in=[one.value for one in Cause])),
            models.CheckConstraint(name="outage_ends_after_it_began", condition=Q(ended__gt=F("began"))),
        ]
        indexes = [models.Index(fields=["ended"], name="outage_ended")]

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M:%S} {self.cause}"
