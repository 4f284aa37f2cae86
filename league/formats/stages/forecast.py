"""A dry run: the whole chain played many times by simulated entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engines.loop_limits import steps
from engines.words import say
from league.formats.adapters.elimination import Elimination
from league.formats.adapters.heats import Settings as HeatSettings
from league.formats.heats.points import BY_PLACE, points
from league.formats.protocol import CannotPair, Entrant, Kind, Round
from league.formats.settings import BadSetting
from league.formats.stages.declaration import MOST_ROUNDS, Planned, Stage, check, through
from league.formats.stages.simulated_results import decide

MOST_RUNS = 10_000


@dataclass(frozen=True, slots=True)
class StageForecast:
    """`rounds` is the most of any run; `matches` the mean of those played (a series is one)."""

    title: str
    entrants: int
    rounds: int
    matches: float
    stuck: int
    """Runs in which a round could not be paired, so that the stage ended early."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Of one entrant, each 0 to 1. `reach` has one number a stage, the first always 1."""

    entrant: int
    reach: tuple[float, ...]
    win: float


@dataclass(frozen=True, slots=True)
class Forecast:
    runs: int
    stages: tuple[StageForecast, ...]
    chances: tuple[Chances, ...]
    """In the order of the seeds."""


@dataclass(slots=True)
class _Count:
    rounds: int = 0
    matches: int = 0
    stuck: int = 0
    reached: Counter[int] = field(default_factory=Counter)


def dry_run(
    stages: Sequence[Stage], ratings: Sequence[float], rng: Random, *, runs: int = 100, draws: float = 0.1
) -> Forecast:
    """Play the chain `runs` times. Entrants are 1, 2, 3 ... by seed, with these ratings.

    `draws` is the share of drawn games between equals. BadStage as in `check`; BadSetting for the other arguments.
    """
    if not 1 <= runs <= MOST_RUNS:
        raise BadSetting("runs", say("Ask for 1 to {most} runs.", most=MOST_RUNS))
    if not 0 <= draws <= 0.9:
        raise BadSetting("draws", say("The share of draws is a number from 0 to 0.9."))
    planned = check(stages, len(ratings))
    rating = dict(enumerate(ratings, 1))
    counts = [_Count() for _ in planned]
    won: Counter[int] = Counter()
    for _ in range(runs):
        order = tuple(rating)
        for at, (stage, count) in enumerate(zip(planned, counts, strict=True)):
            order = order[: stage.entrants]
            count.reached.update(order)
            more = planned[at + 1].entrants if at + 1 < len(planned) else 1
            order = _play(stage, order, rating, rng, draws, count, more)
        won.update(order)
    return Forecast(
        runs,
        tuple(
            StageForecast(stage.title, stage.entrants, count.rounds, count.matches / runs, count.stuck)
            for stage, count in zip(planned, counts, strict=True)
        ),
        tuple(Chances(one, tuple(count.reached[one] / runs for count in counts), won[one] / runs) for one in rating),
    )


def _play(
    stage: Planned, order: Sequence[int], rating: dict[int, float], rng: Random, draws: float, count: _Count, take: int
) -> tuple[int, ...]:
    """One run of a stage: who goes on."""
    entrants = [Entrant(one) for one in order]
    history: list[Round] = []
    worth = stage.settings.points if isinstance(stage.settings, HeatSettings) else _usual
    try:
        for _ in steps(MOST_ROUNDS, "a stage"):
            made = stage.format.next_round(stage.settings, entrants, history)
            if made is None:
                break
            history.append(tuple(decide(pairing, rating, rng, draws, worth) for pairing in made))
    except CannotPair:
        count.stuck += 1
    played = [one for made in history for one in made if one.contested and one.kind is Kind.PLAYED]
    bracket = isinstance(stage.format, Elimination)  # there a drawn match is paired again at the same place
    count.rounds = max(count.rounds, min(len(history), stage.rounds) if bracket else len(history))
    count.matches += len({one.key for one in played}) if bracket else len(played)
    return through(stage, entrants, history, take)


def _usual(ranks: Sequence[int]) -> tuple[int, ...]:
    return points(ranks, BY_PLACE[len(ranks)])
