"""A result was changed after it had been counted: everything that followed from it is worked out again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from engines.words import stored
from league.ratings import pools
from league.ratings.actions.pool_lock import lock
from league.ratings.actions.recalculation import Replay, write
from league.ratings.ladder import Step
from league.ratings.models import RatedMatch, RatingCorrection, RatingPool
from league.ratings.queries.played import Key, key_of
from matches.announce import changed


@transaction.atomic
def correct(*, match_id: int, at: datetime, by: int | None = None, why: str = "") -> int | None:
    """Rate again what follows from a counted match whose ranks, end or status have changed; the correction's id.

    None where no number changes, or the match has not been counted: then it counts as it now is, in its time. What the
    rows of the pool come to is what a full recomputation gives.
    """
    key = RatedMatch.objects.filter(match=match_id, counted_at__isnull=False).values_list("pool", flat=True).first()
    since = key_of(match_id)
    if key is None or since is None:
        return None
    return replay_from(lock(key), since, at=at, by=by, why=why)


@transaction.atomic
def rule(*, match_id: int, ranks: Sequence[int] | None, at: datetime, by: int, why: str) -> int | None:
    """Rate a match by these ranks instead of its own (empty: not at all; None: by its own again), and correct."""
    RatedMatch.objects.filter(match=match_id).update(ruled=None if ranks is None else list(ranks))
    return correct(match_id=match_id, at=at, by=by, why=why)


def replay_from(pool: RatingPool, since: Key, *, at: datetime, by: int | None, why: str) -> int | None:
    """Play the locked pool again from a match on, and keep what was replaced; the correction's id, if any."""
    found = write(Replay(pool, since))
    if not found.stale and not found.fresh:
        return None
    changed(f"leaderboard.{pools.game_of(pool.key)}")
    if not found.stale and all(step.match == since.match for step in found.fresh):
        return None  # it only came late: nothing that was published has changed
    kept = RatingCorrection.objects.create(
        pool=pool.key, match_id=since.match, by_id=by, why=stored(why), at=at,
        replaced=_rows(found.stale), changed=_rows(found.fresh),
    )  # fmt: skip
    return int(kept.pk)


def _rows(steps: Iterable[Step]) -> list[dict[str, object]]:
    ordered: Sequence[Step] = sorted(steps, key=lambda step: (step.at, step.match, step.player))
    return [{**step._asdict(), "at": step.at.isoformat()} for step in ordered]
