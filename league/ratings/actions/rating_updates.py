"""Counting a match in the ratings, once, and again when its result changes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import OperationalError, transaction

from engines.words import marked, stored
from league.people.models import Player
from league.ratings import elo, pools
from league.ratings.actions.recalculation import Replay, busy, lock, place_of, store_places, store_steps, write
from league.ratings.ladder import Ladder, Played, Step
from league.ratings.models import RatedMatch, Rating, RatingCorrection, RatingPool
from league.ratings.queries.bot_matches import has_bot_lost_on_time, weight_of
from league.ratings.queries.played import Key, counted_in
from matches.announce import changed
from matches.models import Match
from matches.queries.history import Result, result

LATE = marked("It was counted after matches that ended later.")


def rate(*, match_id: int, game: str, pool: str = "") -> None:
    """Mark a match as rated, in the game's pool or another pool of the game."""
    rate_all([match_id], game=game, pool=pool)


def rate_all(matches: Sequence[int], *, game: str, pool: str = "") -> None:
    """Mark many matches of a game as rated."""
    pools.check(pool or game, game)
    RatedMatch.objects.bulk_create(RatedMatch(match_id=match_id, game=game, pool=pool or game) for match_id in matches)


def count_rating(*, match_id: int, at: datetime) -> bool:
    """Count a closed rated match; return whether this call did it. Idempotent and safe to call concurrently.

    If the pool stays locked for long, the match is left to the sweep.
    """
    try:
        with transaction.atomic():
            return _count(match_id, at)
    except OperationalError as error:
        if busy(error):
            return False
        raise


def _count(match_id: int, at: datetime) -> bool:
    """Claim and count a match. The claim joins no other table: after waiting for a lock, joined rows are not reread."""
    uncounted = RatedMatch.objects.filter(match_id=match_id, counted_at=None)
    found = uncounted.values_list("pool", "ruled").first()
    ended = result(match_id, at) if found else None
    if found is None or ended is None:
        return False
    key, ruled = found
    ended = ended if ruled is None else replace(ended, ranks=tuple(ruled))
    sat = list(Player.objects.filter(pk__in=[one for one in ended.players if one is not None]))
    key = pools.bots_pool(key) if any(one.is_bot_account for one in sat) else key
    pool = lock(key, patient=False)
    casual, weight = _is_casual_and_weight(ended, sat)
    if not uncounted.update(counted_at=at, casual=casual, weight=weight, pool=key):
        return False
    if not casual and elo.counts(ended.ranks, ended.reason, played=ended.started_at is not None):
        _apply(pool, ended, weight, at)
        changed(f"leaderboard.{pools.game_of(key)}")
    return True


def _is_casual_and_weight(ended: Result, sat: Sequence[Player]) -> tuple[bool, float]:
    """Return whether the match changes no ratings because of its players, and otherwise its weight."""
    if len(sat) < len(ended.players) or any(one.is_guest for one in sat):
        return True, 1.0
    if not any(one.bot for one in sat):
        return False, 1.0
    return has_bot_lost_on_time(ended.match_id), weight_of(Match.objects.get(pk=ended.match_id))


def _apply(pool: RatingPool, ended: Result, weight: float, at: datetime) -> None:
    """Rate the match; if a later match of one of its players has been counted, replay everything since."""
    players = tuple(player or 0 for player in ended.players)
    match = Played(ended.match_id, ended.closed_at, players, tuple(ended.ranks), weight)
    rows = {row.player_id: row for row in Rating.objects.filter(player__in=match.players, pool=pool.key)}
    if any(row.changed_at and row.changed_at >= match.at for row in rows.values()):
        replay_from(pool, Key(match.at, match.match), at=at, by=None, why=LATE)
        return
    ladder = Ladder(pool.rule)
    ladder.places = {player: place_of(row) for player, row in rows.items()}
    store_steps(pool.key, ladder.play([match]))
    store_places(pool.key, ladder.places.items())


@transaction.atomic
def correct(*, match_id: int, at: datetime, by: int | None = None, why: str = "") -> int | None:
    """Rerate everything that follows from a changed counted match; return the correction's id.

    None if no rating changes, or if the match has not been counted: it will then count as it is. The result equals that
    of a full recomputation.
    """
    found = counted_in(match_id)
    if found is None:
        return None
    pool, since = found
    return replay_from(lock(pool.key), since, at=at, by=by, why=why)


@transaction.atomic
def rule(*, match_id: int, ranks: Sequence[int] | None, at: datetime, by: int, why: str) -> int | None:
    """Rate a match by these ranks instead of its own (empty: not at all; None: its own again), and correct."""
    RatedMatch.objects.filter(match=match_id).update(ruled=None if ranks is None else list(ranks))
    return correct(match_id=match_id, at=at, by=by, why=why)


def replay_from(pool: RatingPool, since: Key, *, at: datetime, by: int | None, why: str) -> int | None:
    """Replay the locked pool from a match on, and keep what was replaced; return the correction's id, if any."""
    found = write(Replay(pool, since))
    if not found.stale and not found.fresh:
        return None
    changed(f"leaderboard.{pools.game_of(pool.key)}")
    if not found.stale and all(step.match == since.match for step in found.fresh):
        return None  # only counted late: no published rating has changed
    kept = RatingCorrection.objects.create(
        pool=pool.key, match_id=since.match, by_id=by, why=stored(why), at=at,
        replaced=_rows(found.stale), changed=_rows(found.fresh),
    )  # fmt: skip
    return int(kept.pk)


def _rows(steps: Iterable[Step]) -> list[dict[str, object]]:
    ordered: Sequence[Step] = sorted(steps, key=lambda step: (step.at, step.match, step.player))
    return [{**step._asdict(), "at": step.at.isoformat()} for step in ordered]
