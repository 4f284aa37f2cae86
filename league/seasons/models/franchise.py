"""A player's team of Gamers in a season."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower


class Franchise(models.Model):
    """One team. Its money is what its payments come to; `balance` keeps the sum, written with each payment."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="franchises")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchises")
    name = models.CharField(max_length=40)
    balance = models.IntegerField(default=0)
    owed = models.PositiveIntegerField(default=0)
    """Money of results that were overturned, which it had not left to give back; kept from what matches pay next."""
    created_at = models.DateTimeField()
    carried_from = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="carried_to")
    """The same franchise in the season before."""

    class Meta:
        constraints = [
            models.UniqueConstraint("season", Lower("name"), name="franchise_name_once"),
            models.UniqueConstraint(fields=["season", "owner"], name="franchise_owner_once"),
            models.CheckConstraint(name="franchise_owes_nothing", condition=Q(balance__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name
