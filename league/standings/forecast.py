"""Simulation of an event before its start: expected rounds and duration, and each entrant's chances."""

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import BoundedSemaphore
from typing import Any

from engines.i18n import translate as _
from league.events.models import EntrantStatus, Event, Seeding
from league.formats.forecast import Forecast, simulate_stages
from league.formats.settings import BadSetting
from league.formats.stages import Stage
from league.ratings import elo
from league.ratings.queries.players import get_rating_values
from league.standings.tables import Person, load_people
from matches.costly_work import costly_work, take_turn
from matches.page_cache import get_or_render

MAX_RUNS = 396
MAX_LINES = 24
MAX_ENTRANTS = 256
"""Largest event that is simulated: one run of 256 takes half a second."""
FORECAST_S = 0.7
"""Time limit of a simulation in seconds, after its first run."""
_simulating = BoundedSemaphore(1)


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


def get_forecast(event_id: int) -> dict[str, Any]:
    """Return the fields of the event's ForecastPage, kept for half a minute or until the event changes. Raises Overloaded."""

    def simulate() -> dict[str, Any]:
        with costly_work(), take_turn(_simulating):
            until = time.monotonic() + FORECAST_S
            return asdict(simulate_event(event_id, lambda: time.monotonic() < until))

    return get_or_render("forecast", event_id, simulate, topics=[f"event.{event_id}"])


def simulate_event(event_id: int, proceed: Callable[[], bool]) -> ForecastPage:
    """Simulate the event repeatedly while `proceed()` is true; free places are filled with average entrants.

    `trouble` says why it cannot be simulated, if so.
    """
    event = Event.objects.get(pk=event_id)
    people = [person for person in load_people([event_id])[event_id].values() if person.status == EntrantStatus.ENTERED]
    ratings_by_player = get_rating_values([person.player_id for person in people], event.seeding_pool)
    if event.seeding == Seeding.RATING:
        people.sort(key=lambda person: -ratings_by_player[person.player_id])
    else:
        people.sort(key=lambda person: person.seed or len(people) + 1)
    ratings = [ratings_by_player[person.player_id] for person in people]
    ratings += [elo.START] * (event.max_entrants - len(people) if len(people) < 2 else 0)
    if len(ratings) > MAX_ENTRANTS:
        text = _("Only events of at most {most} entrants can be simulated.", most=MAX_ENTRANTS)
        return ForecastPage(0, (), (), 0, text)
    rows = list(event.stages.all())
    if rows[0].traits.continuous:
        return ForecastPage(0, (), (), 0, _("Arenas and ladders have no rounds, so they can't be simulated."))
    stages = [Stage(row.format, row.settings, row.takes) for row in rows]
    try:
        forecast = simulate_stages(stages, ratings, random.Random(event.pk), runs=MAX_RUNS, proceed=proceed)
    except BadSetting as error:
        return ForecastPage(0, (), (), 0, error.sentence)
    return _build_page(forecast, people, ratings, event.round_gap_s)


def _build_page(forecast: Forecast, people: list[Person], ratings: list[float], gap_s: int) -> ForecastPage:
    stages = tuple(
        StageLine(
            row.title, row.entrants, row.rounds, round(row.matches),
            max(0, row.rounds - 1) * gap_s // 60, round(100 * row.stuck / forecast.runs),
        )
        for row in forecast.stages
    )  # fmt: skip
    chances = tuple(
        ChanceLine(
            index + 1, people[index] if index < len(people) else None, round(ratings[index]),
            tuple(round(100 * reach) for reach in row.reach), round(100 * row.win),
        )
        for index, row in enumerate(forecast.chances[:MAX_LINES])
    )  # fmt: skip
    return ForecastPage(forecast.runs, stages, chances, max(0, len(ratings) - MAX_LINES), "")
