"""People with an account, guests, and the bots that play like them."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Upper


class Players(UserManager["Player"]):
    """Finds accounts whatever the case their name is typed in."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> Player:
        return self.get(username__iexact=username)


class Player(AbstractUser):
    """A person or a bot. A guest is a player without a password whose browser holds the only key."""

    display_name = models.CharField(max_length=40, blank=True)
    about = models.CharField(max_length=500, blank=True)
    pending_email = models.EmailField(blank=True)
    """An address that was given and not confirmed yet. `email` holds only one that was: its owner opened the letter."""
    is_guest = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True)
    """Which bot plays for this account; blank for people."""
    is_bot_account = models.BooleanField(default=False, db_default=False)
    """Whether a program of its owner's plays with it: chosen before its first match, and rated apart."""
    deleted_at = models.DateTimeField(null=True)
    """When its owner deleted it. The row stays, under another name, for the matches that others played with it."""
    exported_at = models.DateTimeField(null=True)
    """When its owner last downloaded what is kept of them."""
    calendar_salt = models.CharField(max_length=32, blank=True)
    """From which the secret address of its calendar follows; blank: it has none."""

    language = models.CharField(max_length=10, blank=True)
    """In which letters and pushes are written; blank: English."""

    objects: ClassVar[Players] = Players()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="player_username_once"),
            models.UniqueConstraint(Lower("email"), name="player_email_once", condition=~Q(email="")),
            models.CheckConstraint(
                name="player_deleted_is_closed", condition=Q(deleted_at__isnull=True) | Q(is_active=False, email="")
            ),
        ]
        indexes = [
            models.Index(fields=["deleted_at"], name="player_deleted", condition=Q(deleted_at__isnull=False)),
            models.Index(Upper("username"), name="player_username"),  # as `iexact` asks for it
        ]

    def __str__(self) -> str:
        return self.display_name or self.username
