"""Simulated results, by ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from league.events.formats.protocol import Pairing
from league.events.formats.series import Series
from league.ratings import elo

Points = Callable[[Sequence[int]], tuple[int, ...]]
RULE = elo.Rule()


def decide(pairing: Pairing, ratings: Mapping[int, float], rng: Random, draws: float, points: Points) -> Pairing:
    """The pairing with a result. Of two, Elo's expected score is kept; of more, whoever is next best is drawn with
    chances that are Elo's for every two of them (Plackett and Luce). `points` are half points by rank."""
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
    """Places by seat."""
    best = max(ratings)
    weight = {seat: 10 ** ((rating - best) / 400) for seat, rating in enumerate(ratings)}
    ranks = [0] * len(ratings)
    for place in range(1, len(ratings) + 1):
        (seat,) = rng.choices(list(weight), list(weight.values()))
        ranks[seat] = place
        del weight[seat]
    return ranks
