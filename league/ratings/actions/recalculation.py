"""Recalculation of a pool's ratings, all or from a match on, and comparison with the stored ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.ratings.models import RatedMatch, Rating, RatingChange, RatingPool
from league.ratings.queries.counted_matches import MatchPosition, counted_rows, iter_batches, states_before, to_match
from league.ratings.rating_calculation import PoolRatings, RatingState, RatingStep
from matches.models import Status

LOCK_TIMEOUT_MS = 2_000
"""How long to wait for a locked pool, which a large recomputation can hold for minutes."""
_NOT_AVAILABLE = "55P03"
BATCH_SIZE = 1_000
"""Rows per statement."""
STEP_COLUMNS = ("match_id", "player_id", *RatingStep._fields[2:])
STATE_COLUMNS = ("games", *(column.name for column in fields(RatingState)))


def lock_pool(pool: str, *, patient: bool = True) -> RatingPool:
    """Lock a pool (created if missing) until the end of the transaction. Unless `patient`, give up after LOCK_TIMEOUT_MS."""
    if not patient and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_MS}")
    row = RatingPool.objects.select_for_update().filter(pk=pool).first()
    if row is None:
        RatingPool.objects.bulk_create([RatingPool(key=pool)], ignore_conflicts=True)
        row = RatingPool.objects.select_for_update().get(pk=pool)
    return row


def is_lock_timeout(error: OperationalError) -> bool:
    """Return whether the error means that the pool was locked for too long."""
    return getattr(error.__cause__, "sqlstate", None) == _NOT_AVAILABLE


def to_state(row: Rating) -> RatingState:
    """Return the state of a player from their rating's row."""
    return RatingState(*(getattr(row, name) for name in STATE_COLUMNS[1:]))


def to_columns(state: RatingState) -> dict[str, object]:
    """Return a player's state as the columns of its row."""
    return {name: getattr(state, name) for name in STATE_COLUMNS}


def store_steps(pool: str, steps: Iterable[RatingStep]) -> None:
    """Store rating changes."""
    rows = (RatingChange(pool=pool, **dict(zip(STEP_COLUMNS, step, strict=True))) for step in steps)
    RatingChange.objects.bulk_create(rows, batch_size=BATCH_SIZE)


def store_states(pool: str, states: Iterable[tuple[int, RatingState]]) -> None:
    """Create or replace these players' ratings."""
    Rating.objects.bulk_create(
        (Rating(player_id=player, pool=pool, **to_columns(state)) for player, state in states),
        batch_size=BATCH_SIZE,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=STATE_COLUMNS,
    )


@dataclass(slots=True)
class Difference:
    """Differences between stored and computed rows: the ids of rows to delete, and rows to add."""

    ids: list[int] = field(default_factory=list)
    stale: list[RatingStep] = field(default_factory=list)
    fresh: list[RatingStep] = field(default_factory=list)


class Replay:
    """Replay of a pool, complete or from a match on.

    `matches` and `changes` count what has been replayed; `first` describes the first difference to the stored rows,
    empty without one.
    """

    def __init__(self, pool: RatingPool, since: MatchPosition | None = None) -> None:
        self.pool, self.since = pool, since
        self.ladder = PoolRatings(pool.rule)
        self.matches = self.changes = 0
        self.first = ""

    @property
    def players(self) -> int:
        return len(self.ladder.places)

    def differences(self) -> Iterator[Difference]:
        """Yield differences by batch, in order of play; the iterator must be exhausted."""
        changes = RatingChange.objects.filter(pool=self.pool.key)
        yield self._compare(self._orphans(changes), [])
        for batch in iter_batches(map(to_match, counted_rows(self.pool.key, self.since).iterator())):
            counting = [match for match in batch if match.players]
            self._load_states({player for match in counting for player in match.players})
            steps = self.ladder.rate_matches(counting)
            self.matches += len(counting)
            self.changes += len(steps)
            yield self._compare(changes.filter(match__in=[match.match for match in batch]), steps)

    def _load_states(self, players: set[int]) -> None:
        """Load the states of new players from before the replay."""
        if new := players.difference(self.ladder.places):
            known_states = states_before(self.pool.key, new, self.since) if self.since else {}
            self.ladder.places |= {player: known_states.get(player, RatingState()) for player in new}

    def _compare(self, rows: QuerySet[RatingChange], steps: Sequence[RatingStep]) -> Difference:
        """Compare the stored changes of these matches with the replayed ones."""
        expected = {(step.match, step.player): step for step in steps}
        difference = Difference()
        for pk, *values in rows.values_list("pk", *STEP_COLUMNS):
            step = RatingStep._make(values)
            if expected.get((step.match, step.player)) == step:
                del expected[step.match, step.player]
            else:
                difference.ids.append(pk)
                difference.stale.append(step)
        difference.fresh += expected.values()
        self._load_states({step.player for step in difference.stale})
        return difference

    def _orphans(self, changes: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
        """Return changes whose match no longer counts: annulled, or moved to another pool."""
        counts = RatedMatch.objects.filter(
            match=OuterRef("match"), pool=OuterRef("pool"), casual=False, counted_at__isnull=False,
            match__status=Status.CLOSED,
        )  # fmt: skip
        return changes.filter(~Exists(counts), *([Q(at__gte=self.since.at)] if self.since else []))


def write_replay(replay: Replay) -> Difference:
    """Store the results of a replay of the locked pool; return what was replaced, unless it was everything."""
    pool, replaced = replay.pool.key, Difference()
    for difference in replay.differences():
        for start in range(0, len(difference.ids), BATCH_SIZE):
            RatingChange.objects.filter(pk__in=difference.ids[start : start + BATCH_SIZE]).delete()
        store_steps(pool, difference.fresh)
        if replay.since is not None:
            replaced.stale += difference.stale
            replaced.fresh += difference.fresh
    store_states(pool, replay.ladder.places.items())
    if replay.since is None:  # players without counted matches are reset
        rows = Rating.objects.filter(pool=pool)
        idle = set(rows.filter(games__gt=0).values_list("player", flat=True)).difference(replay.ladder.places)
        rows.filter(player__in=idle).update(**to_columns(RatingState()))
    return replaced


@transaction.atomic
def recompute_pool(*, pool: str) -> Replay:
    """Recompute all ratings of a pool and correct its rows. Counting in this pool waits meanwhile."""
    replay = Replay(lock_pool(pool))
    write_replay(replay)
    RatingPool.objects.filter(pk=pool, recompute_due=True).update(recompute_due=False)
    return replay


@transaction.atomic
def recompute_if_due(*, pool: str) -> bool:
    """Recompute a pool marked for it unless it is locked; return whether this call did it."""
    waiting = RatingPool.objects.select_for_update(skip_locked=True).filter(pk=pool, recompute_due=True)
    if waiting.first() is None:
        return False
    recompute_pool(pool=pool)
    return True


@transaction.atomic
def compare_pool(*, pool: str) -> Replay:
    """Recompute a pool without writing, and return the first difference in order of play."""
    replay = Replay(lock_pool(pool))
    for difference in replay.differences():
        replay.first = replay.first or _describe_first_step(pool, difference)
    replay.first = replay.first or _describe_first_state(pool, replay)
    return replay


def _describe_first_step(pool: str, difference: Difference) -> str:
    stored = {(step.match, step.player): step for step in difference.stale}
    expected = {(step.match, step.player): step for step in difference.fresh}
    steps = sorted((*difference.stale, *difference.fresh), key=lambda step: (step.at, step.match, step.player))
    if not steps:
        return ""
    key = (steps[0].match, steps[0].player)
    where = f"{pool}, match {key[0]}, player {key[1]}"
    if key not in stored:
        return f"{where}: the change is missing."
    if key not in expected:
        return f"{where}: there is a change, but the match does not count."
    return _describe_difference(where, stored[key]._asdict(), expected[key]._asdict())


def _describe_first_state(pool: str, replay: Replay) -> str:
    expected = replay.ladder.places
    rows = {row.player_id: to_state(row) for row in Rating.objects.filter(pool=pool).iterator()}
    for player in sorted({*expected, *rows}):
        stored, computed = rows.get(player, RatingState()), expected.get(player, RatingState())
        if stored != computed:
            return _describe_difference(f"{pool}, rating of player {player}", asdict(stored), asdict(computed))
    return ""


def _describe_difference(where: str, stored: Mapping[str, object], expected: Mapping[str, object]) -> str:
    name = next(name for name in stored if stored[name] != expected[name])
    return f"{where}: {name} is {stored[name]!r} in the table and {expected[name]!r} by the matches."
