"""The ledger of a season: payments, each from somebody to somebody, never changed."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from engines.words import marked


class PaymentKind(models.TextChoices):
    PURSE = "purse", gettext_lazy("Purse")
    CARRIED = "carried", gettext_lazy("Carried over")
    SALARY = "salary", gettext_lazy("Salary")
    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    PARTICIPATION = "participation", gettext_lazy("Participation")
    PRIZE = "prize", gettext_lazy("Prize")
    CORRECTION = "correction", gettext_lazy("Correction")
    WAIVER = "waiver", gettext_lazy("Sealed bid")
    TRADE = "trade", gettext_lazy("Trade")
    GRANT = "grant", gettext_lazy("Grant")
    FINE = "fine", gettext_lazy("Fine")


OWED = marked("Still owed since an earlier result was overturned")
"""Why money is kept back."""


class Payment(models.Model):
    """Money that changed hands. The league's bank is null; only it may run below nothing, by what it has issued.

    As every payment leaves one side and reaches another, the ledgers of the franchises always come to what the bank
    has issued less what it took back. The database refuses to change a row, PostgreSQL to remove one, too.
    """

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="paid")
    payee = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="received")
    amount = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=PaymentKind)
    key = models.CharField(max_length=80)
    """What it is for, once in a season: `match.12.win.5`. A payment that is made again is the same one."""
    match_id = models.BigIntegerField(null=True)
    why = models.JSONField(default=str, blank=True)
    """A message (`engines.words.stored`), or what an organiser or referee wrote."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="payment_once"),
            models.CheckConstraint(name="payment_kind_known", condition=Q(kind__in=PaymentKind.values)),
            models.CheckConstraint(name="payment_of_something", condition=Q(amount__gte=1)),
            models.CheckConstraint(
                name="payment_between_two",
                condition=(Q(payer__isnull=False) | Q(payee__isnull=False))
                & (Q(payer__isnull=True) | Q(payee__isnull=True) | ~Q(payer=F("payee"))),
            ),
        ]
        indexes = [models.Index(fields=["season", "-id"], name="payments_newest")]

    def __str__(self) -> str:
        return f"{self.amount} {self.kind}"
