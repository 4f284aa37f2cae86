"""Active sessions of players."""

import uuid

from django.conf import settings
from django.db import models


class UserSession(models.Model):
    """What a session's owner sees of it. It is deleted with the session, which decides who is signed in."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    """The public id."""
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="user_session")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="user_sessions")
    browser = models.CharField(max_length=60)
    """The browser as text; the user agent is not stored."""
    address = models.CharField(max_length=45, blank=True)
    """The shortened address (`sessions.shorten_address`): recognisable, but too coarse to locate a person."""
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    """The last use, to about five minutes."""

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.browser} of {self.player_id}"
