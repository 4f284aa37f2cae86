"""Stats of closed matches. All rows can be rebuilt from the matches: `manage.py stats recompute`."""

from django.conf import settings
from django.db import models
from django.db.models import Q

FIGURES = ("matches", "won", "drawn", "lost", "uses", "good", "bad")
"""Columns of a tally that are totals."""


class StatsProgress(models.Model):
    """A single row, locked while counting or recomputing."""

    seen = models.BigIntegerField(default=0)
    """Highest match id registered by the sweep."""

    def __str__(self) -> str:
        return f"stats up to {self.seen}"


class StatMatch(models.Model):
    """A match to count once it has closed, and its stats."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="stat")
    counted_at = models.DateTimeField(null=True)
    game = models.CharField(max_length=40, blank=True)
    event = models.BigIntegerField(default=0)
    """Id of its event, 0 for none."""
    turns = models.PositiveIntegerField(default=0)
    """Turns of the seat with the most; 0 for matches that were not begun or don't count."""

    class Meta:
        indexes = [
            models.Index(fields=["match"], name="stat_match_uncounted", condition=Q(counted_at__isnull=True)),
            models.Index(fields=["event", "turns"], name="stat_match_event", condition=Q(event__gt=0)),
        ]

    def __str__(self) -> str:
        return f"stats of {self.match_id}"


class StatSeat(models.Model):
    """A seat of a counted match."""

    match = models.ForeignKey(StatMatch, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, db_index=False)
    game = models.CharField(max_length=40)
    event = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    """End of the match."""
    result = models.SmallIntegerField()
    """1 won, 0 drawn, -1 lost."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="stat_seat_once"),
            models.CheckConstraint(name="stat_seat_result", condition=Q(result__in=[-1, 0, 1])),
        ]
        indexes = [
            models.Index(fields=["player", "game", "-at", "-match"], name="stat_seat_form"),
            models.Index(fields=["event"], name="stat_seat_event", condition=Q(event__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Tally(models.Model):
    """A line of a table for a game, an event (`event` set) or a player (`player` set).

    Lines of a player have the event in which they were made (0 for none); a player's total is the sum of these lines.
    """

    game = models.CharField(max_length=40)
    event = models.BigIntegerField(default=0)
    player = models.BigIntegerField(default=0)
    topic = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    seat = models.SmallIntegerField(default=-1)
    """-1 if not for a particular seat."""
    matches = models.BigIntegerField(default=0)
    won = models.BigIntegerField(default=0)
    drawn = models.BigIntegerField(default=0)
    lost = models.BigIntegerField(default=0)
    uses = models.BigIntegerField(default=0)
    good = models.BigIntegerField(default=0)
    bad = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "event", "game", "topic", "key", "seat"], name="tally_once")]
        indexes = [models.Index(fields=["event", "topic"], name="tally_event", condition=Q(event__gt=0, player=0))]

    def __str__(self) -> str:
        return f"{self.game} {self.topic} {self.key}"
