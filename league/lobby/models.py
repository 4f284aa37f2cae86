"""Challenges: open matches that somebody offers to everyone, or to one player."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Challenge(models.Model):
    """Who offered a match, and to whom. Whether it is still open is the match's to say."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="challenge")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    rated = models.BooleanField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="challenge_to_another", condition=Q(invited__isnull=True) | ~Q(invited=F("challenger"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} offers {self.match_id}"
