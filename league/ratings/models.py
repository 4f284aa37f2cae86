"""Ratings, one per player and game, and every change of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Rating(models.Model):
    """What a player's rated matches of one game come to. RatingChange holds the steps."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    value = models.FloatField()
    peak = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_change = models.FloatField(default=0)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="rating_once"),
            models.CheckConstraint(
                name="rating_games_add_up", condition=Q(games=models.F("wins") + models.F("draws") + models.F("losses"))
            ),
        ]
        indexes = [models.Index(fields=["game", "-value"], name="rating_leaderboard")]

    def __str__(self) -> str:
        return f"{self.game} {self.value:.0f}"


class RatedMatch(models.Model):
    """A match that will change ratings once it has been counted."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="rated")
    game = models.CharField(max_length=40)
    counted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["match"], name="rated_match_uncounted", condition=Q(counted_at__isnull=True))]

    def __str__(self) -> str:
        return f"rated {self.match_id}"


class RatingChange(models.Model):
    """One step of a rating and the match that made it. Rows are only ever added."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes")
    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="rating_changes")
    game = models.CharField(max_length=40)
    before = models.FloatField()
    after = models.FloatField()
    at = models.DateTimeField()
    """When the match ended."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "match"], name="rating_change_once")]
        indexes = [models.Index(fields=["player", "game", "at"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.before:.0f} to {self.after:.0f}"
