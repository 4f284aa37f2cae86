"""Accounts, guests and bots."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Upper


class PlayerManager(UserManager["Player"]):
    """Manager that finds accounts by username in any case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> Player:
        return self.get(username__iexact=username)


class Player(AbstractUser):
    """A person or a bot. A guest is a player without a password, known only to its browser session.

    A placeholder is a guest whom an organiser entered by name: it has no session until a person claims its place.
    """

    display_name = models.CharField(max_length=40, blank=True)
    about = models.CharField(max_length=500, blank=True)
    pending_email = models.EmailField(blank=True)
    """An unconfirmed address. `email` holds only a confirmed one."""
    is_guest = models.BooleanField(default=False)
    is_placeholder = models.BooleanField(default=False, db_default=False)
    bot = models.CharField(max_length=20, blank=True)
    """The kind of bot; blank for people."""
    is_bot_account = models.BooleanField(default=False, db_default=False)
    """Whether the owner's program plays with it: set before the first match, and rated separately."""
    deleted_at = models.DateTimeField(null=True)
    """When its owner deleted it. The renamed row stays for its opponents' matches."""
    exported_at = models.DateTimeField(null=True)
    """When its owner last exported their data."""
    calendar_salt = models.CharField(max_length=32, blank=True)
    """The salt of the secret calendar URL; blank for none."""

    language = models.CharField(max_length=10, blank=True)
    """The language of emails and pushes; blank for English."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="player_username_once"),
            models.UniqueConstraint(Lower("email"), name="player_email_once", condition=~Q(email="")),
            models.CheckConstraint(
                name="player_deleted_is_closed", condition=Q(deleted_at__isnull=True) | Q(is_active=False, email="")
            ),
            models.CheckConstraint(
                name="player_placeholder_is_guest", condition=Q(is_placeholder=False) | Q(is_guest=True, email="")
            ),
        ]
        indexes = [
            models.Index(fields=["deleted_at"], name="player_deleted", condition=Q(deleted_at__isnull=False)),
            models.Index(Upper("username"), name="player_username"),  # For `iexact` lookups.
        ]

    def __str__(self) -> str:
        return self.display_name or self.username

    @property
    def log_name(self) -> str:
        """Return what logs and files call the player: a placeholder's username means nothing to anyone."""
        return str(self) if self.is_placeholder else self.username
