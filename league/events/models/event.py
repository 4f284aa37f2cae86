"""Events: what an organiser decides about one, who takes part in it, and the log of what organisers did."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.leagues.models import LENGTH, Unit


class UpdatableModel(models.Model):
    class Meta:
        abstract = True

    def update(self, **values: object) -> None:
        """Set these fields and save no others."""
        for name, value in values.items():
            setattr(self, name, value)
        self.save(update_fields=values)


class EventStatus(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("event", "Draft")
    """Only its organiser and the staff of its league see it."""
    REGISTRATION = "registration", gettext_lazy("Registration")
    CHECK_IN = "check-in", gettext_lazy("Check In")
    SEEDING = "seeding", gettext_lazy("Seeding")
    """Closed for registration; the organiser orders the entrants."""
    RUNNING = "running", gettext_lazy("Running")
    FINISHED = "finished", gettext_lazy("Finished")
    ARCHIVED = "archived", gettext_lazy("Archived")
    CANCELLED = "cancelled", gettext_lazy("Cancelled")


BEFORE_START = (EventStatus.DRAFT, EventStatus.REGISTRATION, EventStatus.CHECK_IN, EventStatus.SEEDING)
OVER = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)


class Registration(models.TextChoices):
    OPEN = "open"
    APPROVAL = "approval"
    """An organiser admits each who asks."""
    INVITE = "invite"
    """An organiser enters everybody."""


class Seeding(models.TextChoices):
    RATING = "rating"
    MANUAL = "manual"
    RANDOM = "random"


class EventManager(models.Manager["Event"]):
    def unfinished(self) -> models.QuerySet[Event]:
        return self.exclude(status__in=OVER)


class Event(UpdatableModel):
    """One competition. Its stages hold the formats; published pairings do not change by themselves."""

    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    league = models.ForeignKey("league.League", on_delete=models.PROTECT, null=True, related_name="events")
    """Its organisers may do all that the event's own may."""
    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, null=True, related_name="events")
    """The season whose franchises play it and whose money it pays; null: anybody may enter, and nothing is paid."""
    options = models.JSONField(default=dict)
    control = models.JSONField()
    status = models.CharField(max_length=12, choices=EventStatus, default=EventStatus.REGISTRATION)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organised")
    about = models.TextField(blank=True)
    announcement = models.CharField(max_length=500, blank=True)
    announced_at = models.DateTimeField(null=True)

    max_entrants = models.PositiveSmallIntegerField(default=16, validators=[MinValueValidator(2)])
    registration = models.CharField(max_length=10, choices=Registration, default=Registration.OPEN)
    least_rating = models.PositiveSmallIntegerField(null=True)
    most_rating = models.PositiveSmallIntegerField(null=True)
    check_in_min = models.PositiveSmallIntegerField(default=0)
    """How long before the start entrants have to check in; 0: they need not."""
    seeding = models.CharField(max_length=8, choices=Seeding, default=Seeding.RATING)
    tie_breaks = models.JSONField(default=list)

    rated = models.BooleanField(default=True)
    rate_entered = models.BooleanField(default=False, db_default=False)
    """Whether results that staff enter change ratings, too; only where the event is rated."""
    pool = models.CharField(max_length=60, blank=True)
    """A rating pool of its own within the game; blank for the game's."""
    auto_advance = models.BooleanField(default=True)
    """Whether the next round starts by itself, `round_gap_s` seconds after all matches of one have been counted."""
    round_gap_s = models.PositiveIntegerField(default=60)
    start_by_min = models.PositiveSmallIntegerField(default=10)
    """Minutes that players have to appear at a match before they forfeit it."""
    delay_s = models.PositiveSmallIntegerField(default=0)
    """Spectators see its matches so much later than the players, and results are told so much later."""
    answer_min = models.PositiveSmallIntegerField(default=30)
    """Minutes that a substitute has to answer when a place gets free; 0: has it at once."""
    no_show_warnings = models.PositiveSmallIntegerField(null=True)
    """No-shows that only warn, before the next one bans; null: as the league says, or nobody counts them."""
    ban_length = models.PositiveSmallIntegerField(default=LENGTH)
    ban_unit = models.CharField(max_length=6, choices=Unit, default=Unit.DAYS)
    draw_offers = models.BooleanField(default=True)
    """Whether its players may agree on draws, in games that have them."""
    player_pauses = models.BooleanField(default=False)
    """Whether its players may agree on pauses."""
    bot_pace_ms = models.PositiveIntegerField(default=1500)
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether accounts that programs play with may enter."""
    demo = models.BooleanField(default=False)
    repeat_days = models.PositiveSmallIntegerField(default=0)
    """When it starts, the next one opens, to start so many days after this one; 0: it does not recur."""
    copied_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="copies")
    repeat_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="repeated")
    """The recurring event of which it is the next: each has one."""

    lots_seed = models.CharField(max_length=64, blank=True)
    """Seed of the drawing of lots: secret until the event is over."""
    lots_commitment = models.CharField(max_length=64, blank=True)

    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True)
    """When it is to start by itself; null: by hand."""
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    """Since when no round and no match of it begins."""
    trouble = models.JSONField(default=str, blank=True)
    """Why the event does not go on by itself; its organiser has to see to it."""
    next_round_at = models.DateTimeField(null=True)
    """When the sweep is to start the next round; null while there is nothing to start."""

    objects: ClassVar[EventManager] = EventManager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="event_status_known", condition=Q(status__in=EventStatus.values)),
            models.CheckConstraint(name="event_has_places", condition=Q(max_entrants__gte=2)),
            models.CheckConstraint(
                name="event_ban_has_length", condition=Q(ban_length__gte=1, ban_unit__in=Unit.values)
            ),
            models.CheckConstraint(
                name="event_begun_has_start",
                condition=~Q(status__in=["running", "finished", "archived"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="event_next_round_only_running", condition=Q(next_round_at__isnull=True) | Q(status="running")
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-id"], name="event_status"),
            models.Index(fields=["next_round_at"], name="event_round_due", condition=Q(next_round_at__isnull=False)),
            models.Index(
                fields=["starts_at"],
                name="event_start_due",
                condition=Q(starts_at__isnull=False, status__in=["registration", "check-in", "seeding"]),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantStatus(models.TextChoices):
    ENTERED = "entered"
    APPLIED = "applied"
    """Waits for an organiser's approval."""
    WAITING = "waiting"
    """On the waiting list: every place is taken."""
    INVITED = "invited"
    WITHDRAWN = "withdrawn"
    """Has left after the start, or was put out."""


class Entrant(UpdatableModel):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=EntrantStatus, default=EntrantStatus.ENTERED)
    seed = models.PositiveSmallIntegerField(null=True)
    """Pairing number, 1 the highest; given when the event starts, or before by hand."""
    rating = models.FloatField(null=True)
    """At the start, for pairings, tie-breaks and reports."""
    club = models.CharField(max_length=40, blank=True)
    """Members of one club are kept apart where the event says so."""
    byes = models.JSONField(default=dict)
    """Requested byes: round number (as text) to the half points that it gives, 0, 1 or 2."""
    joined_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True)
    """Who waits may say so too, and then has the first place that gets free."""
    asked_at = models.DateTimeField(null=True)
    """When it was last asked whether it takes a place that has got free."""
    answer_by = models.DateTimeField(null=True)
    """Until when that place is kept for it."""
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entrant_seed_once"),
            models.CheckConstraint(name="entrant_status_known", condition=Q(status__in=EntrantStatus.values)),
            models.CheckConstraint(
                name="entrant_asked_waits",
                condition=Q(answer_by__isnull=True) | Q(status="waiting", asked_at__isnull=False),
            ),
            models.CheckConstraint(
                name="entrant_withdrawn_has_moment",
                condition=Q(status="withdrawn", withdrawn_at__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_at__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["answer_by"], name="entrant_answer_due", condition=Q(answer_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.player_id}"


class EventNote(models.Model):
    """Who did what to an event, what was before and after, and why. Rows are added and never changed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=40)
    """`event.started`, `round.published`, ..."""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    """Only what changed."""
    why = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} of event {self.event_id}"
