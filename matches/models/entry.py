"""The log of a match, and its earlier states for delayed spectators."""

from django.db import models

SNAPSHOT_FIELDS = (
    "status", "last_entry", "last_hash", "state", "clock", "to_act", "turns", "asked", "ruling", "paused_at",
    "paused_until",
)  # fmt: skip
"""The fields of Match that Past keeps under the same names."""


def get_text_key(viewer: int | None) -> str:
    """Return the key of a viewer's line in `texts`: a seat number, or None for a spectator."""
    return "spectator" if viewer is None else str(viewer)


class Entry(models.Model):
    """One entry of the log of a match."""

    # No index of its own: unique constraints below begin with the match, and each index slows down moves.
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="entries", db_index=False)
    n = models.PositiveIntegerField()
    by = models.PositiveSmallIntegerField(null=True)
    """Seat number; null for the referee."""
    do = models.TextField()
    note = models.TextField(blank=True)
    sealed = models.CharField(max_length=64, blank=True)
    """Commitment to `do` if that stays secret until the end."""
    nonce = models.CharField(max_length=64, blank=True, default="")
    """The mover's seed for later draws."""
    texts = models.JSONField()
    """The line for each viewer by `get_text_key`: messages (`engines.i18n.to_stored`)."""
    at = models.DateTimeField()
    lag_ms = models.PositiveSmallIntegerField(default=0)
    """Lag compensation of the move."""
    judged_at = models.DateTimeField(null=True)
    """When the clocks that it started began to run; null: at `at`."""
    left = models.JSONField()
    """Per seat, turn time and time bank left at this entry, in ms."""
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.n}"


class SpectatorSnapshot(models.Model):
    """The state of a delayed match after each change: what a spectator's board needs, while it is shown."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="snapshots")
    written_at = models.DateTimeField()
    """When the match got this state; spectators see it `Match.delay_ms` later."""
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
