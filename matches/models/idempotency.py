"""Requests that carry an `Idempotency-Key`: what was answered to each, so that it is done once."""

from django.conf import settings
from django.db import models


class IdempotentRequest(models.Model):
    """A request that created something, by the key that its player chose. Kept for a day."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """SHA-256 of method, path and body in hex: the same key with another request is refused."""
    answer = models.BinaryField(default=b"")
    """Body and Location, encrypted: an answer may hold a secret that is shown once."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="idempotency_key_once")]
        indexes = [models.Index(fields=["made_at"], name="idempotent_made")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.key}"
