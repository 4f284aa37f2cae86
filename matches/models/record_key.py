"""The public keys that sign match records. Private keys are never stored."""

from django.db import models
from django.db.models import F, Q

from engines.hash_chain import compute_key_id


class KeyState(models.TextChoices):
    """The states of a record key."""

    ACTIVE = "active"
    """Signs new records."""
    RETIRED = "retired"
    """Replaced; its signatures stay valid."""
    REVOKED = "revoked"
    """Its secret may have leaked: signatures made after `ended_at` are not accepted."""


class RecordKey(models.Model):
    """A public key of record signatures."""

    number = models.PositiveIntegerField(unique=True)
    """Consecutive number from 0."""
    public_key = models.CharField(max_length=64, unique=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """It signs nothing after this time."""
    revoked_at = models.DateTimeField(null=True)
    """When it was revoked, effective from `ended_at`; null for a key that was only replaced."""
    reason = models.CharField(max_length=200, blank=True)
    """Why it was replaced or revoked."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("number") * 0, name="record_key_one_in_force", condition=Q(ended_at=None)),
            models.CheckConstraint(name="record_key_ends_after", condition=Q(ended_at=None) | Q(ended_at__gte=F("began_at"))),
            models.CheckConstraint(
                name="record_key_revoked_has_ended", condition=Q(revoked_at=None) | Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.key_id

    @property
    def key_id(self) -> str:
        return compute_key_id(self.public_key)

    @property
    def state(self) -> KeyState:
        if self.revoked_at is not None:
            return KeyState.REVOKED
        return KeyState.ACTIVE if self.ended_at is None else KeyState.RETIRED
