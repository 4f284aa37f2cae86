"""Simulation of an event: the whole chain of stages is played many times with results that follow the ratings."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from engines.common import bounded_steps
from engines.i18n import translate as _
from league.formats.elimination.format import Elimination
from league.formats.heat_tables import POINTS_BY_PLACE, score_heat
from league.formats.heats import Settings as HeatSettings
from league.formats.protocol import CannotPair, Entrant, Kind, Pairing, Round
from league.formats.series import Series
from league.formats.settings import BadSetting
from league.formats.stages import ROUND_LIMIT, Planned, Stage, check_stages, select_qualifiers
from league.ratings import elo

MAX_RUNS = 10_000
RUNS_PER_CHECK = 5
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


def simulate_stages(
    stages: Sequence[Stage],
    ratings: Sequence[float],
    rng: Random,
    *,
    runs: int = 100,
    draws: float = 0.1,
    proceed: Callable[[], bool] = lambda: True,
) -> Forecast:
    """Simulate the chain `runs` times with entrants 1, 2, 3 … in seed order, who have these ratings.

    `draws` is the share of draws between equals. After the first run and then every AT_ONCE runs, the simulation stops
    unless `proceed()` is true. Raises BadStage as `check_stages` does, and BadSetting for the other arguments.
    """
    if not 1 <= runs <= MAX_RUNS:
        raise BadSetting("runs", _("Choose 1 to {most} runs.", most=MAX_RUNS))
    if not 0 <= draws <= 0.9:
        raise BadSetting("draws", _("The share of draws must be a number from 0 to 0.9."))
    planned = check_stages(stages, len(ratings))
    rating = dict(enumerate(ratings, 1))
    counts = [_Count() for _unused in planned]
    won: Counter[int] = Counter()
    for run in range(runs):
        if run % RUNS_PER_CHECK == 1 and not proceed():
            runs = run
            break
        order = tuple(rating)
        for index, (stage, count) in enumerate(zip(planned, counts, strict=True)):
            order = order[: stage.entrants]
            count.reached.update(order)
            take = planned[index + 1].entrants if index + 1 < len(planned) else 1
            order = _simulate_stage(stage, order, rating, rng, draws, count, take)
        won.update(order)
    return Forecast(
        runs,
        tuple(
            StageForecast(stage.title, stage.entrants, count.rounds, count.matches / runs, count.stuck)
            for stage, count in zip(planned, counts, strict=True)
        ),
        tuple(Chances(seed, tuple(count.reached[seed] / runs for count in counts), won[seed] / runs) for seed in rating),
    )


def _simulate_stage(
    stage: Planned, order: Sequence[int], rating: dict[int, float], rng: Random, draws: float, count: _Count, take: int
) -> tuple[int, ...]:
    """Simulate a stage once and return the qualifiers."""
    entrants = [Entrant(entrant) for entrant in order]
    history: list[Round] = []
    points = stage.settings.points if isinstance(stage.settings, HeatSettings) else _default_points
    decide = partial(decide_result, ratings=rating, rng=rng, draws=draws, points=points)
    try:
        for _ in bounded_steps(ROUND_LIMIT, "a stage"):
            pairings = stage.format.next_round(stage.settings, entrants, history)
            if pairings is None:
                break
            history.append(tuple(pairing if pairing.decided else _score(decide(pairing), stage) for pairing in pairings))
    except CannotPair:
        count.stuck += 1
    played = [entry for pairings in history for entry in pairings if entry.is_contested and entry.kind is Kind.GAME]
    bracket = isinstance(stage.format, Elimination)  # drawn matches are paired again at the same node
    count.rounds = max(count.rounds, min(len(history), stage.rounds) if bracket else len(history))
    count.matches += len({entry.key for entry in played}) if bracket else len(played)
    return select_qualifiers(stage, entrants, history, take)


def _score(pairing: Pairing, stage: Planned) -> Pairing:
    """Return a decided pairing with the points of the stage's settings."""
    if stage.format.by_places:
        return pairing
    halves = tuple(half for half in pairing.halves if half is not None)
    return replace(pairing, halves=stage.format.worth(stage.data, halves, (), forfeit=False))


def _default_points(ranks: Sequence[int]) -> tuple[int, ...]:
    return score_heat(ranks, POINTS_BY_PLACE[len(ranks)])


def decide_result(pairing: Pairing, ratings: Mapping[int, float], rng: Random, draws: float, points: Points) -> Pairing:
    """Return the pairing with a simulated result; `points` are half points by rank.

    Two sides follow Elo's expected score. For more, the next best is drawn repeatedly, with odds that agree with Elo
    for every two of them (Plackett-Luce model).
    """
    if pairing.decided:
        return pairing
    if len(pairing.entrants) > 2:
        return replace(pairing, halves=points(_simulate_ranks([ratings[entrant] for entrant in pairing.entrants], rng)))
    side, other_side = (ratings[entrant] for entrant in pairing.entrants)
    if pairing.best_of == 1:
        return replace(pairing, halves=_simulate_game(side, other_side, rng, draws))
    series = Series(pairing.best_of)
    while not series.over:
        series = series.with_game(*_simulate_game(side, other_side, rng, draws))
    return replace(pairing, halves=series.score)


def _simulate_game(rating: float, other_rating: float, rng: Random, draws: float) -> tuple[int, int]:
    expected = RULE.expected(rating, other_rating)
    drawn = min(draws, 2 * expected, 2 * (1 - expected))
    roll = rng.random()
    if roll < drawn:
        return 1, 1
    return (2, 0) if roll < drawn / 2 + expected else (0, 2)


def _simulate_ranks(ratings: Sequence[float], rng: Random) -> list[int]:
    """Return simulated ranks by seat."""
    best = max(ratings)
    weight = {seat: 10 ** ((rating - best) / 400) for seat, rating in enumerate(ratings)}
    ranks = [0] * len(ratings)
    for place in range(1, len(ratings) + 1):
        (seat,) = rng.choices(list(weight), list(weight.values()))
        ranks[seat] = place
        del weight[seat]
    return ranks
