"""The stages of an event, a format each, and the log that a stage without rounds is."""

from django.db import models
from django.db.models import Q

from league.events.models.event import Entrant, Event, UpdatableModel
from league.formats.protocol import Traits
from league.formats.registry import traits_of


class Stage(UpdatableModel):
    """One format with its settings. The first takes all entrants, each other the best `takes` of the one before."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    size = models.PositiveSmallIntegerField(default=0)
    """How many it began with."""
    takes = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_once"),
            models.CheckConstraint(
                name="stage_finished_was_started", condition=Q(finished_at__isnull=True) | Q(started_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"Stage {self.number}: {self.format}"

    @property
    def traits(self) -> Traits:
        """What its format is and can do."""
        return traits_of(self.format)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The keys of its tie-breaks, in order."""
        return tuple(self.event.tie_breaks) or self.traits.tie_breaks


class StagePlace(models.Model):
    """An entrant of a stage and the seed it has there, 1 the highest."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    seed = models.PositiveSmallIntegerField()
    joined = models.PositiveSmallIntegerField(default=0)
    """Rounds of the stage that had been paired when it came; 0 from the start."""
    left = models.PositiveSmallIntegerField(null=True)
    """Rounds that had been paired when it withdrew; null while it is in."""

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="stage_place_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.seed}"


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
