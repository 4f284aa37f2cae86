"""Matches whose choices are compared with what players couldn't know, and the scores. Only the site's staff sees them."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ComparisonStatus(models.TextChoices):
    """The statuses of a match in the comparison."""

    WAITING = "waiting"
    DONE = "done"
    SKIPPED = "skipped"


class SkipReason(models.TextChoices):
    """Why a match has no scores."""

    VOID = "void"
    """Aborted or annulled."""
    NOT_PLAYED = "not-played"
    """Decided before it started."""
    CASUAL = "casual"
    """It changed no ratings: a guest played, or a site bot lost on time."""
    NO_PLAYER = "no-player"
    """Nobody from whom something is hidden is a person or a bot account."""
    RULES = "rules"
    """An older version of the rules than that of the measured honest matches."""
    RECORD = "record"
    """The log can't be read by the engine, or reading it takes too long."""


class ComparedMatch(models.Model):
    """A rated match of a game with hidden information, compared once."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="compared")
    status = models.CharField(max_length=8, choices=ComparisonStatus, default=ComparisonStatus.WAITING)
    reason = models.CharField(max_length=10, choices=SkipReason, blank=True)
    woken_at = models.DateTimeField(null=True)
    """When a process was last told that it is due."""
    claimed_until = models.DateTimeField(null=True)
    """Until when a process works on it; if that process dies, another one takes over."""
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="compared_reason_of_skipped",
                condition=Q(status="skipped", reason__in=SkipReason.values) | Q(~Q(status="skipped"), reason=""),
            ),
            models.CheckConstraint(
                name="compared_finished",
                condition=Q(status="waiting", finished_at=None) | ~Q(Q(status="waiting") | Q(finished_at=None)),
            ),
        ]
        indexes = [models.Index(fields=["match"], name="compared_waiting", condition=Q(status="waiting"))]

    def __str__(self) -> str:
        return f"comparison of match {self.match_id}"


class FitScore(models.Model):
    """How far a player's choices of a match fitted what was hidden, or those of two partners what the other knew."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="fit_scores", db_index=False)
    game = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    """The version of the rules."""
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="fit_scores", db_index=False)
    partner_seat = models.PositiveSmallIntegerField(null=True)
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="partner_fit_scores"
    )
    """Of partners, the one with the higher id; null for a player alone."""
    score = models.FloatField()
    """`engines.fair_play.evidence.score_match`."""
    decisions = models.PositiveSmallIntegerField()
    weightiest = models.JSONField(default=list)
    """[entry, seat, contribution] of the decisions that raise the score most, highest first."""
    closed_at = models.DateTimeField()
    """The end of the match."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="fit_score_of_seat", condition=Q(partner_seat=None)),
            models.UniqueConstraint(fields=["match", "seat", "partner_seat"], name="fit_score_of_pair"),
            models.CheckConstraint(
                name="fit_score_partner",
                condition=Q(partner=None, partner_seat=None) | Q(partner__isnull=False, partner_seat__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["player", "game", "-closed_at"], name="fit_score_of_player")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.score:.1f}"
