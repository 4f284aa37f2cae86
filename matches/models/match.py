"""One match: its game, its position, its clock and how it ended; and its seats."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.clock import Control


class Status(models.TextChoices):
    OPEN = "open"
    """Waits for its seats to be taken and to be ready."""
    PLAYING = "playing"
    PAUSED = "paused"
    """Stopped by a referee or by agreement of the players; no clock runs, and nobody moves."""
    REVIEW = "review"
    """Held after a fault of ours; no clock runs."""
    CLOSED = "closed"
    VOID = "void"
    """Called off before it had really begun, or annulled by a referee; counts for nothing."""


class Preparation(models.TextChoices):
    """What is decided by its players after they have come and before the match starts (`matches.preparation`)."""

    NONE = "", "None"
    PLANNED = "planned"
    RUNNING = "running"
    DONE = "done"


RUNNING = (Status.PLAYING, Status.PAUSED)
"""Begun and not over, as players see it."""


class Match(models.Model):
    """The log is the truth of a match; `state` and `clock` are what it comes to, so that nobody has to replay it."""

    game = models.CharField(max_length=40)
    engine_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    control = models.JSONField()
    title = models.JSONField(default=str, blank=True)
    """A message (`engines.words.stored`); "" where it has none."""

    learn = models.BooleanField(default=False)
    """A lesson: one person against bots, who may ask for hints. It is never rated and belongs to no event."""

    berserk = models.BooleanField(default=False)
    """Whether its players may go berserk; the clock and the log say who has."""

    terms = models.JSONField(default=dict)
    """What its players may agree on (`matches.offers.Terms`)."""

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    preparation = models.CharField(max_length=8, choices=Preparation, blank=True, default="", db_default="")
    """What stands between the players' being ready and the start; blank: nothing."""
    state = models.JSONField(null=True)
    behind = models.JSONField(null=True)
    """The states that a seat may go back to in its unfinished turn, oldest first, and how often it has done so."""
    asked = models.JSONField(null=True)
    """What players have asked of each other (`matches.offers.Asked`)."""
    clock = models.JSONField(null=True)
    to_act = models.JSONField(default=list)
    turns = models.JSONField(default=list)
    """Per seat, how many of its submissions have been accepted: what its next one must name."""
    last_entry = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64, blank=True)

    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    mix = models.JSONField(null=True)
    """The nonces that came with moves, as an `engines.randomness.Mix`; null before the first."""
    signed_by = models.CharField(max_length=64, blank=True)
    """The public key that signed the record when the match ended."""
    signature = models.CharField(max_length=128, blank=True)
    signed_at = models.DateTimeField(null=True)
    """When it was signed; null for a match that began before records told that."""
    about = models.JSONField(null=True)
    """What the header of its record says beside the rules: the `event`, and from the start on `site` and `players`.
    Null for a match that began before records told that."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    tells_time = models.BooleanField(default=False)
    """Whether its record holds everything to work its clocks out again. Matches from before that cannot change it."""
    lags = models.JSONField(default=dict)
    """By seat, the last round trips of its line as we have measured them, in ms."""
    deadline_at = models.DateTimeField(null=True)
    """When somebody runs out of time; while open, when those who are not ready forfeit; while paused, its end."""
    paused_at = models.DateTimeField(null=True)
    """Since when it is paused."""
    paused_until = models.DateTimeField(null=True)
    """When an agreed pause ends by itself; null while paused: only a referee ends it."""
    credited = models.JSONField(null=True)
    """The outages of ours, as pairs of moments, by which the time to appear has been lengthened. Once it is played, its
    log says what its clocks have been given."""
    cut_ms = models.PositiveBigIntegerField(default=0)
    """Time of overloads that was not credited, because the match had reached the limit (OVERLOAD_CREDIT_S)."""
    alarm_at = models.DateTimeField(null=True)
    """The deadline for which an alarm has been set."""
    bot_due_at = models.DateTimeField(null=True)
    """When a bot's next move is due."""
    bots_only = models.BooleanField(default=False, db_default=False)
    """Whether only bots sit here: they wait behind the bots of people's matches."""
    served_for = models.BigIntegerField(null=True)
    """The player for whom bots play here: they play for everybody in turn. No reference, and shown to nobody."""
    keeps_pace = models.BooleanField(default=False, db_default=False)
    """Whether bots wait between moves even where only bots play and nobody watches, as in the demo."""
    watched_at = models.DateTimeField(null=True)
    """When somebody last had it open, noted of matches of bots alone; unwatched, bots do not wait between moves."""

    delay_ms = models.PositiveIntegerField(default=0)
    """Spectators see the match, and everybody hears of its end, so much later than its players."""
    held_until = models.DateTimeField(null=True)
    """Until when only its players may know that it has ended; null where no delay holds it."""

    ranks = models.JSONField(null=True)
    reason = models.CharField(max_length=40, blank=True)
    ruling = models.JSONField(null=True)
    """The last ruling of a referee: entry `n`, its first `word`, its `text` with the reason (a message), and the word
    by which a referee holds the match (`held`)."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="match_status_known", condition=Q(status__in=Status.values)),
            models.CheckConstraint(
                name="match_closed_has_outcome",
                condition=~Q(status="closed") | Q(ranks__isnull=False, closed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_paused_since",
                condition=Q(status="paused", paused_at__isnull=False)
                | ~Q(status="paused") & Q(paused_at__isnull=True, paused_until__isnull=True),
            ),
            models.CheckConstraint(
                name="match_ended_has_no_deadline",
                condition=~Q(status__in=["closed", "void", "review"])
                | Q(deadline_at__isnull=True, bot_due_at__isnull=True),
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
    def has_site(self) -> bool:
        """Whether its record names site, players and event; a match that began before records did keeps its header."""
        return "site" in (self.about or {})

    @property
    def control_value(self) -> Control:
        return Control(**self.control)


class Seat(models.Model):
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    pace_ms = models.PositiveIntegerField(default=0)
    """How long a bot waits before it moves, so that people can follow."""
    nonce = models.CharField(max_length=64, blank=True)
    by_link = models.BooleanField(default=False)
    """Kept for whoever has an invitation link."""
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
            models.CheckConstraint(
                name="seat_ready_is_taken", condition=Q(ready_at__isnull=True) | Q(player__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def name(self) -> str:
        """The name of its player; empty while nobody holds it."""
        return str(self.player or "")

    @property
    def ready(self) -> bool:
        return self.ready_at is not None

    @property
    def free(self) -> bool:
        """Whether anybody may take it."""
        return self.player_id is None and not self.by_link
