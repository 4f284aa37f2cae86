"""What results make of a draw: who plays whom now, who is through, who came where."""

from bisect import bisect_right
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from league.formats.elimination.draw import FINAL, RESET, Draw, Node, Part, Seed, Source, Winner

NOBODY = 0
"""Stands for a side that nobody comes to: a bye, or a place that both entrants of a match forfeited."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match between these two ended. `winner` is one of `between`, or NOBODY where both forfeited.

    A result counts only while its match is between these two: one that was overturned upstream leaves no trace.
    """

    between: tuple[int, int]
    winner: int


class Place(NamedTuple):
    """A node as it stands. `sides` are seeds, NOBODY, or None while they are open; so is `winner`.

    `ready` says that it can be played now; `played` that a result decided it, and not a bye or a withdrawal.
    """

    node: Node
    sides: tuple[int | None, int | None]
    winner: int | None
    loser: int | None
    ready: bool
    played: bool
    needed: bool = True
    """False for a reset that the first grand final has made needless."""


def stand(
    draw: Draw,
    results: Mapping[str, Result],
    withdrawn: Set[int] = frozenset(),
    fixed: Mapping[str, tuple[int, int]] | None = None,
) -> dict[str, Place]:
    """Every node of the draw, given the results so far and the seeds that have withdrawn.

    `fixed` are nodes whose sides an organiser has let stand, whatever the results before them have become.
    """
    places: dict[str, Place] = {}
    for node in draw.nodes:
        one, other = node.sides
        sides = _who(draw, places, one), _who(draw, places, other)
        if fixed and node.key in fixed:
            sides = fixed[node.key]
        skipped = _skipped(node, places, *sides) if node.key == RESET else None
        places[node.key] = skipped or _place(node, sides, results.get(node.key), withdrawn)
    return places


def _who(draw: Draw, places: Mapping[str, Place], source: Source) -> int | None:
    if isinstance(source, Seed):
        return source.number if source.number <= draw.entrants else NOBODY
    place = places[source.of]
    return place.winner if isinstance(source, Winner) else place.loser


def _place(node: Node, sides: tuple[int | None, int | None], result: Result | None, withdrawn: Set[int]) -> Place:
    one, other = sides
    if one is None or other is None:
        return Place(node, sides, None, None, ready=False, played=False)
    if result is not None and one and other and result.between in ((one, other), (other, one)):
        winner = result.winner
        loser = NOBODY if winner == NOBODY else other if winner == one else one
        return Place(node, sides, winner, loser, ready=False, played=True)
    there = [seed for seed in sides if seed and seed not in withdrawn]
    if len(there) == 2:
        return Place(node, sides, None, None, ready=True, played=False)
    winner = there[0] if there else NOBODY
    gone = [seed for seed in sides if seed and seed != winner]
    return Place(node, sides, winner, gone[0] if len(gone) == 1 else NOBODY, ready=False, played=False)


def _skipped(node: Node, places: Mapping[str, Place], one: int | None, other: int | None) -> Place | None:
    """The reset while it is not known to be needed: undecided with the first final, or decided by it."""
    first = places[FINAL]
    if first.winner is None:
        return Place(node, (None, None), None, None, ready=False, played=False)
    if first.winner == one or not (one and other) or not first.winner:
        return Place(node, (one, other), first.winner, first.loser, ready=False, played=False, needed=False)
    return None


def ready(places: Mapping[str, Place]) -> list[Place]:
    """The matches that can be played now, in the order of the draw."""
    return [place for place in places.values() if place.ready]


def ranking(places: Mapping[str, Place]) -> dict[int, int]:
    """The place in which each seed came that is out or has won, once nobody who still plays can change it.

    Who went out in the same round shares the best of their places.
    """
    out: dict[int, int] = {}
    reach: dict[int, int] = {}  # of those that still play: how far they can come
    for node, sides, winner, _, _, _, needed in places.values():
        if winner is None:
            most = 2 * _THIRD + 1 if node.part is Part.THIRD else _ALL
            reach.update(dict.fromkeys(filter(None, sides), most))
        elif needed:
            depth = 2 * _depth(node)
            for seed in sides:
                if seed:
                    out[seed] = depth + (seed == winner)
    ended = {seed: depth for seed, depth in out.items() if seed not in reach}
    depths = sorted([*ended.values(), *reach.values()])
    return {seed: 1 + len(depths) - bisect_right(depths, depth) for seed, depth in ended.items()}


_THIRD = 100
_ALL = 1000


def _depth(node: Node) -> int:
    """How late in a bracket a match stands; the match for the third place lies just before the final."""
    part = node.part
    if part is Part.WINNERS:
        return _THIRD + 1 if node.last else node.round
    if part is Part.LOSERS:
        return 2 * _THIRD + node.round
    return _THIRD if part is Part.THIRD else 3 * _THIRD + node.round
