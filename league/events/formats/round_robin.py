"""Everybody meets everybody, by the Berger tables of FIDE's handbook (C.05, annex 1).

Players are their pairing numbers, 1 to n. A pairing is (home, away): home has the first side. With an odd number the
one who would meet the missing last player has a bye, written (player, None).
"""

from __future__ import annotations

Pairing = tuple[int, int | None]
Round = tuple[Pairing, ...]


def schedule(players: int, cycles: int = 1) -> tuple[Round, ...]:
    """All rounds of an event. Every second cycle swaps the sides.

    With several cycles, the last two rounds of a cycle change places (but not of the last), as the handbook advises:
    otherwise some players would have one side three times running (four players in three cycles or more still do).

    >>> schedule(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if players < 2 or cycles < 1:
        raise ValueError("A round robin needs two players and one cycle at least.")
    table = berger(players)
    rounds: list[Round] = []
    for cycle in range(cycles):
        cycle_rounds = table if cycle == cycles - 1 or len(table) < 2 else (*table[:-2], table[-1], table[-2])
        rounds.extend(_swapped(pairings) if cycle % 2 else pairings for pairings in cycle_rounds)
    return tuple(rounds)


def rounds_of(players: int, cycles: int) -> int:
    """How many rounds `schedule` has."""
    return cycles * (players - 1 + players % 2)


def berger(players: int) -> tuple[Round, ...]:
    """The Berger table for this many players; byes come last in their round."""
    even = players + players % 2
    table = tuple(_round(even, number) for number in range(1, even))
    return tuple(_without(even, pairings) for pairings in table) if players % 2 else table


def _round(even: int, number: int) -> Round:
    """Round `number` for an even number of players: the last player's opponent leads, the rest pair around it."""
    ring = even - 1
    if number % 2:
        leader = (number + 1) // 2
        first = (leader, even)
    else:
        leader = even // 2 + number // 2
        first = (even, leader)
    rest = [(_on(ring, leader + step), _on(ring, leader - step)) for step in range(1, even // 2)]
    return (first, *rest)


def _on(ring: int, number: int) -> int:
    return (number - 1) % ring + 1


def _without(missing: int, pairings: Round) -> Round:
    free = next(home if away == missing else away for home, away in pairings if missing in (home, away))
    assert free is not None
    return (*(pairing for pairing in pairings if missing not in pairing), (free, None))


def _swapped(pairings: Round) -> Round:
    return tuple((home, away) if away is None else (away, home) for home, away in pairings)
