"""The structure of a bracket: its matches, the lines of the seeds, and where the sides of each match come from."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

FINAL, RESET = "F1", "F2"
"""Keys of the two grand finals."""
MAX_ENTRANTS = 1024


class Part(StrEnum):
    """Part of a bracket. RESET is the second grand final, played only if the winners-side finalist loses the first."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Seed:
    """A side filled by a seed (1 is the best). If there are fewer entrants, it is a bye."""

    number: int


@dataclass(frozen=True, slots=True)
class Winner:
    """A side filled by the winner of node `of`."""

    of: str


@dataclass(frozen=True, slots=True)
class Loser:
    """A side filled by the loser of node `of`."""

    of: str


Source = Seed | Winner | Loser


@dataclass(frozen=True, slots=True)
class Node:
    """A match: `W1.3` is the third of winners round 1; also `L2.1` (losers), `F1`, `F2` (reset), `T` (third place)."""

    key: str
    part: Part
    round: int
    sides: tuple[Source, Source]
    last: bool = False
    """Whether it decides the winners side."""


@dataclass(frozen=True)
class Draw:
    """A bracket. Its `nodes` are in playing order: each comes after the nodes that its sides come from."""

    entrants: int
    nodes: tuple[Node, ...]

    @cached_property
    def by_key(self) -> dict[str, Node]:
        return {node.key: node for node in self.nodes}


def single_elimination(entrants: int, *, third_place: bool = False) -> Draw:
    """Return a knock-out for 2 to 1,024 entrants, with byes for the top seeds. Raises ValueError outside that."""
    nodes = _build_winners_bracket(entrants)
    if third_place and entrants >= 4:
        semi = nodes[-1].round - 1
        nodes.append(Node("T", Part.THIRD, nodes[-1].round, (Loser(_win(semi, 0)), Loser(_win(semi, 1)))))
    return Draw(entrants, tuple(nodes))


def double_elimination(entrants: int, *, reset: bool = True) -> Draw:
    """Return a bracket in which two losses eliminate, for 2 to 1,024 entrants. Raises ValueError outside that.

    Without `reset` the grand final is a single match, so its loser is out even after a first loss.
    """
    winners = _build_winners_bracket(entrants)
    rounds = winners[-1].round
    losers = _build_losers_bracket(rounds)
    last = Winner(losers[-1].key) if losers else Loser(_win(1, 0))
    finals = [Node(FINAL, Part.FINAL, 1, (Winner(_win(rounds, 0)), last))]
    if reset:
        finals.append(Node(RESET, Part.RESET, 2, (Winner(_win(rounds, 0)), last)))
    return Draw(entrants, (*winners, *losers, *finals))


def _win(number: int, at: int) -> str:
    return f"W{number}.{at + 1}"


def _lose(number: int, at: int) -> str:
    return f"L{number}.{at + 1}"


def _build_winners_bracket(entrants: int) -> list[Node]:
    sources: list[Source] = [Seed(number) for number in seed_order(get_bracket_size(entrants))]
    nodes: list[Node] = []
    number = 0
    while len(sources) > 1:
        number += 1
        round_nodes = [
            Node(_win(number, at), Part.WINNERS, number, (sources[2 * at], sources[2 * at + 1]), last=len(sources) == 2)
            for at in range(len(sources) // 2)
        ]
        nodes += round_nodes
        sources = [Winner(node.key) for node in round_nodes]
    return nodes


def _build_losers_bracket(rounds: int) -> list[Node]:
    """Return the losers bracket: rounds against newly dropped losers alternate with rounds among the survivors."""
    masks = drop_masks(rounds)
    nodes: list[Node] = []
    survivors: list[Source] = [Loser(_win(1, at)) for at in range(1 << (rounds - 1))]
    number = 0
    for dropping in range(2, rounds + 1):
        number += 1
        round_nodes = [
            Node(_lose(number, at), Part.LOSERS, number, (survivors[2 * at], survivors[2 * at + 1]))
            for at in range(len(survivors) // 2)
        ]
        number += 1
        mask = masks[dropping - 1]
        dropped = [
            Node(_lose(number, at), Part.LOSERS, number, (Loser(_win(dropping, at ^ mask)), Winner(node.key)))
            for at, node in enumerate(round_nodes)
        ]
        nodes += [*round_nodes, *dropped]
        survivors = [Winner(node.key) for node in dropped]
    return nodes


def get_bracket_size(entrants: int) -> int:
    """Return the lines of a draw, the next power of two. Raises ValueError outside 2 to 1,024 entrants."""
    if not 2 <= entrants <= MAX_ENTRANTS:
        raise ValueError(f"An elimination bracket takes 2 to {MAX_ENTRANTS} entrants.")
    return 1 << (entrants - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a full draw from top to bottom: seeds meet as late as possible, 1 is at the top, 2 below.

    If the better seed always wins, the seeds of a match add up to one more than the seeds left in every round.

    >>> seed_order(8)
    (1, 8, 5, 4, 3, 6, 7, 2)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [number for at, seed in enumerate(order) for number in ((seed, total - seed), (total - seed, seed))[at % 2]]
    return tuple(order)


def drop_masks(rounds: int) -> tuple[int, ...]:
    """Return, by winners round, the mask that moves losers to other sections of the losers bracket.

    The losers of round r (from 1) enter the losers bracket in sections 0 to 2**(rounds - r) - 1: the loser of section s
    goes to section s ^ mask. The earlier masks determine in which sections the opponents beaten before are by then.
    Each mask stays away from all of them as far as there is room, so that rematches come as late as possible.

    >>> drop_masks(4)
    (0, 3, 0, 0)
    """
    masks = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        beaten = {mask >> (number - 1 - index) for index, mask in enumerate(masks)}
        masks.append(_find_farthest(beaten, bits))
    return tuple(masks[:rounds])


def _find_farthest(taken: set[int], bits: int) -> int:
    """Return the number of `bits` bits that differs as early as possible from all in `taken`."""
    for depth in range(1, bits + 1):
        free = set(range(1 << depth)) - {mask >> (bits - depth) for mask in taken}
        if free:
            prefix = max(free)
            return (prefix + 1 << (bits - depth)) - 1
    return 0
