"""The browsers in which somebody is signed in."""

import uuid

from django.conf import settings
from django.db import models


class SignIn(models.Model):
    """What its owner is told of a session. The session itself decides who is signed in; with it this row goes."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    """Its public name."""
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="sign_in")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    browser = models.CharField(max_length=60)
    """In words: what the browser says of itself is not kept."""
    address = models.CharField(max_length=45, blank=True)
    """Shortened (`sessions.shortened`): enough to know a place again, too little to find a person."""
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    """To about five minutes."""

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.browser} of {self.player_id}"
