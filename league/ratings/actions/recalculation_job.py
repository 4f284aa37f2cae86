"""All ratings of a pool from its matches."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.db import transaction

from league.ratings.actions.recalculation import Difference, Replay, lock, place_of, write
from league.ratings.ladder import Place
from league.ratings.models import Rating, RatingPool


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How much was played again; `first` says in a sentence what differed first, empty if nothing did."""

    pool: str
    matches: int
    changes: int
    players: int
    first: str = ""


@transaction.atomic
def recompute(*, pool: str) -> Recomputed:
    """Make every rating and change of a pool what its matches come to. Nothing is written where they are so already.

    Counting in this pool waits until it is done.
    """
    replay = Replay(lock(pool))
    write(replay)
    RatingPool.objects.filter(pk=pool, recompute_due=True).update(recompute_due=False)
    return Recomputed(pool, replay.matches, replay.steps, len(replay.ladder.places))


@transaction.atomic
def recompute_due(*, pool: str) -> bool:
    """Recompute a pool that waits for it, unless somebody else has its turn; whether this call did it."""
    waiting = RatingPool.objects.select_for_update(skip_locked=True).filter(pk=pool, recompute_due=True)
    if waiting.first() is None:
        return False
    recompute(pool=pool)
    return True


@transaction.atomic
def compare(*, pool: str) -> Recomputed:
    """Work a pool out and say where the rows first differ, in the order of play; nothing is written."""
    replay, first = Replay(lock(pool)), ""
    for found in replay.differences():
        first = first or _first_step(pool, found)
    first = first or _first_place(pool, replay)
    return Recomputed(pool, replay.matches, replay.steps, len(replay.ladder.places), first)


def _first_step(pool: str, found: Difference) -> str:
    there = {(step.match, step.player): step for step in found.stale}
    due = {(step.match, step.player): step for step in found.fresh}
    steps = sorted((*found.stale, *found.fresh), key=lambda step: (step.at, step.match, step.player))
    if not steps:
        return ""
    key = (steps[0].match, steps[0].player)
    where = f"{pool}, match {key[0]}, player {key[1]}"
    if key not in there:
        return f"{where}: the change is missing."
    if key not in due:
        return f"{where}: there is a change, but the match does not count."
    return _difference(where, there[key]._asdict(), due[key]._asdict())


def _first_place(pool: str, replay: Replay) -> str:
    due = replay.ladder.places
    rows = {row.player_id: place_of(row) for row in Rating.objects.filter(pool=pool).iterator()}
    for player in sorted({*due, *rows}):
        there, wanted = rows.get(player, Place()), due.get(player, Place())
        if there != wanted:
            return _difference(f"{pool}, rating of player {player}", asdict(there), asdict(wanted))
    return ""


def _difference(where: str, there: Mapping[str, object], due: Mapping[str, object]) -> str:
    name = next(name for name in there if there[name] != due[name])
    return f"{where}: {name} is {there[name]!r} in the table and {due[name]!r} by the matches."
