"""Links with which a person takes over a placeholder."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from league.signed_links import SignedLink


class ClaimLink(SignedLink):
    """A link to the place of a player without an account."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claim_links")
    """The placeholder; once the link is used, the account that took its place."""
    salt = "claim"

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
        return reverse("claim", args=[self.token])
