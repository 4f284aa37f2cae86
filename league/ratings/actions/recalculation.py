"""Playing matches of a pool again, and where that comes to something else than what is stored."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import OperationalError, connection
from django.db.models import Exists, OuterRef, Q

from league.ratings.actions import bulk_writer
from league.ratings.ladder import Ladder, Place, Played, Step
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.queries.played import STEP, Key, batches, counted, places_before, played, stored
from matches.models import Status

PATIENCE_MS = 2_000
"""How long to wait for a pool before leaving its match to the sweep: a large recomputation holds it for a minute."""
_NOT_AVAILABLE = "55P03"


def lock(pool: str, *, patient: bool = True) -> RatingPool:
    """Lock a pool, made where missing, until the end of the transaction. Unless `patient`, give up after a while."""
    if not patient and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")
    found = RatingPool.objects.select_for_update().filter(pk=pool).first()
    if found is None:
        RatingPool.objects.bulk_create([RatingPool(key=pool)], ignore_conflicts=True)
        found = RatingPool.objects.select_for_update().get(pk=pool)
    return found


def busy(error: OperationalError) -> bool:
    """Whether this says that somebody else had the pool for too long."""
    return getattr(error.__cause__, "sqlstate", None) == _NOT_AVAILABLE


@dataclass(slots=True)
class Difference:
    """What is wrong in the rows of some matches: those to go, with their ids, and those to stand for them."""

    ids: list[int] = field(default_factory=list)
    stale: list[Step] = field(default_factory=list)
    fresh: list[Step] = field(default_factory=list)
    changed: bool = False
    """Of the whole of a replay: whether any row was wrong. Only one from a match on keeps which."""


class Replay:
    """Plays a pool again from a match on, or all of it."""

    def __init__(self, pool: RatingPool, since: Key | None = None) -> None:
        self.pool, self.since = pool, since
        self.ladder = Ladder(pool.rule)
        self.matches = self.steps = 0
        self.settle: Callable[[], None] = lambda: None
        """Called before the database is asked for anything, for a writer that is still at it."""

    def differences(self) -> Iterator[Difference]:
        """Yield differences batch by batch, in the order of play; all have to be taken."""
        blank = self.since is None and not RatingChange.objects.filter(pool=self.pool.key).exists()
        if not blank:
            yield self._orphans()
        coming = batches(counted(self.pool.key, self.since))
        rows = next(coming, None)
        while rows:
            batch = [played(row) for row in rows]
            counting = [match for match in batch if match.players]
            self._know({player for match in counting for player in match.players})
            steps = self.ladder.play(counting)
            self.matches += len(counting)
            self.steps += len(steps)
            self.settle()
            rows = next(coming, None)
            yield Difference(fresh=steps) if blank else self._compare(batch, steps)

    def places(self) -> Iterator[tuple[int, Place]]:
        """Return where everybody stands who has played since, or whose matches have gone."""
        return ((player, self.ladder.place(player)) for player in self.ladder.players)

    def _know(self, players: set[int]) -> None:
        """Let players who come for the first time start from where they stood before."""
        new = players.difference(self.ladder.players)
        if new and self.since is not None:
            self.settle()
            before = places_before(self.pool.key, new, self.since)
            for player in new:
                self.ladder.add(player, before.get(player, Place()))

    def _compare(self, batch: list[Played], steps: list[Step]) -> Difference:
        found, matches = Difference(), [match.match for match in batch]
        if bulk_writer.holds(self.pool.key, matches, steps):
            return found
        rows = stored(self.pool.key, matches)
        for step in steps:
            pk, row = rows.pop((step.match, step.player), (0, None))
            if row != step:
                found.fresh.append(step)
                if row is not None:
                    found.ids.append(pk)
                    found.stale.append(row)
        self._gone(found, list(rows.values()))
        return found

    def _orphans(self) -> Difference:
        """Return changes whose match is not to be played any more: annulled, or moved to another pool."""
        counts = RatedMatch.objects.filter(
            match=OuterRef("match"), pool=OuterRef("pool"), casual=False, counted_at__isnull=False,
            match__status=Status.CLOSED,
        )  # fmt: skip
        rows = RatingChange.objects.filter(~Exists(counts), pool=self.pool.key)
        if self.since is not None:
            rows = rows.filter(Q(at__gte=self.since.at))
        found = Difference()
        self._gone(found, [(row[0], Step(*row[1:])) for row in rows.values_list("pk", *STEP)])
        return found

    def _gone(self, found: Difference, rows: list[tuple[int, Step]]) -> None:
        found.ids += [pk for pk, _ in rows]
        found.stale += [step for _, step in rows]
        gone = {step.player for _, step in rows}
        self._know(gone)
        for player in gone.difference(self.ladder.players):
            self.ladder.add(player, Place())


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Pause garbage collection: millions of rows hold no cycle, and looking for one takes a fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def write(replay: Replay) -> Difference:
    """Make the rows what the replay says; return what has been replaced. Ask for it with the pool locked."""
    whole = Difference()
    with bulk_writer.Writer(replay.pool.key) as writer, _collecting_later():
        replay.settle = writer.settle
        for found in replay.differences():
            whole.changed = whole.changed or bool(found.ids or found.fresh)
            bulk_writer.drop_steps(found.ids)
            writer.store(found.fresh)
            if replay.since is not None:
                whole.stale += found.stale
                whole.fresh += found.fresh
        writer.settle()
    bulk_writer.store_places(replay.pool.key, replay.places())
    if replay.since is None:
        _reset_idle(replay)
    return whole


def _reset_idle(replay: Replay) -> None:
    """Begin ratings anew of players none of whose matches counts any more."""
    rows = Rating.objects.filter(pool=replay.pool.key)
    idle = set(rows.filter(games__gt=0).values_list("player", flat=True)).difference(replay.ladder.players)
    if idle:
        rows.filter(player__in=idle).update(**bulk_writer.fields(Place()))
