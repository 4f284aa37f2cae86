"""Presence of players, uptime and heartbeats of our processes, and outages."""

from django.db import models
from django.db.models import F, Q

from matches.liveness import Cause

WORKERS, WEB_PROCESSES = 1, 2
"""Heartbeat ids: workers and web processes."""


class Presence(models.Model):
    """When a seat's player last had the match open. Seats that were never seen have no row."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="presences")
    seat = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True)
    """Since when the player is disconnected. Set by the sweep, and only while streams are up."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="presence_once")]
        indexes = [models.Index(fields=["seen_at"], name="presence_seen", condition=Q(gone_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Uptime(models.Model):
    """Since when a part of the service (`streams` or `sweep`) has been up without a gap."""

    part = models.CharField(max_length=10, primary_key=True)
    since = models.DateTimeField()
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="uptime_part_known", condition=Q(part__in=["streams", "sweep"]))]

    def __str__(self) -> str:
        return f"{self.part} since {self.since:%H:%M:%S}"


class Heartbeat(models.Model):
    """The last heartbeat of the workers or the web processes. A gap is an outage (`matches.actions.outages`)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=WORKERS)
    beat_at = models.DateTimeField()
    stopped = models.BooleanField(default=False)
    """Whether the last process of this kind has stopped in order; reset by the next heartbeat."""

    class Meta:
        constraints = [models.CheckConstraint(name="heartbeat_is_of_one_kind", condition=Q(id__in=[1, 2]))]

    def __str__(self) -> str:
        return f"{self.beat_at:%H:%M:%S}"


class Outage(models.Model):
    """Time in which web processes were unreachable or workers did not adjudicate, and what was credited for it."""

    part = models.PositiveSmallIntegerField()
    """WEB_PROCESSES or WORKERS."""
    cause = models.CharField(max_length=12, choices=[(one.value, one.value) for one in Cause])
    began = models.DateTimeField()
    ended = models.DateTimeField()
    matches = models.PositiveIntegerField(default=0)
    """How many matches were credited with it."""
    cut = models.PositiveIntegerField(default=0)
    """How many matches were credited less because of the limit for overloads."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="outage_has_a_cause", condition=Q(cause__in=[one.value for one in Cause])),
            models.CheckConstraint(name="outage_ends_after_it_began", condition=Q(ended__gt=F("began"))),
        ]
        indexes = [models.Index(fields=["ended"], name="outage_ended")]

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M:%S} {self.cause}"
