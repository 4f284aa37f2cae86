"""Rated matches that bots have played for people, with their whole log."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from engines import bots, registry
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from matches.models import Entry, Match
from tests.factories import NOON, ended_match

Log = tuple[tuple[int | None, str], ...]


@cache
def simulate(game: str, seed: str) -> tuple[Log, tuple[int, ...]]:
    """The log of a match between greedy bots, and the ranks."""
    lines: list[Any] = list(bots.simulate(registry.get(game), {}, ["greedy", "greedy"], seed))
    return tuple((line["by"], line["do"]) for line in lines[1:-1]), tuple(lines[-1]["outcome"]["ranks"])


def played(
    *players: Player, game: str = "zero-day", seed: str = "1", at: datetime = NOON, rated: bool = True, counted: bool = True
) -> Match:
    """A finished match between these players, counted in the ratings."""
    log, ranks = simulate(game, seed)
    made = ended_match(*players, ranks=ranks, rated=rated, at=at, game=game)
    Entry.objects.filter(match=made).delete()
    Entry.objects.bulk_create(
        Entry(match=made, n=n, by=by, do=do, texts={}, at=at, left=[], prev="", hash="") for n, (by, do) in enumerate(log, 1)
    )
    if rated and counted:
        assert apply_rated_match(match_id=made.pk, at=at)
    return made
