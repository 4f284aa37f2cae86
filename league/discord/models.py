"""Discord users linked to accounts, and the codes that link them."""

from django.conf import settings
from django.db import models


class DiscordLink(models.Model):
    """A Discord user who acts for an account through slash commands."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="discord_link"
    )
    user_id = models.CharField(max_length=20, unique=True)
    """Discord's id of the user, which never changes."""
    name = models.CharField(max_length=40)
    """The user's name on Discord when they were linked."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} as {self.player_id}"


class DiscordCode(models.Model):
    """A code, valid once and for a short time, which links the Discord user who enters it to this account."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="discord_code"
    )
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the code, in hex."""
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.player_id}"
