"""The keys that have signed match records, as they are published. Private keys are never stored."""

from django.db import models
from django.db.models import F, Q

from engines.chain import key_id


class RecordKey(models.Model):
    number = models.PositiveIntegerField(unique=True)
    """From 0; with the installation's secret it gives the private key (`matches.signing`)."""
    public_key = models.CharField(max_length=64, unique=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """From then on it signs nothing."""
    reason = models.CharField(max_length=200, blank=True)
    """Why it was replaced."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("number") * 0, name="record_key_one_in_force", condition=Q(ended_at=None)),
            models.CheckConstraint(
                name="record_key_ends_after", condition=Q(ended_at=None) | Q(ended_at__gte=F("began_at"))
            ),
        ]

    def __str__(self) -> str:
        return self.key_id

    @property
    def key_id(self) -> str:
        return key_id(self.public_key)
