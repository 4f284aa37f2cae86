"""Set-ups that players have saved."""

from django.conf import settings
from django.db import models

from matches.actions.submission import MAX_LENGTH

MAX_NAME_LENGTH = 40


class SavedSetUp(models.Model):
    """A player's own set-up of a game, such as an army, a team or a squad. Only its owner can see it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="set_ups")
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    text = models.CharField(max_length=MAX_LENGTH)
    """The action in the game's notation."""
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game", "name"], name="set_up_name_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"
