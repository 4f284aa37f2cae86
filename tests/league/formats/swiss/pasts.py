"""Tournaments with any past: rounds that no system paired, so brackets come in every shape, possible or hardly so."""

import random
from collections.abc import Callable

from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, WIN, Kind, Player, Round, Tournament

BYE = Round(Kind.BYE, 1)
POINTS: list[Callable[[random.Random, bool], int]] = [
    lambda rng, better: 1, lambda rng, better: WIN, lambda rng, better: rng.choice((0, 1, 2)),
    lambda rng, better: rng.choice((0, 2)), lambda rng, better: WIN * better, lambda rng, better: 0,
]  # fmt: skip
"""Half points of White, who may be the better number."""


def any_past(rng: random.Random, size: int) -> Tournament:
    """A tournament of so many players, some rounds old."""
    past = _Past(rng, size)
    played = rng.choice((1, 2, 3, 3, 4, 5, 6, 7, 8))
    for _ in range(played):
        past.play()
    away = rng.choice((0, 0, 0.05))
    players = tuple(Player(number, tuple(rounds), rng.random() < away) for number, rounds in past.rounds.items())
    return Tournament(players, played + rng.choice((1, 1, 3)), played, forbidden=_teams(rng, size))


def _teams(rng: random.Random, size: int) -> frozenset[frozenset[int]]:
    """Mostly none; else who is near by number does not meet."""
    reach = rng.choice((0, 0, 0, 0, 0, 0, 3, 10, size // 3))
    pairs = ((one, other) for one in range(1, size + 1) for other in range(one + 1, min(size + 1, one + reach)))
    return frozenset(frozenset(pair) for pair in pairs)


class _Past:
    def __init__(self, rng: random.Random, size: int) -> None:
        self.rng = rng
        self.rounds: dict[int, list[Round]] = {number: [] for number in range(1, size + 1)}
        self.met: dict[int, set[int]] = {number: set() for number in self.rounds}
        self.points = rng.choice(POINTS)
        self.better_is_white = rng.choice((0.5, 0.5, 0.6, 0.8, 1))
        self.present = rng.choice((1, 1, 0.95, 0.8))
        self.forfeits = rng.choice((0, 0, 0.05))

    def play(self) -> None:
        """Pairs by chance, or by score and chance, without a second game."""
        rng, by_score = self.rng, self.rng.random() < 0.5
        order = sorted(self.rounds, key=lambda number: (by_score and -self._score(number), rng.random()))
        free = [number for number in order if rng.random() < self.present]
        found = dict.fromkeys(free, BYE)
        while len(free) > 1:
            one = free.pop(0)
            other = next((number for number in free if number not in self.met[one]), None)
            if other is not None:
                free.remove(other)
                found |= self._game(one, other)
        found |= dict.fromkeys(free, Round(Kind.PAIRING_BYE, WIN))
        for number, rounds in self.rounds.items():
            rounds.append(found.get(number) or rng.choice((ABSENT, BYE)))

    def _score(self, number: int) -> int:
        return sum(one.points for one in self.rounds[number])

    def _game(self, one: int, other: int) -> dict[int, Round]:
        rng = self.rng
        white, black = sorted((one, other), reverse=rng.random() >= self.better_is_white)
        points, kind = self.points(rng, white < black), Kind.GAME
        if rng.random() < self.forfeits:
            points, kind = rng.choice((0, WIN)), Kind.FORFEIT
        else:
            self.met[white].add(black)
            self.met[black].add(white)
        return {white: Round(kind, points, black, WHITE), black: Round(kind, WIN - points, white, BLACK)}
