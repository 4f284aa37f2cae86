"""Contracts: which franchise has which Gamer, at what salary, for how long."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Signing(models.TextChoices):
    DRAFT = "draft", gettext_lazy("Drafted")
    FREE_AGENT = "free-agent", gettext_lazy("Signed as a free agent")
    WAIVER = "waiver", gettext_lazy("Won with a sealed bid")
    TRADE = "trade", gettext_lazy("Traded")
    CARRIED = "carried", gettext_lazy("Carried over")


class Ending(models.TextChoices):
    RELEASED = "released", gettext_lazy("Released")
    TRADED = "traded", gettext_lazy("Traded")
    EXPIRED = "expired", gettext_lazy("Expired")
    CARRIED = "carried", gettext_lazy("Carried over")
    UNDONE = "undone", gettext_lazy("Taken back")


class Contract(models.Model):
    """A Gamer in a franchise. While it has not ended it is the only one of the Gamer in the season."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="contracts")
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="contracts")
    gamer = models.ForeignKey("league.SeasonGamer", on_delete=models.PROTECT, related_name="contracts")
    salary = models.PositiveIntegerField()
    seasons_left = models.PositiveSmallIntegerField(default=1)
    """Seasons that it lasts, this one included."""
    how = models.CharField(max_length=10, choices=Signing)
    signed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    dead = models.PositiveIntegerField(default=0)
    """What counts against the cap for a Gamer who was released, in this season and the rest of the term."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["gamer"], name="gamer_on_one_roster", condition=Q(ended_at__isnull=True)),
            models.CheckConstraint(
                name="contract_ends_with_a_reason",
                condition=Q(ended_at__isnull=True, ending="")
                | (Q(ended_at__isnull=False) & Q(ending__in=Ending.values)),
            ),
            models.CheckConstraint(name="contract_signing_known", condition=Q(how__in=Signing.values)),
            models.CheckConstraint(name="contract_has_salary", condition=Q(salary__gte=1)),
            models.CheckConstraint(name="contract_lasts", condition=Q(seasons_left__gte=1)),
            models.CheckConstraint(name="dead_money_of_the_released", condition=Q(dead=0) | Q(ending="released")),
        ]
        indexes = [models.Index(fields=["franchise", "ended_at"], name="roster")]

    def __str__(self) -> str:
        return f"{self.gamer_id} at {self.franchise_id}"
