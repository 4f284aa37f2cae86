"""Results reported by players, and the images that prove them."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.events.models import Entrant, Pairing
from league.events.models.event import UpdatableModel
from league.result_reports.rules import LIVE, Claim, ReportStatus

MAX_TEXT, MAX_LINK = 1000, 300


class ResultReport(UpdatableModel):
    """A side's report of its pairing's result. Each side has at most one that is not decided."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=ReportStatus, default=ReportStatus.REPORTED)
    claim = models.JSONField()
    """The reported result (`rules.Claim`)."""
    sides = models.JSONField()
    """Entrants by side when it was reported; with other sides, the report no longer counts."""
    text = models.CharField(max_length=MAX_TEXT, blank=True)
    link = models.CharField(max_length=MAX_LINK, blank=True)
    revision = models.PositiveSmallIntegerField(default=1)
    """Raised by each change, so that nobody confirms what they have not seen."""
    confirmed_by = models.JSONField(default=list)
    """Entrants of the other sides who have confirmed it."""
    at = models.DateTimeField()
    due_at = models.DateTimeField()
    """When the event's policy applies if the others have not answered."""
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entrant"], name="report_one_live", condition=Q(status__in=LIVE)),
            models.CheckConstraint(name="report_status_known", condition=Q(status__in=ReportStatus.values)),
            models.CheckConstraint(
                name="report_settled_at",
                condition=Q(status__in=LIVE, settled_at__isnull=True) | (~Q(status__in=LIVE) & Q(settled_at__isnull=False)),
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="report_live", condition=Q(status__in=LIVE))]

    def __str__(self) -> str:
        return f"report {self.pk} of pairing {self.pairing_id}"

    @property
    def value(self) -> Claim:
        return Claim.from_json(self.claim)


def make_image_path(image: "ReportImage", name: str) -> str:
    """Return an unguessable path for an image."""
    return f"result-reports/{secrets.token_hex(20)}.webp"


class ReportImage(models.Model):
    """An image attached to a report, re-encoded by this site."""

    report = models.ForeignKey(ResultReport, on_delete=models.CASCADE, related_name="images")
    key = models.CharField(max_length=40, unique=True)
    """Unguessable name in its address."""
    file = models.FileField(upload_to=make_image_path)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"image {self.pk} of report {self.report_id}"
