"""Compare finished rated matches, each once, and show the figures of a player to the staff.

A match is claimed in its row until `LEASE` is over and computed without a lock. A process that dies loses one match;
after the lease, another takes over.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from engines.fair_play.evidence import score_match
from engines.fair_play.match_scores import MatchScores, Scored, read_match
from engines.i18n import translate as _
from league.audit.actions import clean_reason, record
from league.fair_play.models import ComparedMatch, ComparisonStatus, FitScore, SkipReason
from league.fair_play.queries import Evidence, can_look, get_evidence, list_compared_games
from league.people.models import Player
from league.ratings.models import RatedMatch
from matches.engine_limits import EngineFailure, get_engine, limit_call
from matches.errors import ActionError
from matches.models import Entry, Match, Status
from matches.pubsub import enqueue
from matches.queries.duplicates import revealed_q

logger = logging.getLogger(__name__)
TASK = "league.tasks.compare_matches"
LOOK_BACK = 5000
"""Range of ids that are looked at again: a match with a lower id may have been committed later."""
LEASE = timedelta(seconds=120)
"""How long a claim lasts; longer than the time limit of the task."""
WAKE_PERIOD = timedelta(minutes=2)
"""After this a hint counts as lost."""
MAX_ATTEMPTS = 3
READING_S = 10.0
"""The most CPU time for one match in seconds, beyond the limit of an engine call."""
WEIGHTIEST = 5
_BATCH = 500


def register_matches() -> int:
    """Register new rated matches of the compared games; return how many."""
    seen = ComparedMatch.objects.aggregate(seen=Max("match_id"))["seen"] or 0
    rows = RatedMatch.objects.filter(match_id__gt=seen - LOOK_BACK, game__in=list_compared_games(), match__compared=None)
    match_ids = list(rows.order_by("match_id").values_list("match_id", flat=True)[:_BATCH])
    ComparedMatch.objects.bulk_create([ComparedMatch(match_id=match_id) for match_id in match_ids], ignore_conflicts=True)
    return len(match_ids)


def list_due(at: datetime) -> QuerySet[ComparedMatch]:
    """Return the matches to compare: counted in the ratings, or void, not claimed by another process, and no open twin."""
    ended = Q(match__status=Status.CLOSED, match__rated__counted_at__isnull=False) | Q(match__status=Status.VOID)
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=at)
    due = ComparedMatch.objects.filter(ended, unclaimed, revealed_q("match__"), status=ComparisonStatus.WAITING)
    return due.order_by("match_id")


def list_unwoken(at: datetime) -> list[int]:
    """Return the match that has been due longest without a hint to a process: none was sent, or it was lost."""
    unwoken = Q(woken_at=None) | Q(woken_at__lte=at - WAKE_PERIOD)
    return list(list_due(at).filter(unwoken).values_list("pk", flat=True)[:1])


@transaction.atomic
def wake_comparison(*, match_id: int, at: datetime) -> bool:
    """Hint that a match is due; return whether it was time."""
    unwoken = Q(woken_at=None) | Q(woken_at__lte=at - WAKE_PERIOD)
    is_time = bool(ComparedMatch.objects.filter(unwoken, pk=match_id).update(woken_at=at))
    if is_time:
        enqueue(TASK)
    return is_time


def compare_next(at: datetime) -> bool:
    """Compare the next match; return whether there was one."""
    row = _claim(at)
    if row is None:
        return False
    if row.attempts > MAX_ATTEMPTS:
        _finish(row, [], SkipReason.RECORD, at)
        return True
    try:
        scores = build_scores(row.match_id)
    except _Skipped as skipped:
        _finish(row, [], skipped.reason, at)
    except Exception:  # An engine may raise anything; the match is over and needs no referee.
        logger.exception("match %s can't be compared", row.match_id)
        _finish(row, [], SkipReason.RECORD, at)
    else:
        _finish(row, scores, None, at)
    return True


def _claim(at: datetime) -> ComparedMatch | None:
    """Return the next match, claimed; None if there is none or another process was faster each time."""
    for row in list_due(at)[:5]:
        until = at + LEASE
        same = ComparedMatch.objects.filter(pk=row.pk, claimed_until=row.claimed_until, status=ComparisonStatus.WAITING)
        if same.update(claimed_until=until, attempts=F("attempts") + 1):
            row.claimed_until, row.attempts = until, row.attempts + 1
            return row
    return None


def _finish(row: ComparedMatch, scores: Sequence[FitScore], reason: SkipReason | None, at: datetime) -> None:
    """Store the scores if the claim still stands. Those of accounts that were deleted meanwhile are left out."""
    status = ComparisonStatus.DONE if reason is None else ComparisonStatus.SKIPPED
    with transaction.atomic():
        same = ComparedMatch.objects.filter(pk=row.pk, claimed_until=row.claimed_until, status=ComparisonStatus.WAITING)
        if not same.update(status=status, reason=reason or "", claimed_until=None, finished_at=at):
            return
        people = {player for score in scores for player in (score.player_id, score.partner_id) if player is not None}
        there = set(
            Player.objects.select_for_update()
            .filter(pk__in=people, deleted_at=None)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        kept = [score for score in scores if {score.player_id, score.partner_id or score.player_id} <= there]
        FitScore.objects.bulk_create(kept, ignore_conflicts=True)


class _Skipped(Exception):
    """A match that has no scores."""

    def __init__(self, reason: SkipReason) -> None:
        super().__init__(reason)
        self.reason = reason


def build_scores(match_id: int) -> list[FitScore]:
    """Return the scores of a match, not stored. Raises _Skipped."""
    match = Match.objects.select_related("rated").defer("state", "behind", "clock").get(pk=match_id)
    if match.status != Status.CLOSED:
        raise _Skipped(SkipReason.VOID)
    if match.started_at is None or match.closed_at is None:
        raise _Skipped(SkipReason.NOT_PLAYED)
    if match.rated.casual or match.learn:
        raise _Skipped(SkipReason.CASUAL)
    adapter, calibration = list_compared_games()[match.game]
    if match.engine_version < calibration.version:
        raise _Skipped(SkipReason.RULES)
    seats = match.seats.select_related("player").order_by("number")
    count = len(seats)
    hidden = set(adapter.seats(count))
    players = {
        seat.number: seat.player
        for seat in seats
        if seat.number in hidden and seat.player is not None and not seat.player.bot and seat.player.deleted_at is None
    }
    if not players:
        raise _Skipped(SkipReason.NO_PLAYER)
    entries = list(Entry.objects.filter(match=match_id).order_by("n").values_list("by", "do"))
    try:
        engine = get_engine(match.game, match.engine_version)
        arguments = (engine, adapter, match.options, count, entries, f"fair-play {match_id}", frozenset(players))
        scores: MatchScores = limit_call(read_match, *arguments, extra_s=READING_S)
    except EngineFailure as failure:
        logger.error("match %s can't be compared: %s", match_id, failure)
        raise _Skipped(SkipReason.RECORD) from failure
    rows = []
    for seat, decisions in scores.seats.items():
        rows += _build_rows(match, decisions, (seat, players[seat].pk))
    for (low, high), decisions in scores.pairs.items():
        first, second = sorted(((low, players[low].pk), (high, players[high].pk)), key=lambda place: place[1])
        rows += _build_rows(match, decisions, first, second)
    return rows


def _build_rows(
    match: Match,
    decisions: Sequence[Scored],
    place: tuple[int, int],
    partner: tuple[int, int] | tuple[None, None] = (None, None),
) -> list[FitScore]:
    """Return the row of a seat or a pair, each given by seat and player; none if no decision tells anything."""
    score = score_match(decisions)
    if score is None or match.closed_at is None:
        return []
    ranked = sorted(decisions, key=lambda row: -row.excess.standardised * row.excess.spread)[:WEIGHTIEST]
    weightiest = [
        [row.entry, row.seat, round(row.excess.standardised * row.excess.spread, 3)]
        for row in ranked
        if row.excess.standardised > 0
    ]
    return [
        FitScore(
            match=match, game=match.game, version=match.engine_version, seat=place[0], player_id=place[1],
            partner_seat=partner[0], partner_id=partner[1], score=score, decisions=len(decisions), weightiest=weightiest,
            closed_at=match.closed_at,
        )
    ]  # fmt: skip


@transaction.atomic
def look_into(*, player_id: int, game: str, by: int, why: str, at: datetime) -> Evidence:
    """Return a player's figures in a game with their matches, and log who looked and why.

    Raises ActionError("not-allowed") for others than the site's staff, "own-figures", "not-found" and "why-needed".
    """
    if not can_look(by):
        raise ActionError("not-allowed", _("Only the site's admins can do this."))
    if player_id == by:
        raise ActionError("own-figures", _("You can't look into your own figures. Another admin has to do it."))
    why = clean_reason(why, required=True)
    evidence = get_evidence(player_id, game, without=by)
    record(by=by, action="fair-play.looked-at", subject=("player", player_id), at=at, why=why, after={"game": game})
    return evidence
