"""What a match of a season's event brought a franchise."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Outcome(models.TextChoices):
    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    ABSENT = "absent", gettext_lazy("Did not come")


class FranchiseResult(models.Model):
    """One side of a match that was counted. `pays` is what it is due for it, by the result that stands now."""

    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchise_results")
    """Who played for it."""
    event = models.ForeignKey("league.Event", on_delete=models.PROTECT, related_name="franchise_results")
    match_id = models.BigIntegerField()
    outcome = models.CharField(max_length=6, choices=Outcome)
    pays = models.PositiveIntegerField(default=0)
    corrections = models.PositiveSmallIntegerField(default=0)
    """How often another result has changed what it pays."""
    counted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match_id", "franchise"], name="result_once"),
            models.CheckConstraint(name="result_outcome_known", condition=Q(outcome__in=Outcome.values)),
        ]
        indexes = [models.Index(fields=["franchise", "counted_at"], name="results_of_franchise")]

    def __str__(self) -> str:
        return f"{self.outcome} in match {self.match_id}"
