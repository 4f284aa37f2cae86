"""The matches of a bracket and where their sides come from, before anybody has played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from league.formats.elimination.seeding import drop_masks, lines, size_for

FINAL, RESET = "F1", "F2"
"""The keys of the two grand finals."""


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
    def comers(self) -> tuple[int, ...]:
        """Who comes from each line of a full draw, by its seed: the entrant, or nobody (0); line 0 is nobody's."""
        return tuple(seed if seed <= self.entrants else 0 for seed in range(size_for(self.entrants) + 1))

    @cached_property
    def at(self) -> dict[str, int]:
        """By key, where each node stands in `nodes`."""
        return {node.key: number for number, node in enumerate(self.nodes)}

    @cached_property
    def wiring(self) -> tuple[tuple[Node, int, int], ...]:
        """Each node, and where its two sides come from: a place in the list that begins with `comers` and goes on with
        the winner and the loser of every node in turn."""
        return tuple((node, self._from(node.sides[0]), self._from(node.sides[1])) for node in self.nodes)

    @cached_property
    def followers(self) -> dict[str, tuple[int, ...]]:
        """By key, the nodes (as in `at`) that a change of its winner or loser may change."""
        found: dict[str, list[int]] = {node.key: [] for node in self.nodes}
        for number, node in enumerate(self.nodes):
            for source in node.sides:
                if not isinstance(source, Seed):
                    found[source.of].append(number)
        if RESET in found:
            found[FINAL].append(self.at[RESET])
        return {key: tuple(to) for key, to in found.items()}

    def _from(self, source: Source) -> int:
        match source:
            case Seed(number):
                return number
            case Winner(of):
                return len(self.comers) + 2 * self.at[of]
            case Loser(of):
                return len(self.comers) + 2 * self.at[of] + 1


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
    size = size_for(entrants)
    order = lines(size)
    nodes = [
        Node(_win(1, at), Part.WINNERS, 1, (Seed(order[2 * at]), Seed(order[2 * at + 1])), last=size == 2)
        for at in range(size // 2)
    ]
    number, count = 2, size // 4
    while count:
        nodes += [
            Node(
                _win(number, at),
                Part.WINNERS,
                number,
                (Winner(_win(number - 1, 2 * at)), Winner(_win(number - 1, 2 * at + 1))),
                last=count == 1,
            )
            for at in range(count)
        ]
        number, count = number + 1, count // 2
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
