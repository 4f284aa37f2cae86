"""Counting a match into the ratings, once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from league.people.models import Player
from league.ratings import elo
from league.ratings.models import RatedMatch, Rating, RatingChange
from league.ratings.results import outcome
from matches.announce import changed
from matches.queries.results import Result, result

RULE = elo.Rule()
TALLIES = {"won": "wins", "drawn": "draws", "lost": "losses"}


def rate(*, match_id: int, game: str) -> None:
    """Say that this match will change ratings when it ends."""
    RatedMatch.objects.create(match_id=match_id, game=game)


def rate_all(matches: Sequence[int], *, game: str) -> None:
    """Say that these matches will change ratings when they end."""
    RatedMatch.objects.bulk_create(RatedMatch(match_id=match_id, game=game) for match_id in matches)


@transaction.atomic
def count_rating(*, match_id: int, at: datetime) -> bool:
    """Count a closed rated match; whether this call did it. Run it as often as you like, from anywhere.

    The claim reads no other table: a condition on a joined row would not be looked at again after waiting for a lock.
    """
    ended = result(match_id)
    if ended is None or not RatedMatch.objects.filter(match_id=match_id, counted_at=None).update(counted_at=at):
        return False
    if elo.counts(ended.ranks, ended.reason, played=ended.started_at is not None) and _all_have_accounts(ended):
        _apply(ended)
        changed(f"leaderboard.{ended.game}")
    return True


def _all_have_accounts(ended: Result) -> bool:
    known = [player for player in ended.players if player is not None]
    return len(known) == len(ended.players) == Player.objects.filter(pk__in=known, is_guest=False).count()


def _apply(ended: Result) -> None:
    players = [player for player in ended.players if player is not None]
    ratings = _locked(players, ended.game)
    standings = [elo.Standing(row.value, row.games, row.peak) for row in ratings]
    for seat, change in enumerate(RULE.changes(standings, ended.ranks)):
        _move(ratings[seat], change, ended, seat)


def _locked(players: Sequence[int], game: str) -> list[Rating]:
    """The players' ratings in the order given, made where missing and locked in the order of player ids."""
    fresh = [Rating(player_id=player, game=game, value=elo.START, peak=elo.START) for player in sorted(players)]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(player__in=players, game=game).order_by("player_id")
    of = {row.player_id: row for row in rows}
    return [of[player] for player in players]


def _move(row: Rating, change: float, ended: Result, seat: int) -> None:
    before, row.value = row.value, row.value + change
    row.peak = max(row.peak, row.value)
    row.last_change, row.changed_at = change, ended.closed_at
    row.games += 1
    tally = TALLIES[outcome(ended.ranks, seat)]
    setattr(row, tally, getattr(row, tally) + 1)
    row.save()
    RatingChange.objects.create(
        player_id=row.player_id, match_id=ended.match_id, game=ended.game,
        before=before, after=row.value, at=ended.closed_at,
    )  # fmt: skip
