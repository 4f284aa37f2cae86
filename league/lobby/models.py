"""Challenges: open matches that somebody offers to everyone, or to players by name."""

from django.conf import settings
from django.db import models


class Challenge(models.Model):
    """Who offered a match. Whether it is still open, and for whom its seats are kept, is the match's to say."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="challenge")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    rated = models.BooleanField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.challenger_id} offers {self.match_id}"
