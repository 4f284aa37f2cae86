"""What has happened in a stage without rounds."""

from django.db import models
from django.db.models import Q

from league.events.models.stage import Stage


class StepKind(models.TextChoices):
    STARTED = "started"
    JOINED = "joined"
    STOPPED = "stopped"
    PAIRED = "paired"
    ENDED = "ended"
    WITHDRAWN = "withdrawn"
    CHALLENGED = "challenged"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    PLAYED = "played"
    PASSED = "passed"
    """Only time has passed: deadlines and idleness up to here have had their effect."""


class Step(models.Model):
    """One entry of the log that an arena or a ladder is. Entries are added and never changed.

    `data` are the fields of the format's step but for its moment. A result also names its `pairing`: if that has been
    overturned, it tells how the match ended.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=StepKind)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="step_once"),
            models.CheckConstraint(name="step_kind_known", condition=Q(kind__in=StepKind.values)),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number} {self.kind}"
