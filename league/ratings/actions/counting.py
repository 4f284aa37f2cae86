"""Counting a match into the ratings, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import OperationalError, transaction

from engines.words import marked
from league.people.models import Player
from league.ratings import elo, pools
from league.ratings.actions import storing
from league.ratings.actions.correcting import replay_from
from league.ratings.actions.locking import busy, lock
from league.ratings.ladder import Ladder, Place, Played
from league.ratings.models import RatedMatch, Rating, RatingPool
from league.ratings.queries.played import Key
from matches.announce import changed
from matches.queries.results import Result, result

LATE = marked("It was counted after matches that ended later.")


def rate(*, match_id: int, game: str, pool: str = "") -> None:
    """Say that this match will change ratings when it ends: in the game's pool, unless another of the game is named."""
    pools.check(pool or game, game)
    RatedMatch.objects.create(match_id=match_id, game=game, pool=pool or game)


def rate_all(matches: Sequence[int], *, game: str, pool: str = "") -> None:
    """The same for many matches of a game."""
    pools.check(pool or game, game)
    RatedMatch.objects.bulk_create(RatedMatch(match_id=match_id, game=game, pool=pool or game) for match_id in matches)


def count_rating(*, match_id: int, at: datetime) -> bool:
    """Count a closed rated match; whether this call did it. Run it as often as you like, from anywhere.

    Where somebody else keeps the pool for long, the match is left to the sweep.
    """
    try:
        with transaction.atomic():
            return _count(match_id, at)
    except OperationalError as error:
        if busy(error):
            return False
        raise


def _count(match_id: int, at: datetime) -> bool:
    """The claim reads no other table: a condition on a joined row would not be looked at again after waiting."""
    uncounted = RatedMatch.objects.filter(match_id=match_id, counted_at=None)
    found = uncounted.values_list("pool", "ruled").first()
    ended = result(match_id, at) if found else None
    if found is None or ended is None:
        return False
    key, ruled = found
    ended = ended if ruled is None else replace(ended, ranks=tuple(ruled))
    pool = lock(key, patient=False)
    casual = not _all_have_accounts(ended)
    if not uncounted.update(counted_at=at, casual=casual):
        return False
    if not casual and elo.counts(ended.ranks, ended.reason, played=ended.started_at is not None):
        _apply(pool, ended, at)
        changed(f"leaderboard.{pools.game_of(key)}")
    return True


def _all_have_accounts(ended: Result) -> bool:
    known = [player for player in ended.players if player is not None]
    return len(known) == len(ended.players) == Player.objects.filter(pk__in=known, is_guest=False).count()


def _apply(pool: RatingPool, ended: Result, at: datetime) -> None:
    """Play the match; where one of its players has played a later one that has been counted, play all since again."""
    match = Played(ended.match_id, ended.closed_at, tuple(player or 0 for player in ended.players), tuple(ended.ranks))
    rows = {row.player_id: row for row in Rating.objects.filter(player__in=match.players, pool=pool.key)}
    if any(row.changed_at and row.changed_at >= match.at for row in rows.values()):
        replay_from(pool, Key(match.at, match.match), at=at, by=None, why=LATE)
        return
    ladder = Ladder(pool.rule)
    for player in match.players:
        ladder.add(player, storing.place(rows[player]) if player in rows else Place())
    storing.store_steps(pool.key, ladder.play([match]))
    storing.store_places(pool.key, [(player, ladder.place(player)) for player in match.players])
