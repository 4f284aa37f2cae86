"""The effects of a different result, shown before an organiser overrides one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engines.words import say
from league.events.models import Entrant, Pairing, SeriesMatch, Stage
from league.events.rulings import Ruled
from league.formats.elimination.play import NOBODY, Place, Result, ranking
from league.people.models import Player
from league.ratings import elo
from league.ratings.queries.rating_preview import foreseen
from league.standings.history import pairings_of, seeds_of, standing
from league.standings.rows import PairingRow, StageRows, rows_of
from league.standings.standings_calculation import lines_of
from league.standings.steps import logs_around
from league.standings.tables import person_of, with_team


@dataclass(frozen=True, slots=True)
class Touched:
    """A later bracket pairing whose sides would change. `begun`: it has a match, and can be kept."""

    pairing_id: int
    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """An entrant whose rank would change; None while a rank is still open."""

    entrant_id: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Rerated:
    """A player whose rating would change."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of an override. `ratings` come largest change first; `unforeseen`: too many matches to replay."""

    pairing_id: int
    touched: tuple[Touched, ...]
    moved: tuple[Moved, ...]
    ratings: tuple[Rerated, ...] = ()
    unforeseen: bool = False


def stale(stage: Stage) -> list[Pairing]:
    """Return bracket pairings with a result or match whose sides should now be different."""
    rows = rows_of(stage)
    places, seeds = standing(rows), seeds_of(rows)
    begun = _begun(pairing__round__stage=stage)
    ids = [
        one.id
        for one in pairings_of(rows)
        if not one.fixed
        and (one.id in begun or any(side.halves is not None for side in one.sides))
        and {seeds.get(side.entrant or 0, NOBODY) for side in one.sides}
        != {seed or NOBODY for seed in places[one.key].sides}
    ]
    return list(Pairing.objects.filter(pk__in=ids).select_related("round"))


def consequences(
    rows: StageRows, pairing_id: int, ruled: Ruled, names: Mapping[int, str], game: SeriesMatch | None = None
) -> Consequences:
    """Return the effects of another result of this pairing, with nothing kept.

    `names` are those of `names_of`. Ratings are included if the pairing is a single match, its `game`.
    """
    pairing = next(one for one in pairings_of(rows) if one.id == pairing_id)
    if rows.stage.traits.is_bracket:
        found = _in_bracket(rows, pairing, ruled, names)
    else:
        changed = {pairing_id: ruled}
        if rows.stage.traits.continuous:
            now, then = logs_around(rows, changed)
            lines = lines_of(rows, log=now), lines_of(rows, log=then)
        else:
            lines = lines_of(rows), lines_of(rows, changed=changed)
        before, after = ({line.entrant: line.rank for line in one} for one in lines)
        found = Consequences(pairing_id, (), _moved(before, after, names))
    if game is None or pairing.best_of > 1:
        return found
    told = foreseen(match_id=game.match_id, ranks=ruled.by_seat(game.first))
    moved = [one for one in told.moved if elo.shown(one.before) != elo.shown(one.after)]
    moved.sort(key=lambda one: -abs(one.after - one.before))
    players = {one.pk: str(one) for one in Player.objects.filter(pk__in=[one.player_id for one in moved])}
    ratings = (Rerated(players[one.player_id], elo.shown(one.before), elo.shown(one.after)) for one in moved)
    return replace(found, ratings=tuple(ratings), unforeseen=not told.whole)


def _in_bracket(rows: StageRows, pairing: PairingRow, ruled: Ruled, names: Mapping[int, str]) -> Consequences:
    seeds, halves = seeds_of(rows), ruled.halves
    one, other = (seeds[side.entrant or 0] for side in pairing.sides)
    winner = NOBODY if halves[0] == halves[1] else one if halves[0] > halves[1] else other
    now, then = standing(rows), standing(rows, {pairing.key: Result((one, other), winner)})
    others = [
        (row, later)
        for row in rows.rounds
        for later in row.pairings
        if set(now[later.key].sides) != set(then[later.key].sides) and any(now[later.key].sides)
    ]
    begun = _begun(pairing__in=[later.id for _, later in others]) if others else set()
    by_seed = {seed: names[entrant] for entrant, seed in seeds.items()}
    touched = tuple(
        Touched(
            later.id,
            say("{round}, match {board}", round=row.name, board=later.board),
            _named(now[later.key], by_seed),
            _named(then[later.key], by_seed),
            later.id in begun,
        )
        for row, later in others
    )
    before, after = (
        {entrant: ranks.get(seed) for entrant, seed in seeds.items()} for ranks in map(ranking, (now, then))
    )
    return Consequences(pairing.id, touched, _moved(before, after, names))


def names_of(rows: StageRows) -> dict[int, str]:
    """Return the names of the stage's entrants."""
    found = with_team(Entrant.objects.filter(pk__in=[one.entrant for one in rows.places]))
    return {one.pk: person_of(one).name for one in found}


def _named(place: Place, names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(say("bye") if seed == NOBODY else say("open") if seed is None else names[seed] for seed in place.sides)


def _moved(
    before: Mapping[int, int | None], after: Mapping[int, int | None], names: Mapping[int, str]
) -> tuple[Moved, ...]:
    changed = [entrant for entrant, rank in before.items() if rank != after[entrant]]
    return tuple(Moved(entrant, names[entrant], before[entrant], after[entrant]) for entrant in changed)


def _begun(**of: object) -> set[int]:
    return set(SeriesMatch.objects.filter(**of).values_list("pairing", flat=True))
