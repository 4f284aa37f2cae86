"""The keys that have signed match records, as they are published. Private keys are never stored."""

from django.db import models
from django.db.models import F, Q

from engines.hash_chain import key_id


class KeyState(models.TextChoices):
    ACTIVE = "active"
    """It signs."""
    RETIRED = "retired"
    """It was replaced; what it has signed stays valid."""
    REVOKED = "revoked"
    """Its secret may have been read: what it has signed after its end is not accepted."""


class RecordKey(models.Model):
    number = models.PositiveIntegerField(unique=True)
    """From 0, in the order in which the keys came into force."""
    public_key = models.CharField(max_length=64, unique=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """From then on it signs nothing."""
    revoked_at = models.DateTimeField(null=True)
    """When it was revoked, from `ended_at` on; null for a key that was only replaced."""
    reason = models.CharField(max_length=200, blank=True)
    """Why it was replaced or revoked."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("number") * 0, name="record_key_one_in_force", condition=Q(ended_at=None)),
            models.CheckConstraint(
                name="record_key_ends_after", condition=Q(ended_at=None) | Q(ended_at__gte=F("began_at"))
            ),
            models.CheckConstraint(
                name="record_key_revoked_has_ended", condition=Q(revoked_at=None) | Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.key_id

    @property
    def key_id(self) -> str:
        return key_id(self.public_key)

    @property
    def state(self) -> KeyState:
        if self.revoked_at is not None:
            return KeyState.REVOKED
        return KeyState.ACTIVE if self.ended_at is None else KeyState.RETIRED
