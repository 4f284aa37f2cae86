"""Simulation of an event before its start: expected rounds and duration, and each entrant's chances."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from engines.words import say
from league.events.models import EntrantStatus, Event, Seeding
from league.formats.forecast import Forecast, dry_run
from league.formats.settings import BadSetting
from league.formats.stages import Stage
from league.ratings import elo
from league.ratings.queries.players import values
from league.standings.tables import Person, people_of

MOST_RUNS = 396
SHOWN = 24
MOST_ENTRANTS = 10_000


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """The chances of one entrant in percent; `person` is None for a place not yet taken."""

    seed: int
    person: Person | None
    rating: int
    reach: tuple[int, ...]
    win: int


@dataclass(frozen=True, slots=True)
class StageLine:
    """The simulated rounds, matches and duration of one stage."""

    title: str
    entrants: int
    rounds: int
    matches: int
    least_minutes: int
    """Total of the breaks between rounds, without playing time."""
    stuck: int
    """Percentage of runs in which a round could not be paired."""


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """The simulation as the page shows it."""

    runs: int
    stages: tuple[StageLine, ...]
    chances: tuple[ChanceLine, ...]
    left_out: int
    trouble: str


def forecast_page(event_id: int, more: Callable[[], bool]) -> ForecastPage:
    """Simulate the event repeatedly while `more()` is true; free places are filled with average entrants.

    `trouble` says why it cannot be simulated, if so.
    """
    event = Event.objects.get(pk=event_id)
    people = [one for one in people_of([event_id])[event_id].values() if one.status == EntrantStatus.ENTERED]
    known = values([one.player_id for one in people], event.game)
    if event.seeding == Seeding.RATING:
        people.sort(key=lambda one: -known[one.player_id])
    else:
        people.sort(key=lambda one: one.seed or MOST_ENTRANTS)
    ratings = [known[one.player_id] for one in people]
    ratings += [elo.START] * (event.max_entrants - len(people) if len(people) < 2 else 0)
    rows = list(event.stages.all())
    if rows[0].traits.continuous:
        return ForecastPage(0, (), (), 0, say("Arenas and ladders have no rounds, so they can't be simulated."))
    stages = [Stage(one.format, one.settings, one.takes) for one in rows]
    try:
        found = dry_run(stages, ratings, random.Random(event.pk), runs=MOST_RUNS, more=more)
    except BadSetting as bad:
        return ForecastPage(0, (), (), 0, bad.sentence)
    return _page(found, people, ratings, event.round_gap_s)


def _page(found: Forecast, people: list[Person], ratings: list[float], gap_s: int) -> ForecastPage:
    stages = tuple(
        StageLine(
            one.title, one.entrants, one.rounds, round(one.matches),
            max(0, one.rounds - 1) * gap_s // 60, round(100 * one.stuck / found.runs),
        )
        for one in found.stages
    )  # fmt: skip
    chances = tuple(
        ChanceLine(
            at + 1, people[at] if at < len(people) else None, round(ratings[at]),
            tuple(round(100 * reach) for reach in one.reach), round(100 * one.win),
        )
        for at, one in enumerate(found.chances[:SHOWN])
    )  # fmt: skip
    return ForecastPage(found.runs, stages, chances, max(0, len(ratings) - SHOWN), "")
