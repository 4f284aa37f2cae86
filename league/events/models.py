"""Events, who takes part, and who meets whom."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q


class EventStatus(models.TextChoices):
    REGISTRATION = "registration"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Event(models.Model):
    """One competition. Pairings are made when it starts and do not change after that."""

    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=20, default="round-robin")
    options = models.JSONField(default=dict)
    control = models.JSONField()
    status = models.CharField(max_length=12, choices=EventStatus, default=EventStatus.REGISTRATION)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organised")

    max_entrants = models.PositiveSmallIntegerField(default=16, validators=[MinValueValidator(2)])
    cycles = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    rated = models.BooleanField(default=True)
    auto_advance = models.BooleanField(default=True)
    """Whether the next round starts by itself, `round_gap_s` seconds after all matches of one have been counted."""
    round_gap_s = models.PositiveIntegerField(default=60)
    start_by_min = models.PositiveSmallIntegerField(default=10)
    """Minutes that players have to appear at a match before they forfeit it."""
    bot_pace_ms = models.PositiveIntegerField(default=1500)
    demo = models.BooleanField(default=False)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    next_round_at = models.DateTimeField(null=True)
    """When the sweep is to start the next round; null while there is nothing to start."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="event_status_known", condition=Q(status__in=EventStatus.values)),
            models.CheckConstraint(name="event_has_places", condition=Q(max_entrants__gte=2, cycles__gte=1)),
            models.CheckConstraint(
                name="event_begun_has_start",
                condition=~Q(status__in=["running", "finished"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="event_next_round_only_running", condition=Q(next_round_at__isnull=True) | Q(status="running")
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-id"], name="event_status"),
            models.Index(fields=["next_round_at"], name="event_round_due", condition=Q(next_round_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True)
    """Pairing number, 1 the highest; given when the event starts."""
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entrant_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.player_id}"


class Round(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_once"),
            models.CheckConstraint(
                name="round_finished_was_started", condition=Q(finished_at__isnull=True) | Q(started_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"


class Pairing(models.Model):
    """Two entrants who meet in a round, or one who has a bye (`away` null)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    """Takes seat 0 (Red, White, Admin ...)."""
    away = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+")
    match = models.OneToOneField("matches.Match", on_delete=models.PROTECT, null=True, related_name="pairing")
    home_halves = models.PositiveSmallIntegerField(null=True)
    away_halves = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=40, blank=True)
    counted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="pairing_board_once"),
            models.UniqueConstraint(fields=["round", "home"], name="pairing_home_once"),
            models.UniqueConstraint(fields=["round", "away"], name="pairing_away_once"),
            models.CheckConstraint(name="pairing_of_two", condition=Q(away__isnull=True) | ~Q(away=F("home"))),
            models.CheckConstraint(
                name="pairing_bye_has_no_match", condition=Q(away__isnull=False) | Q(match__isnull=True)
            ),
            models.CheckConstraint(
                name="pairing_counted_has_result",
                condition=Q(counted_at__isnull=True, home_halves__isnull=True, away_halves__isnull=True)
                | Q(counted_at__isnull=False, home_halves__isnull=False, away_halves__isnull=False)
                | Q(counted_at__isnull=False, away__isnull=True, home_halves__isnull=True, away_halves__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["match"], name="pairing_uncounted", condition=Q(counted_at__isnull=True, match__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"board {self.board}"
