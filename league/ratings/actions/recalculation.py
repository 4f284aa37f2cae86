"""Recalculation of a pool's ratings, all or from a match on, and comparison with the stored ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.ratings.ladder import Ladder, Place, Step
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.queries.played import Key, batches, counted_rows, places_before, played
from matches.models import Status

PATIENCE_MS = 2_000
"""How long to wait for a locked pool, which a large recomputation can hold for minutes."""
_NOT_AVAILABLE = "55P03"
AT_ONCE = 1_000
"""Rows per statement."""
STEP = ("match_id", "player_id", *Step._fields[2:])
PLACE = ("games", *(column.name for column in fields(Place)))


def lock(pool: str, *, patient: bool = True) -> RatingPool:
    """Lock a pool (created if missing) until the end of the transaction. Unless `patient`, give up after LOCK_TIMEOUT_MS."""
    if not patient and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")
    found = RatingPool.objects.select_for_update().filter(pk=pool).first()
    if found is None:
        RatingPool.objects.bulk_create([RatingPool(key=pool)], ignore_conflicts=True)
        found = RatingPool.objects.select_for_update().get(pk=pool)
    return found


def busy(error: OperationalError) -> bool:
    """Return whether the error means that the pool was locked for too long."""
    return getattr(error.__cause__, "sqlstate", None) == _NOT_AVAILABLE


def place_of(row: Rating) -> Place:
    """Return the state of a player from their rating's row."""
    return Place(*(getattr(row, name) for name in PLACE[1:]))


def place_columns(place: Place) -> dict[str, object]:
    """Return a player's state as the columns of its row."""
    return {name: getattr(place, name) for name in PLACE}


def store_steps(pool: str, steps: Iterable[Step]) -> None:
    """Store rating changes."""
    rows = (RatingChange(pool=pool, **dict(zip(STEP, step, strict=True))) for step in steps)
    RatingChange.objects.bulk_create(rows, batch_size=AT_ONCE)


def store_places(pool: str, places: Iterable[tuple[int, Place]]) -> None:
    """Create or replace these players' ratings."""
    Rating.objects.bulk_create(
        (Rating(player_id=player, pool=pool, **place_columns(place)) for player, place in places),
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=PLACE,
    )


@dataclass(slots=True)
class Difference:
    """Differences between stored and computed rows: the ids of rows to delete, and rows to add."""

    ids: list[int] = field(default_factory=list)
    stale: list[Step] = field(default_factory=list)
    fresh: list[Step] = field(default_factory=list)


class Replay:
    """Replay of a pool, complete or from a match on.

    `matches` and `changes` count what has been replayed; `first` describes the first difference to the stored rows,
    empty without one.
    """

    def __init__(self, pool: RatingPool, since: Key | None = None) -> None:
        self.pool, self.since = pool, since
        self.ladder = Ladder(pool.rule)
        self.matches = self.changes = 0
        self.first = ""

    @property
    def players(self) -> int:
        return len(self.ladder.places)

    def differences(self) -> Iterator[Difference]:
        """Yield differences by batch, in order of play; the iterator must be exhausted."""
        changes = RatingChange.objects.filter(pool=self.pool.key)
        yield self._compare(self._orphans(changes), [])
        for batch in batches(map(played, counted_rows(self.pool.key, self.since).iterator())):
            counting = [match for match in batch if match.players]
            self._know({player for match in counting for player in match.players})
            steps = self.ladder.play(counting)
            self.matches += len(counting)
            self.changes += len(steps)
            yield self._compare(changes.filter(match__in=[match.match for match in batch]), steps)

    def _know(self, players: set[int]) -> None:
        """Load the states of new players from before the replay."""
        if new := players.difference(self.ladder.places):
            before = places_before(self.pool.key, new, self.since) if self.since else {}
            self.ladder.places |= {player: before.get(player, Place()) for player in new}

    def _compare(self, rows: QuerySet[RatingChange], steps: Sequence[Step]) -> Difference:
        """Compare the stored changes of these matches with the replayed ones."""
        due = {(step.match, step.player): step for step in steps}
        found = Difference()
        for pk, *values in rows.values_list("pk", *STEP):
            step = Step._make(values)
            if due.get((step.match, step.player)) == step:
                del due[step.match, step.player]
            else:
                found.ids.append(pk)
                found.stale.append(step)
        found.fresh += due.values()
        self._know({step.player for step in found.stale})
        return found

    def _orphans(self, changes: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
        """Return changes whose match no longer counts: annulled, or moved to another pool."""
        counts = RatedMatch.objects.filter(
            match=OuterRef("match"), pool=OuterRef("pool"), casual=False, counted_at__isnull=False,
            match__status=Status.CLOSED,
        )  # fmt: skip
        return changes.filter(~Exists(counts), *([Q(at__gte=self.since.at)] if self.since else []))


def write(replay: Replay) -> Difference:
    """Store the results of a replay of the locked pool; return what was replaced, unless it was everything."""
    pool, whole = replay.pool.key, Difference()
    for found in replay.differences():
        for first in range(0, len(found.ids), AT_ONCE):
            RatingChange.objects.filter(pk__in=found.ids[first : first + AT_ONCE]).delete()
        store_steps(pool, found.fresh)
        if replay.since is not None:
            whole.stale += found.stale
            whole.fresh += found.fresh
    store_places(pool, replay.ladder.places.items())
    if replay.since is None:  # players without counted matches are reset
        rows = Rating.objects.filter(pool=pool)
        idle = set(rows.filter(games__gt=0).values_list("player", flat=True)).difference(replay.ladder.places)
        rows.filter(player__in=idle).update(**place_columns(Place()))
    return whole


@transaction.atomic
def recompute(*, pool: str) -> Replay:
    """Recompute all ratings of a pool and correct its rows. Counting in this pool waits meanwhile."""
    replay = Replay(lock(pool))
    write(replay)
    RatingPool.objects.filter(pk=pool, recompute_due=True).update(recompute_due=False)
    return replay


@transaction.atomic
def recompute_due(*, pool: str) -> bool:
    """Recompute a pool marked for it unless it is locked; return whether this call did it."""
    waiting = RatingPool.objects.select_for_update(skip_locked=True).filter(pk=pool, recompute_due=True)
    if waiting.first() is None:
        return False
    recompute(pool=pool)
    return True


@transaction.atomic
def compare(*, pool: str) -> Replay:
    """Recompute a pool without writing, and return the first difference in order of play."""
    replay = Replay(lock(pool))
    for found in replay.differences():
        replay.first = replay.first or _first_step(pool, found)
    replay.first = replay.first or _first_place(pool, replay)
    return replay


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
