"""Simulation of an event: the whole chain of stages is played many times with results that follow the ratings."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engines.common import steps
from engines.words import say
from league.formats.elimination.format import Elimination
from league.formats.heat_tables import BY_PLACE, points
from league.formats.heats import Settings as HeatSettings
from league.formats.protocol import CannotPair, Entrant, Kind, Pairing, Round
from league.formats.series import Series
from league.formats.settings import BadSetting
from league.formats.stages import MOST_ROUNDS, Planned, Stage, check, through
from league.ratings import elo

MOST_RUNS = 10_000
AT_ONCE = 5
Points = Callable[[Sequence[int]], tuple[int, ...]]
RULE = elo.Rule()


@dataclass(frozen=True, slots=True)
class StageForecast:
    """One stage of the forecast. `rounds` is the maximum over the runs, `matches` the mean (a series is one match)."""

    title: str
    entrants: int
    rounds: int
    matches: float
    stuck: int
    """Runs in which a round could not be paired, so that the stage ended early."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of one entrant, each from 0 to 1. `reach` has one number per stage; the first is always 1."""

    entrant: int
    reach: tuple[float, ...]
    win: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """The result of a simulation: a summary of each stage and the chances of each entrant."""

    runs: int
    stages: tuple[StageForecast, ...]
    chances: tuple[Chances, ...]
    """In seed order."""


@dataclass(slots=True)
class _Count:
    rounds: int = 0
    matches: int = 0
    stuck: int = 0
    reached: Counter[int] = field(default_factory=Counter)


def dry_run(
    stages: Sequence[Stage],
    ratings: Sequence[float],
    rng: Random,
    *,
    runs: int = 100,
    draws: float = 0.1,
    more: Callable[[], bool] = lambda: True,
) -> Forecast:
    """Simulate the chain `runs` times with entrants 1, 2, 3 … in seed order, who have these ratings.

    `draws` is the share of draws between equals. After the first run and then every AT_ONCE runs, the simulation stops
    unless `more()` is true. Raises BadStage as `check` does, and BadSetting for the other arguments.
    """
    if not 1 <= runs <= MOST_RUNS:
        raise BadSetting("runs", say("Choose 1 to {most} runs.", most=MOST_RUNS))
    if not 0 <= draws <= 0.9:
        raise BadSetting("draws", say("The share of draws must be a number from 0 to 0.9."))
    planned = check(stages, len(ratings))
    rating = dict(enumerate(ratings, 1))
    counts = [_Count() for _ in planned]
    won: Counter[int] = Counter()
    for run in range(runs):
        if run % AT_ONCE == 1 and not more():
            runs = run
            break
        order = tuple(rating)
        for at, (stage, count) in enumerate(zip(planned, counts, strict=True)):
            order = order[: stage.entrants]
            count.reached.update(order)
            take = planned[at + 1].entrants if at + 1 < len(planned) else 1
            order = _play(stage, order, rating, rng, draws, count, take)
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
    """Simulate a stage once and return the qualifiers."""
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
    played = [one for made in history for one in made if one.contested and one.kind is Kind.GAME]
    bracket = isinstance(stage.format, Elimination)  # drawn matches are paired again at the same node
    count.rounds = max(count.rounds, min(len(history), stage.rounds) if bracket else len(history))
    count.matches += len({one.key for one in played}) if bracket else len(played)
    return through(stage, entrants, history, take)


def _usual(ranks: Sequence[int]) -> tuple[int, ...]:
    return points(ranks, BY_PLACE[len(ranks)])


def decide(pairing: Pairing, ratings: Mapping[int, float], rng: Random, draws: float, points: Points) -> Pairing:
    """Return the pairing with a simulated result; `points` are half points by rank.

    Two sides follow Elo's expected score. For more, the next best is drawn repeatedly, with odds that agree with Elo
    for every two of them (Plackett-Luce model).
    """
    if pairing.decided:
        return pairing
    if len(pairing.entrants) > 2:
        return replace(pairing, halves=points(_ranks([ratings[one] for one in pairing.entrants], rng)))
    one, other = (ratings[who] for who in pairing.entrants)
    if pairing.best_of == 1:
        return replace(pairing, halves=_game(one, other, rng, draws))
    series = Series(pairing.best_of)
    while not series.over:
        series = series.with_game(*_game(one, other, rng, draws))
    return replace(pairing, halves=series.score)


def _game(one: float, other: float, rng: Random, draws: float) -> tuple[int, int]:
    expected = RULE.expected(one, other)
    drawn = min(draws, 2 * expected, 2 * (1 - expected))
    fell = rng.random()
    if fell < drawn:
        return 1, 1
    return (2, 0) if fell < drawn / 2 + expected else (0, 2)


def _ranks(ratings: Sequence[float], rng: Random) -> list[int]:
    """Return simulated ranks by seat."""
    best = max(ratings)
    weight = {seat: 10 ** ((rating - best) / 400) for seat, rating in enumerate(ratings)}
    ranks = [0] * len(ratings)
    for place in range(1, len(ratings) + 1):
        (seat,) = rng.choices(list(weight), list(weight.values()))
        ranks[seat] = place
        del weight[seat]
    return ranks
