"""Matches (game, position, clock and result) and their seats."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from engines.referee_notation import ENTERED
from engines.reported import is_reported
from matches.clock import TimeControl


class Status(models.TextChoices):
    """The statuses of a match."""

    OPEN = "open"
    """Waiting until its seats are taken and ready."""
    PLAYING = "playing"
    PAUSED = "paused"
    """Paused by a referee or by agreement of the players; clocks are stopped, and moves are refused."""
    REVIEW = "review"
    """Under review after a fault of the server; clocks are stopped."""
    CLOSED = "closed"
    VOID = "void"
    """Aborted, or annulled by a referee; does not count."""


class Preparation(models.TextChoices):
    """State of the decisions between "all ready" and the start (`matches.preparation`)."""

    NONE = "", "None"
    PLANNED = "planned"
    RUNNING = "running"
    DONE = "done"


RUNNING = (Status.PLAYING, Status.PAUSED)
"""The statuses of a match that is running from the players' point of view."""


class Match(models.Model):
    """A match. Its log is authoritative; `state` and `clock` are derived from it, so that it need not be replayed."""

    game = models.CharField(max_length=40)
    engine_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    control = models.JSONField()
    title = models.JSONField(default=str, blank=True)
    """A message (`engines.i18n.to_stored`); "" if it has none."""

    learn = models.BooleanField(default=False)
    """A lesson: one player against bots, with hints. Never rated, and not part of an event."""

    berserk = models.BooleanField(default=False)
    """Whether players may go berserk; the clock and the log record those who did."""

    terms = models.JSONField(default=dict)
    """What its players may agree on (`matches.offers.OfferPolicy`)."""

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    preparation = models.CharField(max_length=8, choices=Preparation, blank=True, default="", db_default="")
    """The state of the preparation; blank if there is none."""
    state = models.JSONField(null=True)
    behind = models.JSONField(null=True)
    """The states that a seat can undo to in its unfinished turn, oldest first, and how often it has done so."""
    asked = models.JSONField(null=True)
    """Open offers between players (`matches.offers.Offers`)."""
    clock = models.JSONField(null=True)
    to_act = models.JSONField(default=list)
    turns = models.JSONField(default=list)
    """Per seat, the number of accepted submissions, which its next one must name."""
    has_conditional_moves = models.BooleanField(default=False, db_default=False)
    """Whether a player has stored any, so that moves of other matches need no query for them. Never shown."""
    last_entry = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64, blank=True)

    twin = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="+")
    """The other match of a duplicate: the same seed and draws, with the seats swapped."""
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    mix = models.JSONField(null=True)
    """The client seeds sent with moves, as an `engines.randomness.Mix`; null before the first."""
    signed_by = models.CharField(max_length=64, blank=True)
    """The public key of the record's signature, made when the match ended."""
    signature = models.CharField(max_length=128, blank=True)
    signed_at = models.DateTimeField(null=True)
    """When it was signed; null for matches that began before records contained this."""
    about = models.JSONField(null=True)
    """The part of the record's header that is not about rules: `event`, and from the start on `site` and `players`.
    Null for matches that began before records contained this.
    """

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    tells_time = models.BooleanField(default=False)
    """Whether the record is enough to recalculate its clocks; false for older matches."""
    lags = models.JSONField(default=dict)
    """The last pings by seat, in ms."""
    deadline_at = models.DateTimeField(null=True)
    """When a player runs out of time; while open, when absent players forfeit; while paused, when that ends."""
    paused_at = models.DateTimeField(null=True)
    """Since when it is paused."""
    paused_until = models.DateTimeField(null=True)
    """When an agreed pause ends by itself; null while paused by a referee."""
    credited = models.JSONField(null=True)
    """While open: the outages, as pairs of times, by which the deadline was extended. Later ones are in its log."""
    cut_ms = models.PositiveBigIntegerField(default=0)
    """Time of overloads that was not credited because the match had reached OVERLOAD_CREDIT_S."""
    alarm_at = models.DateTimeField(null=True)
    """The deadline for which an alarm is set."""
    bot_due_at = models.DateTimeField(null=True)
    """When a bot's next move is due."""
    bots_only = models.BooleanField(default=False, db_default=False)
    """Whether all seats are bots'; these wait behind the bots of players' matches."""
    served_for = models.BigIntegerField(null=True)
    """The player for whom its bots play: bots serve players in turn. Not a foreign key, and never shown."""
    keeps_pace = models.BooleanField(default=False, db_default=False)
    """Whether bots wait between moves even in a bots-only match without spectators, as in the demo."""
    watched_at = models.DateTimeField(null=True)
    """When a bots-only match was last seen open; without spectators, bots do not wait between moves."""

    delay_ms = models.PositiveIntegerField(default=0)
    """Spectator delay: others see the match, and learn of its end, this much later than its players."""
    held_until = models.DateTimeField(null=True)
    """Until when only its players may know that it has ended; null if not delayed."""

    ranks = models.JSONField(null=True)
    reason = models.CharField(max_length=40, blank=True)
    ruling = models.JSONField(null=True)
    """The last ruling: its entry `n`, first `word`, `text` with the reason (a message), and the word that keeps the
    match paused or under review (`held`).
    """

    class Meta:
        constraints = [
            models.CheckConstraint(name="match_status_known", condition=Q(status__in=Status.values)),
            models.CheckConstraint(
                name="match_closed_has_outcome", condition=~Q(status="closed") | Q(ranks__isnull=False, closed_at__isnull=False)
            ),
            models.CheckConstraint(
                name="match_paused_since",
                condition=Q(status="paused", paused_at__isnull=False)
                | ~Q(status="paused") & Q(paused_at__isnull=True, paused_until__isnull=True),
            ),
            models.CheckConstraint(
                name="match_ended_has_no_deadline",
                condition=~Q(status__in=["closed", "void", "review"]) | Q(deadline_at__isnull=True, bot_due_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(fields=["deadline_at"], name="match_deadline", condition=Q(deadline_at__isnull=False)),
            models.Index(fields=["bot_due_at"], name="match_bot_due", condition=Q(bot_due_at__isnull=False)),
            models.Index(fields=["status", "-id"], name="match_status"),
            models.Index(fields=["-id"], name="match_running", condition=Q(status__in=["playing", "paused"])),
            models.Index(fields=["held_until"], name="match_held", condition=Q(held_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def is_reported(self) -> bool:
        """Return whether its result is reported, not refereed here: the game is played elsewhere, or staff entered it."""
        return self.reason == ENTERED or is_reported(self.game)

    @property
    def has_site(self) -> bool:
        """Return whether the record names site, players and event; matches from before that keep their header."""
        return "site" in (self.about or {})

    @property
    def duplicate_name(self) -> str:
        """Return the name of the draws that it shares with its twin, "" without one."""
        return "" if self.twin_id is None else f"{min(self.pk, self.twin_id)}+{max(self.pk, self.twin_id)}"

    @property
    def control_value(self) -> TimeControl:
        return TimeControl(**self.control)


class Seat(models.Model):
    """A seat of a match and its player."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    pace_ms = models.PositiveIntegerField(default=0)
    """How long a bot waits before it moves, so that people can follow."""
    nonce = models.CharField(max_length=64, blank=True)
    by_link = models.BooleanField(default=False)
    """Whether it is reserved for holders of the invite link."""
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
            models.CheckConstraint(name="seat_ready_is_taken", condition=Q(ready_at__isnull=True) | Q(player__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def name(self) -> str:
        """Return the name of the player; "" for an open seat."""
        return str(self.player or "")

    @property
    def ready(self) -> bool:
        return self.ready_at is not None

    @property
    def free(self) -> bool:
        """Return whether anybody may take the seat."""
        return self.player_id is None and not self.by_link
