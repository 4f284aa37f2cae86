"""The ledger of a season: payments, each from somebody to somebody, never changed."""

from django.db import models
from django.db.models import F, Q


class PaymentKind(models.TextChoices):
    PURSE = "purse", "Purse"
    CARRIED = "carried", "Carried over"
    WIN = "win", "Win"
    DRAW = "draw", "Draw"
    LOSS = "loss", "Loss"
    PARTICIPATION = "participation", "Participation"
    PRIZE = "prize", "Prize"
    CORRECTION = "correction", "Correction"
    WAIVER = "waiver", "Sealed bid"
    TRADE = "trade", "Trade"
    GRANT = "grant", "Grant"
    FINE = "fine", "Fine"


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
    why = models.CharField(max_length=200, blank=True)
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
