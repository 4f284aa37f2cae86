"""The order of an event: points, then tie-breaks, worked out from results alone.

Points are counted in halves and Sonneborn-Berger in quarters, so that all sums are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

WIN, DRAW, LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Game:
    """A counted match between two entrants; a double forfeit is (0, 0)."""

    home: int
    away: int
    home_halves: int
    away_halves: int


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant's line. Those who share everything share a rank."""

    rank: int
    entrant: int
    played: int
    wins: int
    draws: int
    losses: int
    halves: int
    sonneborn_quarters: int
    direct_halves: int | None
    """Points in the matches among those still tied; None where no tie is left or they have not all met."""


Result = tuple[int, int]
"""(opponent, half points made against it)."""


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Half points of the seats of a match that ended in these ranks (1 is first; nobody first: nobody scores).

    Of more than two, each makes what it would have made against every other.

    >>> points((1, 2)), points((1, 1)), points((2, 2)), points((1, 2, 2))
    ((2, 0), (1, 1), (0, 0), (4, 1, 1))
    """
    if 1 not in ranks:
        return tuple(0 for _ in ranks)
    return tuple(sum(_against(rank, other) for other in ranks) - DRAW for rank in ranks)


def ranks_of(halves: Sequence[int], first: int) -> tuple[int, ...]:
    """Ranks by seat of two sides' half points, where side `first` had seat 0; empty where nobody made any.

    >>> ranks_of((2, 0), 0), ranks_of((2, 0), 1), ranks_of((1, 1), 0), ranks_of((0, 0), 0)
    ((1, 2), (2, 1), (1, 1), ())
    """
    if not any(halves):
        return ()
    seated = halves[first], halves[1 - first]
    return tuple(1 if made == max(seated) else 2 for made in seated)


def _against(rank: int, other: int) -> int:
    return DRAW if rank == other else WIN if rank < other else LOSS


def standings(entrants: Sequence[int], games: Iterable[Game]) -> list[Place]:
    """The entrants in order, best first; those who are equal in everything stay in the order given.

    Order: points, Sonneborn-Berger, direct encounter, wins. Results by forfeit count like played ones, as is usual
    where everybody meets everybody.
    """
    results = _results(entrants, games)
    points = {one: sum(made for _, made in results[one]) for one in entrants}
    sonneborn = {one: sum(made * points[other] for other, made in results[one]) for one in entrants}
    direct = _direct(entrants, results, lambda one: (points[one], sonneborn[one]))
    wins = {one: _count(results[one], WIN) for one in entrants}

    def key(one: int) -> tuple[int, int, int, int]:
        return points[one], sonneborn[one], direct[one] or 0, wins[one]

    order = sorted(entrants, key=key, reverse=True)
    return [
        Place(
            1 + next(at for at, other in enumerate(order) if key(other) == key(one)),
            one, len(results[one]), wins[one], _count(results[one], DRAW), _count(results[one], LOSS),
            points[one], sonneborn[one], direct[one],
        )
        for one in order
    ]  # fmt: skip


def _results(entrants: Sequence[int], games: Iterable[Game]) -> dict[int, list[Result]]:
    results: dict[int, list[Result]] = {one: [] for one in entrants}
    for game in games:
        results[game.home].append((game.away, game.home_halves))
        results[game.away].append((game.home, game.away_halves))
    return results


def _count(results: Sequence[Result], made: int) -> int:
    return sum(1 for _, halves_made in results if halves_made == made)


def _direct(
    entrants: Sequence[int], results: dict[int, list[Result]], key: Callable[[int], tuple[int, int]]
) -> dict[int, int | None]:
    direct: dict[int, int | None] = dict.fromkeys(entrants)
    for _, tied in groupby(sorted(entrants, key=key), key=key):
        group = set(tied)
        if len(group) > 1 and all(_met(one, results) >= group - {one} for one in group):
            for one in group:
                direct[one] = sum(made for other, made in results[one] if other in group)
    return direct


def _met(one: int, results: dict[int, list[Result]]) -> set[int]:
    return {other for other, _ in results[one]}
