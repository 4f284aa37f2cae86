"""Figures from the matches of the measurement: calibration, detections and false alarms, each with what it rests on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from engines.fair_play.adapter import FairPlay
from engines.fair_play.evidence import ALARM, RATES, WINDOW, Bounds, calibrate
from engines.fair_play.line_ups import LineUp, list_line_ups

Line = Mapping[str, Any]
MIN_MATCHES = 100  # Of a line-up that counts for the bounds.
_RESAMPLED = 1_000


def select_lines(lines: Sequence[Line], version: int) -> list[Line]:
    """Return the matches of one version of the rules, in order, each once."""
    unique = {(line["line_up"], line["number"]): line for line in lines if line["version"] == version}
    return sorted(unique.values(), key=lambda line: (line["line_up"], line["number"]))


def list_scores(lines: Sequence[Line], line_up: LineUp, kind: str) -> list[list[float]]:
    """Return by match of a line-up the scores of its seats or pairs; in matches with a cheater only the cheater's."""
    wanted: Callable[[str, Line], bool] = lambda key, line: True  # noqa: E731
    if line_up.has_partners and kind == "pairs":
        wanted = lambda key, line: key == "-".join(map(str, line["cheats"]))  # noqa: E731
    elif not line_up.is_honest:
        wanted = lambda key, line: kind == "seats" and int(key) in line["cheats"]  # noqa: E731
    own = [line for line in lines if line["line_up"] == line_up.name]
    return [[score for key, (score, _) in line[kind].items() if wanted(key, line)] for line in own]


def list_honest(adapter: FairPlay, lines: Sequence[Line], kind: str) -> dict[str, list[list[float]]]:
    """Return the scores of the honest line-ups that have any, by name."""
    groups = {
        line_up.name: [match for match in list_scores(lines, line_up, kind) if match]
        for line_up in list_line_ups(adapter)
        if line_up.is_honest
    }
    return {name: matches for name, matches in groups.items() if matches}


def split(groups: Mapping[str, Sequence[Sequence[float]]], part: int) -> dict[str, list[Sequence[float]]]:
    """Return every other match: those with an even place (part 0) calibrate, the others (part 1) test."""
    return {name: list(matches[part::2]) for name, matches in groups.items()}


def compute_bounds(groups: Mapping[str, Sequence[Sequence[float]]]) -> Bounds | None:
    """Return the bounds by the line-ups with enough matches; None if there are none."""
    enough = {name: matches for name, matches in groups.items() if len(matches) >= MIN_MATCHES // 2}
    return calibrate(enough) if enough else None


def calibrate_game(adapter: FairPlay, lines: Sequence[Line], version: int) -> str:
    """Return the text of a game's calibration file: the bounds by the matches that calibrate."""
    parts = [f"version = {version}\n"]
    for name, kind in (("player", "seats"), ("pair", "pairs")):
        bounds = compute_bounds(split(list_honest(adapter, lines, kind), 0))
        if bounds is not None:
            rates = ", ".join(f"{bound:.5f}" for bound in bounds.bounds)
            parts.append(
                f"\n[{name}]\nmean = {bounds.mean:.5f}\ndeviation = {bounds.deviation:.5f}\nbounds = [{rates}]\n"
                f"matches = {bounds.matches}\n"
            )
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class HonestFigures:
    """How honest matches that did not calibrate score.

    `mean` and `deviation` are of the scores. `evidence` is the mean factor by which a match changes the evidence, at the
    rate at which it is highest; up to 1 it keeps what the bounds promise. `windows` of 20 matches each were different
    matches; `resampled` is the share of alarms among windows drawn at random from the same matches.
    """

    name: str
    matches: int
    mean: float
    deviation: float
    evidence: float
    alarms: int
    windows: int
    resampled: float


@dataclass(frozen=True, slots=True)
class CheatFigures:
    """How planted cheaters are found. `score` is their mean in honest standard deviations; `won` counts first places."""

    name: str
    matches: int
    won: int
    honest_share: float
    score: float
    found: int
    windows: int
    resampled: float
    median: int
    """Matches after which half of the resampled windows reach the alarm; 0 if fewer do within 20."""


def measure_honest(adapter: FairPlay, lines: Sequence[Line], kind: str, bounds: Bounds) -> list[HonestFigures]:
    """Return the figures of each honest line-up, from the matches that did not calibrate."""
    figures = []
    for name, matches in split(list_honest(adapter, lines, kind), 1).items():
        scores = [score for match in matches for score in match]
        mean = sum(scores) / len(scores)
        windows = _cut_windows([match[number % len(match)] for number, match in enumerate(matches)])
        figures.append(
            HonestFigures(
                name=name,
                matches=len(matches),
                mean=mean,
                deviation=(sum((score - mean) ** 2 for score in scores) / len(scores)) ** 0.5,
                evidence=max(_mean_factor(matches, bounds, at) for at in range(len(RATES))),
                alarms=sum(_find_alarm(bounds, window) > 0 for window in windows),
                windows=len(windows),
                resampled=sum(_find_alarm(bounds, window) > 0 for window in _resample(scores, name)) / _RESAMPLED,
            )
        )
    return figures


def _mean_factor(matches: Sequence[Sequence[float]], bounds: Bounds, at: int) -> float:
    """Return the mean factor of a match at one rate."""
    factors = [
        sum(exp(RATES[at] * bounds.standardise(score) - bounds.bounds[at]) for score in match) / len(match) for match in matches
    ]
    return sum(factors) / len(factors)


def measure_cheats(adapter: FairPlay, lines: Sequence[Line], kind: str, bounds: Bounds) -> list[CheatFigures]:
    """Return the figures of each line-up with cheaters; for pairs only of partners."""
    figures = []
    for line_up in list_line_ups(adapter):
        if line_up.is_honest or (kind == "pairs" and not line_up.has_partners):
            continue
        scores = [score for match in list_scores(lines, line_up, kind) for score in match]
        own = [line for line in lines if line["line_up"] == line_up.name]
        if not scores:
            continue
        windows = _cut_windows(scores)
        alarms = [_find_alarm(bounds, window) for window in _resample(scores, line_up.name)]
        times = sorted(alarm for alarm in alarms if alarm)
        figures.append(
            CheatFigures(
                name=line_up.name,
                matches=len(own),
                won=sum(bool(set(line["cheats"]) & set(line["winners"])) for line in own),
                honest_share=_share_of_honest(adapter, lines, line_up),
                score=sum(map(bounds.standardise, scores)) / len(scores),
                found=sum(_find_alarm(bounds, window) > 0 for window in windows),
                windows=len(windows),
                resampled=len(times) / _RESAMPLED,
                median=times[_RESAMPLED // 2] if len(times) > _RESAMPLED // 2 else 0,
            )
        )
    return figures


def _share_of_honest(adapter: FairPlay, lines: Sequence[Line], line_up: LineUp) -> float:
    """Return how often the same seats win in honest matches of the same bots; -1 without such matches."""
    for other in list_line_ups(adapter):
        if other.is_honest and other.honest == line_up.honest and other.seats == line_up.seats and not other.random_set_up:
            hidden = list(adapter.seats(other.seats))
            own = [line for line in lines if line["line_up"] == other.name]
            taken = [hidden[:2] if line_up.has_partners else [hidden[line["number"] % len(hidden)]] for line in own]
            wins = [bool(set(seats) & set(line["winners"])) for seats, line in zip(taken, own, strict=True)]
            return sum(wins) / len(wins) if wins else -1.0
    return -1.0


def _cut_windows(scores: Sequence[float]) -> list[Sequence[float]]:
    """Return windows of different matches."""
    return [scores[at : at + WINDOW] for at in range(0, len(scores) - WINDOW + 1, WINDOW)]


def _resample(scores: Sequence[float], seed: str) -> Iterator[Sequence[float]]:
    """Yield windows of matches drawn at random."""
    rng = Random(seed)
    for _ in range(_RESAMPLED):
        yield rng.choices(scores, k=WINDOW)


def _find_alarm(bounds: Bounds, window: Sequence[float]) -> int:
    """Return after how many matches the evidence reaches the alarm; 0 if it doesn't."""
    sums = [0.0] * len(RATES)
    for number, score in enumerate(window, 1):
        standardised = bounds.standardise(score)
        sums = [total + rate * standardised - bound for total, rate, bound in zip(sums, RATES, bounds.bounds, strict=True)]
        if sum(map(exp, sums)) / len(RATES) >= ALARM:
            return number
    return 0
