"""Whom a stage keeps apart: by its organiser's word, and by their clubs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from league.events.models import Event, Stage
from league.formats.registry import keys_with
from league.formats.swiss.format import APART, Apart, read_apart
from league.standings.queries.tables import Person


@dataclass(frozen=True, slots=True)
class ApartLine:
    """A pair that is kept apart; `must` is False for one to be avoided where that is possible. Rounds are those of
    the Swiss; `last` is None for all that follow."""

    one_id: int
    one: str
    other_id: int
    other: str
    must: bool
    first: int
    last: int | None


def settings_of(stage: Stage) -> dict[str, Any]:
    """The stage's settings, with the pairs that its entrants' clubs keep apart."""
    given = dict(stage.settings)
    if given.get("clubs_apart"):
        given["forbidden"] = [*given.get("forbidden", ()), *(sorted(pair) for pair in club_mates(stage))]
    return given


def club_mates(stage: Stage) -> dict[frozenset[int], str]:
    """The club of every two who share one, where the stage keeps members of a club apart."""
    if not stage.settings.get("clubs_apart"):
        return {}
    clubs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for entrant, club in stage.places.exclude(entrant__club="").values_list("entrant", "entrant__club"):
        clubs[club.casefold()].append((entrant, club))
    return {
        frozenset((one, other)): club
        for members in clubs.values()
        for (one, club), (other, _) in combinations(sorted(members), 2)
    }


def swiss_of(event: Event) -> Stage | None:
    """The Swiss that is on, or comes next."""
    return event.stages.filter(format__in=keys_with("exclusions"), finished_at=None).order_by("number").first()


def apart_of(event: Event, people: Mapping[int, Person]) -> tuple[ApartLine, ...]:
    """The pairs that the organiser keeps apart in the Swiss that is on, or comes next. `people` are all who take part,
    and the stages of the event are read already."""
    swiss = [one for one in event.stages.all() if one.traits.exclusions and one.finished_at is None]
    stage = min(swiss, key=lambda one: one.number, default=None)
    found = [(key == "forbidden", one) for key in APART for one in _read(stage, key)] if stage else []
    names = {entrant: one.name for entrant, one in people.items()}
    return tuple(
        ApartLine(one, names[one], other, names[other], must, apart.first, apart.last)
        for must, apart in found
        for one, other in [sorted(apart.pair)]
        if apart.pair <= names.keys()
    )


def _read(stage: Stage, key: str) -> Iterable[Apart]:
    return read_apart(stage.settings.get(key, ()), key)
