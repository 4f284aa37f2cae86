"""Reviews of matches, and who has asked for them."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ReviewStatus(models.TextChoices):
    """The statuses of a review."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


UNFINISHED = (ReviewStatus.QUEUED, ReviewStatus.RUNNING)


class Review(models.Model):
    """The review of a match, computed once for everyone who may see the match's record."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="review")
    status = models.CharField(max_length=8, choices=ReviewStatus, default=ReviewStatus.QUEUED)
    version = models.CharField(max_length=20)
    """`engines.review.VERSION`, under which it was computed; a review of another version is computed anew on request."""
    asked_at = models.DateTimeField()
    """When it was put in the queue."""
    claimed_until = models.DateTimeField(null=True)
    """Until when a process works on it; if that process dies, another one continues after this."""
    woken_at = models.DateTimeField(null=True)
    """When processes were last told that it waits."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """Claims since the last saved progress."""
    decisions = models.PositiveSmallIntegerField(default=0)
    """Judgements of the coarse pass; 0 before the first slice."""
    chosen = models.PositiveSmallIntegerField(default=0)
    """Judgements of the deep pass; 0 before it begins."""
    rows = models.JSONField(default=list)
    """`engines.review.Row` of each decision that the coarse pass has judged."""
    moves = models.JSONField(default=list)
    """The moves that the deep pass has judged (`engines.review.build_move`)."""
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="review_status_known", condition=Q(status__in=ReviewStatus.values)),
            models.CheckConstraint(
                name="review_over_is_finished",
                condition=Q(status__in=UNFINISHED, finished_at__isnull=True)
                | Q(~Q(status__in=UNFINISHED), finished_at__isnull=False, claimed_until__isnull=True),
            ),
        ]
        indexes = [models.Index(fields=["asked_at"], name="review_waiting", condition=Q(status__in=UNFINISHED))]

    def __str__(self) -> str:
        return f"review of {self.match_id}"

    @property
    def progress(self) -> int:
        """Return the percent of the work that is done: both passes cost about the same."""
        passes = ((len(self.rows), self.decisions), (len(self.moves), self.chosen))
        return int(sum(50 * made / total for made, total in passes if total))


class ReviewRequest(models.Model):
    """A player waits for a review. Requests of finished reviews count for nothing and are deleted with them."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="requests", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="review_requests")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["review", "player"], name="review_request_once")]

    def __str__(self) -> str:
        return f"{self.player_id} waits for {self.review_id}"
