"""Players who follow other players."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Follow(models.Model):
    """A player follows another one. Only the follower can see that."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers")
    since = models.DateTimeField()
    notifies = models.BooleanField(default=False, db_default=False)
    """Whether the follower is notified when the player starts a rated match."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "player"], name="follow_once"),
            models.CheckConstraint(name="follow_is_of_another", condition=~Q(by=F("player"))),
        ]
        indexes = [models.Index(fields=["player"], name="follow_notifies", condition=Q(notifies=True))]

    def __str__(self) -> str:
        return f"{self.by_id} follows {self.player_id}"
