"""A line of a match's log. Entries are only ever added."""

from django.db import models


def reader(viewer: int | None) -> str:
    """The key of a viewer's line in `texts`: a seat number, or None for a spectator."""
    return "spectator" if viewer is None else str(viewer)


class Entry(models.Model):
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="entries")
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
