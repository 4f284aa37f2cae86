"""Links with which a person takes over a placeholder."""

from django.conf import settings
from django.core.signing import Signer
from django.db import models
from django.db.models import Q
from django.urls import reverse

SIGNER = Signer(salt="claim", sep=".")


class ClaimLink(models.Model):
    """A single-use link to the place of a player without an account. The link is signed, not stored."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claim_links")
    """The placeholder; once the link is used, the account that took its place."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    over = ""
    """Why the link no longer works, set by `get_claim_link`; empty while it works."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], name="claim_link_one_live", condition=Q(used_at__isnull=True, revoked_at__isnull=True)
            ),
            models.CheckConstraint(
                name="claim_link_used_or_revoked", condition=Q(used_at__isnull=True) | Q(revoked_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"link to the place of {self.player_id}"

    @property
    def url(self) -> str:
        return reverse("claim", args=[SIGNER.sign(str(self.pk))])
