"""The matches of a bracket, where seeds stand in it, and where sides come from, before anybody has played."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

FINAL, RESET = "F1", "F2"
"""The keys of the two grand finals."""
MOST = 1024


class Part(StrEnum):
    """A part of a bracket. RESET is the second grand final, played only if the first is lost from the winners side."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Seed:
    """An entrant by seed, 1 is the best. Where there are fewer entrants, the line is a bye."""

    number: int


@dataclass(frozen=True, slots=True)
class Winner:
    of: str


@dataclass(frozen=True, slots=True)
class Loser:
    of: str


Source = Seed | Winner | Loser


@dataclass(frozen=True, slots=True)
class Node:
    """A place for a match: `W1.3` is the third of the first winners round, `L2.1`, `F1`, `F2` (the reset) and `T`."""

    key: str
    part: Part
    round: int
    sides: tuple[Source, Source]
    last: bool = False
    """Whether it decides the winners side."""


@dataclass(frozen=True)
class Draw:
    """`nodes` stand in an order in which they can be played: each comes behind those that it takes its sides from."""

    entrants: int
    nodes: tuple[Node, ...]

    @cached_property
    def by_key(self) -> dict[str, Node]:
        return {node.key: node for node in self.nodes}


def single_elimination(entrants: int, *, third_place: bool = False) -> Draw:
    """A knock-out for 2 to 1,024 entrants; the better seeds have the byes. ValueError outside that."""
    nodes = _winners(entrants)
    if third_place and entrants >= 4:
        semi = nodes[-1].round - 1
        nodes.append(Node("T", Part.THIRD, nodes[-1].round, (Loser(_win(semi, 0)), Loser(_win(semi, 1)))))
    return Draw(entrants, tuple(nodes))


def double_elimination(entrants: int, *, reset: bool = True) -> Draw:
    """Nobody is out before losing twice. Without `reset` the grand final is one match, which the winner of the winners
    side may lose. ValueError outside 2 to 1,024 entrants."""
    winners = _winners(entrants)
    rounds = winners[-1].round
    losers = _losers(rounds)
    last = Winner(losers[-1].key) if losers else Loser(_win(1, 0))
    finals = [Node(FINAL, Part.FINAL, 1, (Winner(_win(rounds, 0)), last))]
    if reset:
        finals.append(Node(RESET, Part.RESET, 2, (Winner(_win(rounds, 0)), last)))
    return Draw(entrants, (*winners, *losers, *finals))


def _win(number: int, at: int) -> str:
    return f"W{number}.{at + 1}"


def _lose(number: int, at: int) -> str:
    return f"L{number}.{at + 1}"


def _winners(entrants: int) -> list[Node]:
    sources: list[Source] = [Seed(number) for number in lines(size_for(entrants))]
    nodes: list[Node] = []
    number = 0
    while len(sources) > 1:
        number += 1
        met = [
            Node(_win(number, at), Part.WINNERS, number, (sources[2 * at], sources[2 * at + 1]), last=len(sources) == 2)
            for at in range(len(sources) // 2)
        ]
        nodes += met
        sources = [Winner(one.key) for one in met]
    return nodes


def _losers(rounds: int) -> list[Node]:
    """In turn: who lost drops in against those who are left, then those who are left meet each other."""
    masks = drop_masks(rounds)
    nodes: list[Node] = []
    left: list[Source] = [Loser(_win(1, at)) for at in range(1 << (rounds - 1))]
    number = 0
    for dropping in range(2, rounds + 1):
        number += 1
        met = [
            Node(_lose(number, at), Part.LOSERS, number, (left[2 * at], left[2 * at + 1]))
            for at in range(len(left) // 2)
        ]
        number += 1
        mask = masks[dropping - 1]
        dropped = [
            Node(_lose(number, at), Part.LOSERS, number, (Loser(_win(dropping, at ^ mask)), Winner(one.key)))
            for at, one in enumerate(met)
        ]
        nodes += [*met, *dropped]
        left = [Winner(one.key) for one in dropped]
    return nodes


def size_for(entrants: int) -> int:
    """The lines of a draw: the next power of two. ValueError outside 2 to 1,024 entrants."""
    if not 2 <= entrants <= MOST:
        raise ValueError(f"An elimination bracket takes 2 to {MOST} entrants.")
    return 1 << (entrants - 1).bit_length()


def lines(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a full draw: seeds meet as late as possible, 1 at the top and 2 at the bottom.

    In every round, if the better seed always wins, the seeds of a match add up to one more than the seeds left.

    >>> lines(8)
    (1, 8, 5, 4, 3, 6, 7, 2)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for at, one in enumerate(order) for seed in ((one, total - one), (total - one, one))[at % 2]]
    return tuple(order)


def drop_masks(rounds: int) -> tuple[int, ...]:
    """How the losers of each winners round change places when they drop: by winners round, a mask for the section.

    The losers of round r (from 1) come into the losers bracket in sections 0 to 2**(rounds - r) - 1; who lost in
    section s goes to section s ^ mask. Whom a player has beaten sits by then in the sections that the earlier masks
    tell. Each mask keeps away from all of them as far as there is room, so that a rematch comes as late as it can.

    >>> drop_masks(4)
    (0, 3, 0, 0)
    """
    masks = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        beaten = {mask >> (number - 1 - at) for at, mask in enumerate(masks)}
        masks.append(_farthest(beaten, bits))
    return tuple(masks[:rounds])


def _farthest(taken: set[int], bits: int) -> int:
    """The number of so many bits that differs as early as possible from all that are taken."""
    for depth in range(1, bits + 1):
        free = set(range(1 << depth)) - {one >> (bits - depth) for one in taken}
        if free:
            prefix = max(free)
            return (prefix + 1 << (bits - depth)) - 1
    return 0
