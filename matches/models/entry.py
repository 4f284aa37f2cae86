"""The log of a match, and what the match was a while ago."""

from django.db import models

THEN = (
    "status", "last_entry", "last_hash", "state", "clock", "to_act", "turns", "asked", "ruling", "paused_at",
    "paused_until",
)  # fmt: skip
"""What is kept of a match, under the names that it has there."""


def reader(viewer: int | None) -> str:
    """The key of a viewer's line in `texts`: a seat number, or None for a spectator."""
    return "spectator" if viewer is None else str(viewer)


class Entry(models.Model):
    # Unique constraints below begin with the match: an index of its own would only cost each move something.
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="entries", db_index=False)
    n = models.PositiveIntegerField()
    by = models.PositiveSmallIntegerField(null=True)
    """Seat number; null for the referee."""
    do = models.TextField()
    note = models.TextField(blank=True)
    sealed = models.CharField(max_length=64, blank=True)
    """Commitment to `do` where it stays secret until the end."""
    nonce = models.CharField(max_length=64, blank=True, default="")
    """The mover's own share of later draws."""
    texts = models.JSONField()
    """The line as each viewer may read it, by `reader`: messages (`engines.words.stored`)."""
    at = models.DateTimeField()
    lag_ms = models.PositiveSmallIntegerField(default=0)
    """What of its line's round trip the move was given back."""
    judged_at = models.DateTimeField(null=True)
    """When the clocks started that started by it; null: at `at`."""
    left = models.JSONField()
    """Per seat, milliseconds of turn time and of reserve when this entry was made."""
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.n}"


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
