"""Tables of trades between two franchises, and of blind bids for free agents."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy


class TradeStatus(models.TextChoices):
    """The lifecycle of a trade."""

    OFFERED = "offered", gettext_lazy("Offered")
    COUNTERED = "countered", gettext_lazy("Countered")
    DECLINED = "declined", gettext_lazy("Declined")
    WITHDRAWN = "withdrawn", gettext_lazy("Withdrawn")
    EXPIRED = "expired", gettext_lazy("Expired")
    AGREED = "agreed", gettext_lazy("Accepted, can be vetoed")
    VETOED = "vetoed", gettext_lazy("Vetoed by an organiser")
    DONE = "done", gettext_lazy("Completed")
    FAILED = "failed", gettext_lazy("No longer possible")


class Trade(models.Model):
    """An offer from one franchise to another: Gamers and money either way."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="trades")
    proposer = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="trades_offered")
    partner = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="trades_received")
    give_money = models.PositiveIntegerField(default=0)
    """The money that the proposer pays the partner."""
    take_money = models.PositiveIntegerField(default=0)
    """The money that the partner pays the proposer."""
    words = models.CharField(max_length=300, blank=True)
    status = models.CharField(max_length=9, choices=TradeStatus, default=TradeStatus.OFFERED)
    counters = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="countered_by")
    """The offer that this one counters."""
    offered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    """When the sweep must process it: the offer expires, or the veto period ends; null once it is closed."""
    answered_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    why = models.JSONField(default=str, blank=True)
    """The organiser's reason for a veto, or a message (`engines.i18n.to_stored`) why it failed."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="trade_status_known", condition=Q(status__in=TradeStatus.values)),
            models.CheckConstraint(name="trade_between_two", condition=~Q(proposer=F("partner"))),
            models.CheckConstraint(name="trade_money_one_way", condition=Q(give_money=0) | Q(take_money=0)),
            models.CheckConstraint(
                name="trade_waits_or_is_over",
                condition=Q(status__in=["offered", "agreed"], due_at__isnull=False, closed_at__isnull=True)
                | (~Q(status__in=["offered", "agreed"]) & Q(due_at__isnull=True, closed_at__isnull=False)),
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="trade_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"trade {self.pk}"


class TradeGamer(models.Model):
    """A contract that changes hands in a trade, from its current franchise to the other."""

    trade = models.ForeignKey(Trade, on_delete=models.CASCADE, related_name="gamers")
    contract = models.ForeignKey("league.Contract", on_delete=models.PROTECT, related_name="trades")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trade", "contract"], name="trade_gamer_once")]

    def __str__(self) -> str:
        return f"{self.trade_id}: {self.contract_id}"


class WaiverStatus(models.TextChoices):
    """The lifecycle of a blind bid."""

    SEALED = "sealed", gettext_lazy("Pending")
    WON = "won", gettext_lazy("Won")
    LOST = "lost", gettext_lazy("Outbid")
    FAILED = "failed", gettext_lazy("Not possible")
    WITHDRAWN = "withdrawn", gettext_lazy("Withdrawn")


class WaiverClaim(models.Model):
    """A blind bid for a free agent, visible only to its franchise until the bids are processed."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="waiver_claims")
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="waiver_claims")
    gamer = models.ForeignKey("league.SeasonGamer", on_delete=models.PROTECT, related_name="waiver_claims")
    bid = models.PositiveIntegerField()
    """The price paid to the bank if it wins; the contract is at the Gamer's salary."""
    drop = models.ForeignKey("league.Contract", on_delete=models.PROTECT, null=True, related_name="dropped_by")
    """The contract to release to make room."""
    status = models.CharField(max_length=9, choices=WaiverStatus, default=WaiverStatus.SEALED)
    made_at = models.DateTimeField()
    opens_at = models.DateTimeField()
    """When the bids for this Gamer are processed; the same for all of them."""
    closed_at = models.DateTimeField(null=True)
    why = models.JSONField(default=str, blank=True)
    """Why it lost or failed: a message (`engines.i18n.to_stored`)."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="claim_status_known", condition=Q(status__in=WaiverStatus.values)),
            models.UniqueConstraint(fields=["franchise", "gamer"], name="claim_once", condition=Q(status="sealed")),
            models.CheckConstraint(name="claim_sealed_or_over", condition=Q(status="sealed") ^ Q(closed_at__isnull=False)),
        ]
        indexes = [models.Index(fields=["opens_at"], name="claims_due", condition=Q(status="sealed"))]

    def __str__(self) -> str:
        return f"claim {self.pk}"
