"""The stages of an event with their formats, and the logs of stages without rounds."""

from django.db import models
from django.db.models import Q

from league.events.models.event import Entrant, Event, UpdatableModel
from league.formats.protocol import Traits
from league.formats.registry import get_traits
from league.formats.tie_breaks.definitions import TEAM_DEFAULTS
from league.formats.tie_breaks.ledger import Lots
from league.formats.ties import LOTS, SEED, TIES_FIELD


class Stage(UpdatableModel):
    """A format with its settings. The first takes all entrants, each later one the best `takes` of the previous."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    size = models.PositiveSmallIntegerField(default=0)
    """Number of entrants at its start."""
    takes = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    lots_seed = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The seed of the draw between tied entrants (`league.formats.ties`) in hex, secret until the end of the stage."""
    lots_commitment = models.CharField(max_length=64, blank=True, default="", db_default="")
    """Its hash, published when the stage starts."""

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
        """Return the traits of its format."""
        return get_traits(self.format)

    @property
    def ties(self) -> str:
        """Return what decides between those tied on everything; empty if its format does not ask."""
        return str(self.settings.get("ties", SEED)) if TIES_FIELD in self.traits.fields else ""

    @property
    def lots(self) -> Lots | None:
        """Return the draw between those tied on everything, once its seed is published."""
        if self.ties != LOTS or not self.lots_seed or self.finished_at is None:
            return None
        return Lots(bytes.fromhex(self.lots_seed), f"stage {self.pk}")

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """Return the keys of its tie-breaks, in order."""
        defaults = self.traits.tie_breaks
        return tuple(self.event.tie_breaks) or (TEAM_DEFAULTS if defaults and self.event.teams is not None else defaults)


class StageEntrant(models.Model):
    """An entrant of a stage with its seed there, 1 is the highest."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    seed = models.PositiveSmallIntegerField()
    joined = models.PositiveSmallIntegerField(default=0)
    """Rounds of the stage already paired when it joined; 0 from the start."""
    left = models.PositiveSmallIntegerField(null=True)
    """Rounds already paired when it withdrew; null while taking part."""

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="stage_place_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.seed}"


class StepKind(models.TextChoices):
    """The kinds of log entries of arenas and ladders."""

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
    """Only time passed: effects of deadlines and inactivity until then have been applied."""


class StageLogEntry(models.Model):
    """An entry in the append-only log of an arena or a ladder.

    `data` has the fields of the format's step except its time. A result also names its `pairing`: if that is
    overridden, the pairing's result counts.
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
