"""What would change if a result were another: read before an organiser overturns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.formats.elimination.play import NOBODY, Place, Result, ranking, stand
from league.events.models import Pairing, Side, Stage, StagePlace
from league.events.queries.brackets import bracket, fixed_sides, results, standing, withdrawn
from league.events.queries.placing import places_of
from league.events.rules.brackets import FORMATS as BRACKETS


@dataclass(frozen=True, slots=True)
class Touched:
    """A later pairing of a bracket that would be between others. `begun`: it has a match; the organiser may keep it."""

    pairing_id: int
    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class Moved:
    entrant_id: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Consequences:
    pairing_id: int
    touched: tuple[Touched, ...]
    moved: tuple[Moved, ...]


def stale(stage: Stage) -> list[Pairing]:
    """Pairings of a bracket with a result or a match, between others than those who should meet there now."""
    places = standing(stage)
    seeds = dict(StagePlace.objects.filter(stage=stage).values_list("entrant", "seed"))
    sides: dict[str, set[int]] = {}
    for key, entrant in Side.objects.filter(round__stage=stage).values_list("pairing__key", "entrant"):
        sides.setdefault(key, set()).add(seeds[entrant] if entrant else NOBODY)
    rows = Pairing.objects.filter(round__stage=stage, fixed=False).select_related("round")
    touched = rows.filter(series__isnull=False).distinct() | rows.filter(sides__halves__isnull=False).distinct()
    return [row for row in touched if sides[row.key] != {seed or NOBODY for seed in places[row.key].sides}]


def consequences(stage: Stage, pairing: Pairing, halves: Sequence[int]) -> Consequences:
    """What another result of this pairing would bring, with nothing kept."""
    names = {
        entrant: (seed, display or username)
        for entrant, seed, display, username in StagePlace.objects.filter(stage=stage).values_list(
            "entrant", "seed", "entrant__player__display_name", "entrant__player__username"
        )
    }
    if stage.format not in BRACKETS:
        return Consequences(pairing.pk, (), _moved_places(stage, pairing, halves, names))
    of_seed = {seed: name for seed, name in names.values()}
    draw, found = bracket(stage).draw, results(stage)
    now = stand(draw, found, withdrawn(stage), fixed_sides(stage))
    one, other = (names[side.entrant_id][0] for side in pairing.sides.order_by("number") if side.entrant_id)
    winner = NOBODY if halves[0] == halves[1] else one if halves[0] > halves[1] else other
    then = stand(draw, {**found, pairing.key: Result((one, other), winner)}, withdrawn(stage), fixed_sides(stage))
    begun = set(Pairing.objects.filter(round__stage=stage, series__isnull=False).values_list("key", flat=True))
    rows = {row.key: row for row in Pairing.objects.filter(round__stage=stage).select_related("round")}
    touched = tuple(
        Touched(
            rows[key].pk, f"{rows[key].round}, {key}", _named(now[key], of_seed), _named(then[key], of_seed), key in begun
        )
        for key in rows
        if set(now[key].sides) != set(then[key].sides) and any(now[key].sides)
    )
    before, after = ranking(now), ranking(then)
    moved = tuple(
        Moved(entrant, name, before.get(seed), after.get(seed))
        for entrant, (seed, name) in names.items()
        if before.get(seed) != after.get(seed)
    )
    return Consequences(pairing.pk, touched, moved)


def _named(place: Place, names: dict[int, str]) -> tuple[str, ...]:
    return tuple("nobody" if seed == NOBODY else "open" if seed is None else names[seed] for seed in place.sides)


def _moved_places(
    stage: Stage, pairing: Pairing, halves: Sequence[int], names: dict[int, tuple[int, str]]
) -> tuple[Moved, ...]:
    before = {place.entrant: place.rank for place in places_of(stage)}
    after = {place.entrant: place.rank for place in places_of(stage, changed={pairing.pk: tuple(halves)})}
    return tuple(
        Moved(entrant, names[entrant][1], rank, after[entrant])
        for entrant, rank in before.items()
        if rank != after[entrant]
    )
