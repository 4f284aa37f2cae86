"""What a match was a while ago, for spectators who see it later than its players."""

from django.db import models

THEN = (
    "status", "last_entry", "last_hash", "state", "clock", "to_act", "turns", "asked", "ruling", "paused_at",
    "paused_until",
)  # fmt: skip
"""What is kept of a match, under the names that it has there."""


class Past(models.Model):
    """A match with a delay after each change: all that a spectator's board is made of, for as long as it is needed."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="pasts")
    written_at = models.DateTimeField()
    """When it came to this: spectators see it from `Match.delay_ms` later on."""
    status = models.CharField(max_length=10)
    last_entry = models.PositiveIntegerField()
    last_hash = models.CharField(max_length=64, blank=True, default="")
    state = models.JSONField(null=True)
    clock = models.JSONField(null=True)
    to_act = models.JSONField(default=list)
    turns = models.JSONField(default=list)
    asked = models.JSONField(null=True)
    ruling = models.JSONField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="past_newest")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.last_entry}"
