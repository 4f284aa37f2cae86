"""Idempotent requests by the sender's key: submissions of seats, and API requests that create something."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Submission(models.Model):
    """An action that a seat has submitted, and its verdict."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="submissions", db_index=False)
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    text = models.CharField(max_length=2000)
    key = models.CharField(max_length=64)
    """Chosen by the sender: a repeated key means the same submission."""
    nonce = models.CharField(max_length=64, blank=True, default="")
    """The sender's seed for later draws, if any."""
    received_at = models.DateTimeField()
    judged_at = models.DateTimeField(null=True)
    entry = models.PositiveIntegerField(null=True)
    """Number of its log entry, if accepted."""
    hash = models.CharField(max_length=64, blank=True, default="")
    """The hash of the log up to that entry."""
    code = models.CharField(max_length=40, blank=True)
    refusal = models.JSONField(null=True)
    """Why it was refused: a message (`engines.i18n.to_stored`)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "key"], name="submission_key_once"),
            models.UniqueConstraint(fields=["match", "entry"], name="submission_entry_once"),
            models.CheckConstraint(
                name="submission_accepted_is_judged", condition=Q(entry__isnull=True) | Q(judged_at__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["match", "received_at", "id"], name="submission_waiting", condition=Q(judged_at__isnull=True)),
            models.Index(fields=["received_at"], name="submission_unjudged", condition=Q(judged_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}#{self.turn}"


class IdempotentRequest(models.Model):
    """An API request that created something, by its Idempotency-Key. Kept for a day."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """SHA-256 of method, path and body in hex: the same key with another request is refused."""
    answer = models.BinaryField(default=b"")
    """Body and Location, encrypted, because they may contain a secret that is shown once."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="idempotency_key_once")]
        indexes = [models.Index(fields=["made_at"], name="idempotent_made")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.key}"
