"""Counting a match in the ratings, once, and again when its result changes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import OperationalError, transaction

from engines.i18n import mark, to_stored
from league.people.models import Player
from league.ratings import elo, pools
from league.ratings.actions.recalculation import (
    Replay,
    is_lock_timeout,
    lock_pool,
    store_states,
    store_steps,
    to_state,
    write_replay,
)
from league.ratings.models import RatedMatch, Rating, RatingCorrection, RatingPool
from league.ratings.queries.bot_matches import compute_weight, has_bot_lost_on_time
from league.ratings.queries.counted_matches import MatchPosition, find_position
from league.ratings.rating_calculation import MatchToRate, PoolRatings, RatingStep
from matches.models import Match
from matches.pubsub import publish_on_commit
from matches.queries.history import MatchResult, find_result

LATE_REASON = mark("It was counted after matches that ended later.")


def mark_rated(*, match_id: int, game: str, pool: str) -> None:
    """Mark a match as rated in a pool of its game."""
    mark_all_rated([match_id], game=game, pool=pool)


def mark_all_rated(matches: Sequence[int], *, game: str, pool: str) -> None:
    """Mark many matches of a game as rated in a pool of the game."""
    pools.check_key(pool, game)
    RatedMatch.objects.bulk_create(RatedMatch(match_id=match_id, game=game, pool=pool) for match_id in matches)


def apply_rated_match(*, match_id: int, at: datetime) -> bool:
    """Count a closed rated match; return whether this call did it. Idempotent and safe to call concurrently.

    If the pool stays locked for long, the match is left to the sweep.
    """
    try:
        with transaction.atomic():
            return _claim_and_apply(match_id, at)
    except OperationalError as error:
        if is_lock_timeout(error):
            return False
        raise


def _claim_and_apply(match_id: int, at: datetime) -> bool:
    """Claim and count a match. The claim joins no other table: after waiting for a lock, joined rows are not reread."""
    uncounted = RatedMatch.objects.filter(match_id=match_id, counted_at=None)
    row = uncounted.values_list("pool", "ruled").first()
    match_result = find_result(match_id, at) if row else None
    if row is None or match_result is None:
        return False
    key, override = row
    match_result = match_result if override is None else replace(match_result, ranks=tuple(override))
    players = list(Player.objects.filter(pk__in=[player for player in match_result.players if player is not None]))
    key = pools.get_bots_pool(key) if any(player.is_bot_account for player in players) else key
    pool = lock_pool(key, patient=False)
    casual, weight = _get_casual_and_weight(match_result, players)
    if not uncounted.update(counted_at=at, casual=casual, weight=weight, pool=key):
        return False
    if not casual and elo.changes_ratings(match_result.ranks, match_result.reason, played=match_result.started_at is not None):
        _update_ratings(pool, match_result, weight, at)
        publish_on_commit(f"leaderboard.{pools.get_game_key(key)}")
    return True


def _get_casual_and_weight(match_result: MatchResult, players: Sequence[Player]) -> tuple[bool, float]:
    """Return whether the match changes no ratings because of its players, and otherwise its weight."""
    if len(players) < len(match_result.players) or any(player.is_guest and not player.is_placeholder for player in players):
        return True, 1.0
    if not any(player.bot for player in players):
        return False, 1.0
    return has_bot_lost_on_time(match_result.match_id), compute_weight(Match.objects.get(pk=match_result.match_id))


def _update_ratings(pool: RatingPool, match_result: MatchResult, weight: float, at: datetime) -> None:
    """Rate the match; if a later match of one of its players has been counted, replay everything since."""
    players = tuple(player or 0 for player in match_result.players)
    match = MatchToRate(match_result.match_id, match_result.closed_at, players, tuple(match_result.ranks), weight)
    rows = {row.player_id: row for row in Rating.objects.filter(player__in=match.players, pool=pool.key)}
    if any(row.changed_at and row.changed_at >= match.at for row in rows.values()):
        replay_from(pool, MatchPosition(match.at, match.match), at=at, by=None, reason=LATE_REASON)
        return
    pool_ratings = PoolRatings(pool.rule)
    pool_ratings.places = {player: to_state(row) for player, row in rows.items()}
    store_steps(pool.key, pool_ratings.rate_matches([match]))
    store_states(pool.key, pool_ratings.places.items())


@transaction.atomic
def correct_ratings(*, match_id: int, at: datetime, by: int | None = None, reason: str = "") -> int | None:
    """Rerate everything that follows from a changed counted match; return the correction's id.

    None if no rating changes, or if the match has not been counted: it will then count as it is. The result equals that
    of a full recomputation.
    """
    position = find_position(match_id)
    if position is None:
        return None
    pool, since = position
    return replay_from(lock_pool(pool.key), since, at=at, by=by, reason=reason)


@transaction.atomic
def override_ranks(*, match_id: int, ranks: Sequence[int] | None, at: datetime, by: int, reason: str) -> int | None:
    """Rate a match by these ranks instead of its own (empty: not at all; None: its own again), and correct."""
    RatedMatch.objects.filter(match=match_id).update(ruled=None if ranks is None else list(ranks))
    return correct_ratings(match_id=match_id, at=at, by=by, reason=reason)


def replay_from(pool: RatingPool, since: MatchPosition, *, at: datetime, by: int | None, reason: str) -> int | None:
    """Replay the locked pool from a match on, and keep what was replaced; return the correction's id, if any."""
    difference = write_replay(Replay(pool, since))
    if not difference.stale and not difference.fresh:
        return None
    publish_on_commit(f"leaderboard.{pools.get_game_key(pool.key)}")
    if not difference.stale and all(step.match == since.match for step in difference.fresh):
        return None  # only counted late: no published rating has changed
    correction = RatingCorrection.objects.create(
        pool=pool.key, match_id=since.match, by_id=by, why=to_stored(reason), at=at,
        replaced=_to_json(difference.stale), changed=_to_json(difference.fresh),
    )  # fmt: skip
    return int(correction.pk)


def _to_json(steps: Iterable[RatingStep]) -> list[dict[str, object]]:
    ordered: Sequence[RatingStep] = sorted(steps, key=lambda step: (step.at, step.match, step.player))
    return [{**step._asdict(), "at": step.at.isoformat()} for step in ordered]
