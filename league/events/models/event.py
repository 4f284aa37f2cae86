"""Events with their settings, entrants and activity log."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.events.silence_policy import SilencePolicy
from league.events.team_rules import TeamRules, get_rules
from league.leagues.models import DEFAULT_BAN_LENGTH, BanUnit
from league.ratings.pools import get_pool_key, get_speed_pool
from league.ratings.speeds import Speed, get_match_speed
from league.titles.models import OutcomeKind
from matches.time_control import TimeControl


class UpdatableModel(models.Model):
    """Base for models with `update`, which saves only the changed fields."""

    class Meta:
        abstract = True

    def update(self, **values: object) -> None:
        """Set these fields and save only them."""
        for name, value in values.items():
            setattr(self, name, value)
        self.save(update_fields=values)


class EventStatus(models.TextChoices):
    """The lifecycle of an event."""

    DRAFT = "draft", pgettext_lazy("event", "Draft")
    """Visible only to its organiser and the staff of its league."""
    REGISTRATION = "registration", gettext_lazy("Registration")
    CHECK_IN = "check-in", gettext_lazy("Check-in")
    SEEDING = "seeding", gettext_lazy("Seeding")
    """Registration is closed; the organiser orders the entrants."""
    RUNNING = "running", gettext_lazy("Running")
    FINISHED = "finished", gettext_lazy("Finished")
    ARCHIVED = "archived", gettext_lazy("Archived")
    CANCELLED = "cancelled", gettext_lazy("Cancelled")


BEFORE_START = (EventStatus.DRAFT, EventStatus.REGISTRATION, EventStatus.CHECK_IN, EventStatus.SEEDING)
OVER = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)


class Registration(models.TextChoices):
    """How players get into an event."""

    OPEN = "open"
    APPROVAL = "approval"
    """An organiser approves each request."""
    INVITE = "invite"
    """Entry by an organiser's invitation only."""


class Seeding(models.TextChoices):
    """How seeds are assigned at the start."""

    RATING = "rating"
    MANUAL = "manual"
    RANDOM = "random"


class ReportPolicy(models.TextChoices):
    """What happens to a result reported by a player that is not answered in time, or disputed."""

    CONFIRM = "confirm", gettext_lazy("Confirm it automatically")
    """Silence confirms; a dispute goes to the referees."""
    REFEREE = "referee", gettext_lazy("A referee decides")
    REPLAY = "replay", gettext_lazy("The match is replayed")


class EventManager(models.Manager["Event"]):
    """Manager with a filter for events that are not over."""

    def unfinished(self) -> models.QuerySet[Event]:
        return self.exclude(status__in=OVER)


class Event(UpdatableModel):
    """A competition. Its stages have the formats; published pairings change only by explicit actions."""

    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    title = models.ForeignKey("league.Title", on_delete=models.PROTECT, null=True, related_name="events")
    """The title that `game` names; null for a game with an engine."""
    league = models.ForeignKey("league.League", on_delete=models.PROTECT, null=True, related_name="events")
    """The league's organisers have all rights of the event's organiser."""
    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, null=True, related_name="events")
    """The season whose franchises play in it and are paid for it; null: open to all players, no payments."""
    teams = models.JSONField(null=True)
    """The rules for teams (`league.events.team_rules.TeamRules`); null: players enter on their own."""
    boards_of = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="boards_event")
    """The event between teams whose board matches this event contains; null for all other events."""
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
    """Minutes before the start at which check-in opens; 0: no check-in."""
    seeding = models.CharField(max_length=8, choices=Seeding, default=Seeding.RATING)
    tie_breaks = models.JSONField(default=list)

    rated = models.BooleanField(default=True)
    rate_entered = models.BooleanField(default=False, db_default=False)
    """Whether results entered by staff also change ratings; only in rated events."""
    pool = models.CharField(max_length=60, blank=True)
    """Name of a separate rating pool within the game; blank for the game's pool of the matches' speed."""
    auto_advance = models.BooleanField(default=True)
    """Whether the next round starts automatically, `round_gap_s` seconds after the previous one is counted."""
    round_gap_s = models.PositiveIntegerField(default=60)
    start_by_min = models.PositiveSmallIntegerField(default=10)
    """Minutes until players who have not appeared at a match forfeit it."""
    delay_s = models.PositiveSmallIntegerField(default=0)
    """Seconds by which spectators' views and public results lag behind the match."""
    answer_min = models.PositiveSmallIntegerField(default=30)
    """Minutes for a waiting player to accept a free spot; 0: added automatically."""
    no_show_warnings = models.PositiveSmallIntegerField(null=True)
    """Warnings before a no-show leads to a ban; null: the league's policy, or no counting."""
    ban_length = models.PositiveSmallIntegerField(default=DEFAULT_BAN_LENGTH)
    ban_unit = models.CharField(max_length=6, choices=BanUnit, default=BanUnit.DAYS)
    draw_offers = models.BooleanField(default=True)
    """Whether players may agree on draws, in games with draws."""
    player_pauses = models.BooleanField(default=False)
    """Whether players may agree on pauses."""
    bot_pace_ms = models.PositiveIntegerField(default=1500)
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether bot accounts may enter."""
    bots_only = models.BooleanField(default=False, db_default=False)
    """Whether nobody but bot accounts and the site's bots may enter."""
    duplicate = models.BooleanField(default=False, db_default=False)
    """Whether each match is played twice at once with the same draws and the sides swapped."""
    report_policy = models.CharField(
        max_length=8, choices=ReportPolicy, default=ReportPolicy.CONFIRM, db_default=ReportPolicy.CONFIRM
    )
    report_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    """Hours in which a reported result has to be confirmed or disputed."""
    play_days = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Days of the play window of a round, in which the players of a pairing agree on its time; 0: it opens at once."""
    time_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    """Hours until silent players are reminded to agree on a time, and again until `time_policy` applies."""
    time_policy = models.CharField(
        max_length=8, choices=SilencePolicy, default=SilencePolicy.SLOT, db_default=SilencePolicy.SLOT
    )
    slot_day = models.PositiveSmallIntegerField(default=5, db_default=5)
    """Weekday of the default time, 0 is Monday."""
    slot_time = models.CharField(max_length=5, default="18:00", db_default="18:00")
    slot_zone = models.CharField(max_length=60, default="UTC", db_default="UTC")
    """Time zone of the default time and of the days of the play window."""
    demo = models.BooleanField(default=False)
    repeat_days = models.PositiveSmallIntegerField(default=0)
    """Days from this event's start to that of its successor, which opens when it starts; 0: none."""
    copied_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="copies")
    repeat_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="repeated")
    """The recurring event of which this is the only successor."""

    lots_seed = models.CharField(max_length=64, blank=True)
    """Seed of the random draw, secret until the event is over."""
    lots_commitment = models.CharField(max_length=64, blank=True)

    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True)
    """Automatic start; null: by hand."""
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    """Since when no round or match of it may begin."""
    problem = models.JSONField(default=str, blank=True)
    """Why the event is stuck and needs its organiser."""
    next_round_at = models.DateTimeField(null=True)
    """When the sweep starts the next round; null if none is due."""

    objects: ClassVar[EventManager] = EventManager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="event_status_known", condition=Q(status__in=EventStatus.values)),
            models.CheckConstraint(
                name="event_bots_only_has_bot_accounts", condition=Q(bots_only=False) | Q(bot_accounts=True)
            ),
            models.CheckConstraint(name="event_has_places", condition=Q(max_entrants__gte=2)),
            models.CheckConstraint(name="event_ban_has_length", condition=Q(ban_length__gte=1, ban_unit__in=BanUnit.values)),
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

    @property
    def is_reported(self) -> bool:
        """Return whether its game is played elsewhere, so that its results are reported."""
        return self.title_id is not None

    @property
    def is_scored(self) -> bool:
        """Return whether a result of its game is a score, such as 5-2."""
        return self.title is not None and self.title.outcome == OutcomeKind.SCORE

    @property
    def team_rules(self) -> TeamRules | None:
        """Return the rules of an event between teams, None if players enter on their own."""
        return None if self.teams is None else get_rules(self.teams)

    @property
    def matches_per_game(self) -> int:
        """Return the number of matches of each game of a pairing. Teams have their duplicates on their boards."""
        return 2 if self.duplicate and self.teams is None else 1

    @property
    def speed(self) -> Speed:
        return get_match_speed(self.game, self.options, TimeControl(**self.control))

    @property
    def seeding_pool(self) -> str:
        """Return the game's rating pool for the speed of its matches: for seeds, rating limits and forecasts."""
        return get_speed_pool(self.game, self.speed)

    @property
    def rating_pool(self) -> str:
        """Return the pool in which its matches are rated."""
        return get_pool_key(self.game, self.pool) if self.pool else self.seeding_pool


class EntrantStatus(models.TextChoices):
    """The state of an entry."""

    ENTERED = "entered"
    APPLIED = "applied"
    """Awaits an organiser's approval."""
    WAITING = "waiting"
    """On the waiting list."""
    INVITED = "invited"
    WITHDRAWN = "withdrawn"
    """Withdrew after the start, or was removed."""


class Entrant(UpdatableModel):
    """A player's entry in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=EntrantStatus, default=EntrantStatus.ENTERED)
    seed = models.PositiveSmallIntegerField(null=True)
    """Pairing number, 1 is the highest; assigned at the start or earlier by hand."""
    rating = models.FloatField(null=True)
    """Rating at the start, for pairings, tie-breaks and reports."""
    person = models.JSONField(null=True)
    """What tournament reports say about the player besides name and rating (`formats.trf.records.Person`)."""
    club = models.CharField(max_length=40, blank=True)
    """Members of a club are kept apart if the stage says so."""
    byes = models.JSONField(default=dict)
    """Requested byes: round number (as text) to the half points of the bye, 0, 1 or 2."""
    joined_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    """When the player themself joined, accepted the invitation or claimed the place; null if somebody else entered them."""
    checked_in_at = models.DateTimeField(null=True)
    """Waiting players can check in too, and then get the first free spot."""
    offered_at = models.DateTimeField(null=True)
    """When a free spot was last offered."""
    answer_by = models.DateTimeField(null=True)
    """Until when that spot is reserved."""
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entrant_seed_once"),
            models.CheckConstraint(name="entrant_status_known", condition=Q(status__in=EntrantStatus.values)),
            models.CheckConstraint(
                name="entrant_offered_waits",
                condition=Q(answer_by__isnull=True) | Q(status="waiting", offered_at__isnull=False),
            ),
            models.CheckConstraint(
                name="entrant_withdrawn_has_moment",
                condition=Q(status="withdrawn", withdrawn_at__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_at__isnull=True)),
            ),
        ]
        indexes = [models.Index(fields=["answer_by"], name="entrant_answer_due", condition=Q(answer_by__isnull=False))]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.player_id}"


class EventLogEntry(models.Model):
    """An entry of the activity log: who did what, the values before and after, and why. Append-only."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=40)
    """`event.started`, `round.published`, …"""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    """Only what changed."""
    why = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} of event {self.event_id}"
