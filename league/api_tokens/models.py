"""API tokens, with which programs act for their owners."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import constant_time_compare

from league.people.models import Player


class Token(models.Model):
    """An API token. Only its digest is stored; ended tokens keep their row."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    """SHA-256 in hex (`rules.digest`)."""
    begins = models.CharField(max_length=12)
    """The first characters, for the owner's list."""
    scopes = models.CharField(max_length=60)
    """The names of the scopes, separated by spaces."""
    password_mark = models.CharField(max_length=128)
    """The owner's session hash at creation, so that a new password ends all tokens, like all sessions."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    """Time of the last use, accurate to about a minute."""
    state: str
    """The state at the time of listing, set by `list_for`."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="token_digest_once"),
            models.CheckConstraint(name="token_ends_after_it_is_made", condition=Q(expires_at__gt=F("made_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.name}"

    @classmethod
    def list_for(cls, player: Player, at: datetime) -> list[Token]:
        """Return all tokens of a player with their state, active ones first, then the newest."""
        tokens = list(cls.objects.filter(player=player).select_related("player").order_by("-pk"))
        for token in tokens:
            token.state = token.state_at(at)
        return sorted(tokens, key=lambda token: token.state != "in-force")

    @property
    def scope_list(self) -> list[str]:
        return self.scopes.split()

    def may(self, scope: str) -> bool:
        return scope in self.scope_list

    def state_at(self, at: datetime) -> str:
        """Return in-force, revoked, expired, or ended (by a change of the password)."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at <= at:
            return "expired"
        return "in-force" if constant_time_compare(self.password_mark, self.player.get_session_auth_hash()) else "ended"
