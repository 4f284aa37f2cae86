"""What a match was a while ago, for spectators who see it later than its players."""

from django.db import models


class Past(models.Model):
    """A match with a delay after each change: all that a spectator's board is made of, for as long as it is needed."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="pasts")
    written_at = models.DateTimeField()
    """When it came to this: spectators see it from `Match.delay_ms` later on."""
    status = models.CharField(max_length=10)
    last_entry = models.PositiveIntegerField()
    state = models.JSONField(null=True)
    clock = models.JSONField(null=True)
    to_act = models.JSONField(default=list)
    turns = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="past_newest")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.last_entry}"
