"""Drafts: the setup, the log of actions, and the state folded from the log."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class DraftKind(models.TextChoices):
    """The kinds of draft; the values are the keys of `formats.registry`."""

    DECK = "deck", gettext_lazy("Deck")
    LINEAR = "linear", gettext_lazy("Linear")
    SNAKE = "snake", gettext_lazy("Snake")
    AUCTION = "auction", gettext_lazy("Auction")
    BLIND = "blind", gettext_lazy("Blind auction")


class DraftStatus(models.TextChoices):
    """The lifecycle of a draft."""

    SETUP = "setup", gettext_lazy("In set-up")
    RUNNING = "running", gettext_lazy("Running")
    PAUSED = "paused", gettext_lazy("Paused")
    REVIEW = "review", gettext_lazy("Under review")
    FINISHED = "finished", gettext_lazy("Finished")
    CANCELLED = "cancelled", gettext_lazy("Cancelled")


IN_PROGRESS = (DraftStatus.RUNNING, DraftStatus.PAUSED, DraftStatus.REVIEW)
"""Statuses of a draft that has started and is not over."""


class DraftManager(models.Manager["Draft"]):
    """Manager with the common filters on drafts."""

    def mock(self) -> models.QuerySet[Draft]:
        """Return mock drafts, which belong to no season and no match."""
        return self.filter(season=None, match=None)

    def begun(self) -> models.QuerySet[Draft]:
        """Return drafts that have started and are not over."""
        return self.filter(status__in=IN_PROGRESS)

    def light(self) -> models.QuerySet[Draft]:
        """Return all drafts with their large columns deferred."""
        return self.defer("state", "setup")

    def unfinished(self) -> models.QuerySet[Draft]:
        return self.exclude(status__in=[DraftStatus.FINISHED, DraftStatus.CANCELLED])


class Draft(models.Model):
    """A draft of a season, of a match, or a mock one against bots. `state` is folded from the `DraftLogEntry` rows."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, null=True, related_name="drafts")
    """Null for a draft without contracts."""
    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, null=True, related_name="draft")
    """The match for which the Gamers are drawn; null for season and mock drafts."""
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="drafts_hosted")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=DraftKind)
    status = models.CharField(max_length=9, choices=DraftStatus, default=DraftStatus.SETUP)
    settings = models.JSONField(default=dict)
    """The organiser's `plans.DraftPlan`; from the start on also `ordering`: the order of the teams with its draws."""
    setup = models.JSONField(null=True)
    """The initial state for the log: teams, Gamers, rules, order and clocks at the start."""
    state = models.JSONField(null=True)
    last_act = models.PositiveIntegerField(default=0)
    deadline_at = models.DateTimeField(null=True)
    """When the sweep must process the draft; null while no clock runs."""
    seed = models.CharField(max_length=64)
    """The seed of order, decks and lots, in hex: secret until the draft is over."""
    commitment = models.CharField(max_length=64)
    bot_pace_ms = models.PositiveIntegerField(default=1500)
    bots_due_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects: ClassVar[DraftManager] = DraftManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season"], name="season_has_one_draft", condition=~Q(status__in=["finished", "cancelled"])
            ),
            models.CheckConstraint(name="draft_of_season_or_match", condition=Q(season__isnull=True) | Q(match__isnull=True)),
            models.CheckConstraint(name="draft_kind_known", condition=Q(kind__in=DraftKind.values)),
            models.CheckConstraint(name="draft_status_known", condition=Q(status__in=DraftStatus.values)),
            models.CheckConstraint(
                name="draft_begun_has_state",
                condition=Q(status__in=["setup", "cancelled"])
                | Q(state__isnull=False, setup__isnull=False, started_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["deadline_at"], name="draft_due", condition=Q(deadline_at__isnull=False)),
            models.Index(fields=["bots_due_at"], name="draft_bots_due", condition=Q(bots_due_at__isnull=False)),
            models.Index(fields=["starts_at"], name="draft_start_due", condition=Q(starts_at__isnull=False, status="setup")),
        ]

    def __str__(self) -> str:
        return self.name


class DraftTeam(models.Model):
    """A team of a draft, with the number that its actions use."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="drafts")
    """The player at the start; in a season the franchise's owner may act. Null for a bot of a mock draft."""
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="drafts")
    queue = models.JSONField(default=list)
    """Private autopick queue until the start, then in the state: ids of season Gamers (in a mock draft, of Gamers)."""
    seen_at = models.DateTimeField(null=True)
    """When its page was last open; disconnected time is given back."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draft", "number"], name="draft_team_once"),
            models.UniqueConstraint(fields=["draft", "player"], name="draft_player_once"),
        ]

    def __str__(self) -> str:
        return self.name


class DraftLogEntry(models.Model):
    """An entry of a draft's log, which is append-only: an undo is another entry."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="acts")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="draft_acts")
    """The acting user; null for the clock and bots."""
    act = models.JSONField()
    key = models.CharField(max_length=40, null=True)
    """The client's idempotency key."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draft", "n"], name="draft_act_once"),
            models.UniqueConstraint(fields=["draft", "by", "key"], name="draft_act_sent_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draft_id}/{self.n}"


class DraftMessage(models.Model):
    """A chat message in the room of a season's draft."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="messages")
    n = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="draft_messages")
    text = models.CharField(max_length=300)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    """Since when it is hidden."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "n"], name="draft_message_once")]

    def __str__(self) -> str:
        return f"{self.draft_id}:{self.n}"


class DraftReport(models.Model):
    """A draft's chat message reported to the staff, as `matches.Report` is one of a match; open until it is settled."""

    message = models.ForeignKey(DraftMessage, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="draft_reports")
    why = models.CharField(max_length=200)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "by"], name="draft_report_once")]
        indexes = [models.Index(fields=["-at"], name="draft_report_open", condition=Q(settled_at__isnull=True))]

    def __str__(self) -> str:
        return f"report of {self.message_id}"
