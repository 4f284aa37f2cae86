"""A line of a match's log. Entries are only ever added."""

from django.db import models


class Entry(models.Model):
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="entries")
    n = models.PositiveIntegerField()
    by = models.PositiveSmallIntegerField(null=True)
    """Seat number; null for the referee."""
    do = models.TextField()
    note = models.TextField(blank=True)
    sealed = models.CharField(max_length=64, blank=True)
    """Commitment to `do` where it stays secret until the end."""
    texts = models.JSONField()
    """The line as each viewer may read it, by seat number or `spectator`."""
    at = models.DateTimeField()
    left = models.JSONField()
    """Per seat, milliseconds of turn time and of reserve when this entry was made."""
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.n}"
