"""Ask for reviews, cancel them, and compute them slice by slice.

A slice is claimed in the review's row until `LEASE` is over, computed without a lock, and saved if the claim still
stands. A process that dies loses one slice; after the lease, another continues. Hints only wake a process.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from engines import review as engine_review
from engines.common import bounded_steps
from engines.i18n import translate as _
from engines.review import Decision, Judgement
from engines.search_adapter import SearchAdapter
from league.people.queries import lock_account
from league.reviews.models import UNFINISHED, Review, ReviewRequest, ReviewStatus
from league.reviews.queries import find_adapter, get_reviewable_match
from matches.engine_limits import EngineFailure, get_engine, limit_call
from matches.errors import ActionError
from matches.models import Entry, Match
from matches.pubsub import enqueue
from matches.rate_limits import find_exceeded, raise_if_exceeded

logger = logging.getLogger(__name__)
TASK = "league.tasks.review_matches"
SLICE_S = 5.0
"""How long a slice takes at least, if there is that much to do, in seconds."""
LEASE = timedelta(minutes=5)
"""How long a claim lasts; longer than the time limit of the task."""
WAKE_PERIOD = timedelta(seconds=60)
"""The sweep repeats a hint after this time."""
MAX_WOKEN = 20
MAX_LOCKS = 20
MAX_STEPS = 2 * engine_review.MAX_DECISIONS + 1
MAX_ATTEMPTS = 3
"""A review on which so many processes have died without progress has failed."""
JUDGEMENT_S = 20.0
"""The most CPU time of one judgement in seconds, beyond the limit of an engine call."""


@transaction.atomic
def request_review(*, match_id: int, player_id: int, at: datetime) -> Review:
    """Put the review of a finished match in the queue for this player, or return it if it is done.

    Raises those of `get_reviewable_match`, ActionError("account-needed") for a guest, "limit-reached" if the player waits for
    too many reviews, and "too-many-requests" beyond the limit per day.
    """
    get_reviewable_match(match_id, player_id)
    lock_account(player_id)
    review = _lock_or_create(match_id, at)
    if review.status == ReviewStatus.DONE and review.version == engine_review.VERSION:
        return review
    if not ReviewRequest.objects.filter(review=review, player=player_id).exists():
        _check_limits(player_id)
        ReviewRequest.objects.create(review=review, player_id=player_id, at=at)
    if review.status not in UNFINISHED or review.version != engine_review.VERSION:
        _restart(review, at)
    enqueue(TASK)
    return review


def _lock_or_create(match_id: int, at: datetime) -> Review:
    """Return the review of the match, locked. Another player may create or drop it at the same moment."""
    for _attempt in bounded_steps(MAX_LOCKS, "the creation of a review"):
        review = Review.objects.select_for_update().filter(match=match_id).first()
        if review is not None:
            return review
        new = Review(match_id=match_id, version=engine_review.VERSION, asked_at=at, woken_at=at)
        Review.objects.bulk_create([new], ignore_conflicts=True)
    raise AssertionError("bounded_steps raises before this")


def _check_limits(player_id: int) -> None:
    waiting = ReviewRequest.objects.filter(player=player_id, review__status__in=UNFINISHED).count()
    limit = settings.QUOTAS["reviews_per_person"]
    if waiting >= limit:
        message = _("You already wait for {limit} reviews. Ask again when one of them is done.", limit=limit)
        raise ActionError("limit-reached", message)
    raise_if_exceeded(find_exceeded([("reviews", str(player_id))]))


def _restart(review: Review, at: datetime) -> None:
    review.status, review.version, review.asked_at = ReviewStatus.QUEUED, engine_review.VERSION, at
    review.woken_at = at
    review.claimed_until, review.attempts, review.finished_at = None, 0, None
    review.decisions, review.chosen, review.rows, review.moves = 0, 0, [], []
    review.save()


@transaction.atomic
def cancel_request(*, match_id: int, player_id: int) -> None:
    """Take a player's request back. A review for which nobody waits any more is dropped.

    Raises ActionError("not-found") if the player isn't waiting for the review.
    """
    review = Review.objects.select_for_update().filter(match=match_id, status__in=UNFINISHED).first()
    own = ReviewRequest.objects.filter(review=review, player=player_id)
    if review is None or not own.delete()[0]:
        raise ActionError("not-found", _("You aren't waiting for this review."))
    if not ReviewRequest.objects.filter(review=review).exists():
        review.delete()


def _list_waiting(at: datetime) -> QuerySet[Review]:
    """Return the unfinished reviews that are wanted and on which no process works, in the order of the queue."""
    wanted = ReviewRequest.objects.filter(review=OuterRef("pk"))
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=at)
    return Review.objects.filter(unclaimed, Exists(wanted), status__in=UNFINISHED).order_by("asked_at", "pk")


def list_unwoken(at: datetime) -> list[int]:
    """Return waiting reviews of which no process has been told for a while: the hint may have been lost."""
    return list(_list_waiting(at).filter(woken_at__lte=at - WAKE_PERIOD).values_list("pk", flat=True)[:MAX_WOKEN])


@transaction.atomic
def wake_reviewers(*, review_id: int, at: datetime) -> bool:
    """Tell processes again that a review waits; return whether it was time."""
    is_time = bool(Review.objects.filter(pk=review_id, woken_at__lte=at - WAKE_PERIOD).update(woken_at=at))
    if is_time:
        enqueue(TASK)
    return is_time


def has_waiting_reviews(at: datetime) -> bool:
    """Return whether there is something to compute."""
    return _list_waiting(at).exists()


def drop_unwanted(*, at: datetime) -> int:
    """Delete unfinished reviews for which nobody waits any more, as those of deleted accounts; return their number."""
    wanted = ReviewRequest.objects.filter(review=OuterRef("pk"))
    return Review.objects.filter(~Exists(wanted), status__in=UNFINISHED, asked_at__lt=at - LEASE).delete()[0]


def compute_next_slice(*, at: datetime, clock: Callable[[], datetime], slice_s: float = SLICE_S) -> bool:
    """Compute a slice of the next review in the queue; return whether there was one."""
    review = _claim(at)
    if review is None:
        return False
    if review.attempts > MAX_ATTEMPTS:
        _finish(review, ReviewStatus.FAILED, clock())
        return True
    try:
        _compute(review, clock, slice_s)
    except Exception:  # An engine may raise anything; the match is over and needs no referee.
        logger.exception("review of match %s failed", review.match_id)
        _finish(review, ReviewStatus.FAILED, clock())
    return True


def _claim(at: datetime) -> Review | None:
    """Return the next review, claimed; None if there is none or another process was faster each time."""
    for review in _list_waiting(at)[:5]:
        until = at + LEASE
        same = Review.objects.filter(pk=review.pk, claimed_until=review.claimed_until, status__in=UNFINISHED)
        claim = {"claimed_until": until, "attempts": F("attempts") + 1, "status": ReviewStatus.RUNNING}
        if same.update(**claim):
            review.claimed_until, review.attempts, review.status = until, review.attempts + 1, ReviewStatus.RUNNING
            return review
    return None


def _compute(review: Review, clock: Callable[[], datetime], slice_s: float) -> None:
    ends = time.monotonic() + slice_s
    work = _Work(review)
    is_unfinished = True
    for _step in bounded_steps(MAX_STEPS, "a review"):
        is_unfinished = work.step()
        if not is_unfinished or time.monotonic() >= ends:
            break
    if not is_unfinished:
        _finish(review, ReviewStatus.DONE, clock())
    else:
        _save(review, claimed_until=None, attempts=0)


def _finish(review: Review, status: ReviewStatus, at: datetime) -> None:
    with transaction.atomic():
        if _save(review, status=status, finished_at=at, claimed_until=None):
            ReviewRequest.objects.filter(review=review).delete()


def _save(review: Review, **values: Any) -> bool:
    """Save progress if the claim still stands; return whether it does."""
    same = Review.objects.filter(pk=review.pk, claimed_until=review.claimed_until, status=ReviewStatus.RUNNING)
    made = {name: getattr(review, name) for name in ("decisions", "chosen", "rows", "moves")}
    return bool(same.update(**made, **values))


class _Work:
    """What one process needs to continue a review."""

    def __init__(self, review: Review) -> None:
        self.review = review
        match = Match.objects.get(pk=review.match_id)
        adapter = find_adapter(match)
        if adapter is None:
            raise EngineFailure(f"{match.game} has no search adapter")
        self.seed = f"{match.game} {match.pk} {review.version}"
        self.adapter: SearchAdapter = adapter
        self.engine = get_engine(match.game, match.engine_version)
        entries = Entry.objects.filter(match=match).order_by("n").values_list("n", "by", "do")
        arguments = (self.engine, adapter, match.options, match.seats.count(), list(entries))
        self.decisions: list[Decision] = limit_call(engine_review.list_decisions, *arguments, extra_s=JUDGEMENT_S)
        self.budget = engine_review.coarse_budget(self.engine, adapter, len(self.decisions))
        review.decisions = len(self.decisions)

    def step(self) -> bool:
        """Make one judgement; return False if all have been made."""
        review = self.review
        if len(review.rows) < len(self.decisions):
            judgement = self._judge(self.decisions[len(review.rows)], self.budget, deep=False)
            review.rows.append(engine_review.build_row(judgement))
            return True
        chosen = engine_review.select_moves([engine_review.Row(*row) for row in review.rows])
        review.chosen = len(chosen)
        if len(review.moves) == len(chosen):
            return False
        decision = next(each for each in self.decisions if each.n == chosen[len(review.moves)])
        budget = engine_review.deep_budget(self.engine, self.adapter, len(chosen))
        judgement = self._judge(decision, budget, deep=True)
        review.moves.append(limit_call(engine_review.build_move, self.engine, self.adapter, judgement))
        return True

    def _judge(self, decision: Decision, budget: int, *, deep: bool) -> Judgement:
        def judge() -> Judgement:
            return engine_review.judge(self.engine, self.adapter, decision, seed=self.seed, budget=budget, deep=deep)

        return limit_call(judge, extra_s=JUDGEMENT_S)
