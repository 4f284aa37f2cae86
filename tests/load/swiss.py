"""`make bench`, third part: how long the next round of a Swiss tournament takes, on one core.

Tournaments are played by our own pairings: realistic ones (results by strength, draws, byes, withdrawals, late
entries) and hard ones.
"""

import math
import random
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from league.formats.protocol import CannotPair
from league.formats.swiss.pairing import Pair, pair_next_round
from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, WIN, Kind, Player, Round, Tournament
from tests.load.measure import read_arguments

SPREAD = 120.0
Result = Callable[[random.Random, int, int], int]
"""Half points of White, by the start numbers of White and Black."""


def by_strength(rng: random.Random, white: int, black: int) -> int:
    """Like Elo: the better number mostly wins, a third of the games between equals are drawn."""
    expected = 1 / (1 + math.exp((white - black) / SPREAD))
    drawn = 0.66 * min(expected, 1 - expected)
    shot = rng.random()
    return 1 if shot < drawn else 2 if shot < drawn + expected - drawn / 2 else 0


def by_chance(rng: random.Random, _white: int, _black: int) -> int:
    return rng.choice((0, 0, 1, 2, 2))


@dataclass(frozen=True)
class World:
    """What happens at a tournament besides the games; shares are of the players, in each round."""

    result: Result = by_strength
    byes: float = 0.0
    withdrawals: float = 0.0
    forfeits: float = 0.0
    late: float = 0.0
    """The share that only comes for the third round."""
    team: int = 0
    """Players of one team, neighbours by number, do not meet; below nought so many teams."""
    rounds: int = 9


WORLDS = {
    "realistic": World(byes=0.02, withdrawals=0.01, forfeits=0.01, late=0.02), "by chance": World(by_chance),
    "all drawn": World(lambda *_: 1), "White wins": World(lambda *_: 2), "late entries": World(late=0.4, byes=0.1),
    "teams of ten": World(team=10, byes=0.02), "three teams": World(team=-3, byes=0.02),
    "no-shows": World(by_chance, forfeits=0.15, byes=0.15, withdrawals=0.03),
}  # fmt: skip


@dataclass
class Played:
    """A tournament being played."""

    size: int
    world: World
    seed: int = 1
    rounds: dict[int, list[Round]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.rounds = {number: [] for number in range(1, self.size + 1)}
        self.late = {number for number in self.rounds if self.rng.random() < self.world.late}

    def next(self) -> Tournament:
        played, rng = len(self.rounds[1]), self.rng
        self.gone |= {n for n in self.rounds if played and rng.random() < self.world.withdrawals}
        self.asked = {n for n in self.rounds if rng.random() < self.world.byes} if played < self.world.rounds - 1 else set()
        away = self.gone | self.asked | (self.late if played < 2 else set())
        players = tuple(Player(n, tuple(done), absent=n in away) for n, done in self.rounds.items())
        team = self.world.team if self.world.team >= 0 else self.size // -self.world.team
        teams = frozenset(
            frozenset((one, other))
            for one in (self.rounds if team else ())
            for other in range(one + 1, min(self.size, (one - 1) // team * team + team) + 1)
        )
        return Tournament(players, self.world.rounds, played, forbidden=teams)

    def play(self, pairs: list[Pair]) -> None:
        found = dict.fromkeys(self.asked - self.gone, Round(Kind.BYE, 1))
        for one in pairs:
            if not one.black:
                found[one.white] = Round(Kind.PAIRING_BYE, WIN)
                continue
            points = self.world.result(self.rng, one.white, one.black)
            kind = Kind.FORFEIT if self.rng.random() < self.world.forfeits else Kind.GAME
            if kind is Kind.FORFEIT:
                points = self.rng.choice((0, WIN))
            found[one.white] = Round(kind, points, one.black, WHITE)
            found[one.black] = Round(kind, WIN - points, one.white, BLACK)
        for number, rounds in self.rounds.items():
            rounds.append(found.get(number, ABSENT))


def rounds_of(size: int, world: World, seed: int = 1) -> Iterator[tuple[Tournament, list[Pair], float]]:
    """Each round: the tournament before it, its pairs, the CPU seconds that they took; ends where none is possible."""
    event = Played(size, world, seed)
    for _ in range(world.rounds):
        before = event.next()
        began = time.process_time()
        try:
            pairs = pair_next_round(before)
        except CannotPair:
            return
        taken = time.process_time() - began
        yield before, pairs, taken
        event.play(pairs)


def main() -> None:
    asked = read_arguments(sizes=[100, 500, 1000, 2000], worlds=list(WORLDS))
    for name in asked.worlds:
        for size in asked.sizes:
            times = [taken for _, _, taken in rounds_of(size, WORLDS[name])]
            print(f"{name:13} {size:5} players, s a round: {' '.join(f'{taken:6.2f}' for taken in times)}", flush=True)
    print(f"peak of memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
