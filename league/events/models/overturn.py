"""Results that an organiser has overturned."""

from django.conf import settings
from django.db import models

from league.events.models.round import Pairing


class Overturn(models.Model):
    """One ruling on a pairing's result. Taken back, it keeps its row; what was before stands again."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="overturns")
    before = models.JSONField()
    """The pairing as it was, and those that the ruling has unmade: snapshots by pairing id."""
    after = models.JSONField()
    """{"halves": by side, "kept": ids of later pairings that stand all the same}"""
    why = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"overturn of {self.pairing_id}"
