"""What results make of a draw: who plays whom now, who is through, who came where."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Set
from dataclasses import dataclass

from league.events.formats.elimination.draw import Draw, Loser, Node, Part, Seed, Source, Winner
from league.events.formats.elimination.seeding import MOST

NOBODY = 0
"""Stands for a side that nobody comes to: a bye, or a place that both entrants of a match forfeited."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match between these two ended. `winner` is one of `between`, or NOBODY where both forfeited.

    A result counts only while its match is between these two: one that was overturned upstream leaves no trace.
    """

    between: tuple[int, int]
    winner: int


@dataclass(frozen=True, slots=True)
class Place:
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
        one, other = (_side(draw, places, source) for source in node.sides)
        if fixed and node.key in fixed:
            one, other = fixed[node.key]
        if node.part is Part.RESET and (skipped := _skipped(node, places, one, other)) is not None:
            places[node.key] = skipped
        else:
            places[node.key] = _place(node, (one, other), results.get(node.key), withdrawn)
    return places


def _side(draw: Draw, places: Mapping[str, Place], source: Source) -> int | None:
    match source:
        case Seed(number):
            return number if number <= draw.entrants else NOBODY
        case Winner(of):
            return places[of].winner
        case Loser(of):
            return places[of].loser


def _place(node: Node, sides: tuple[int | None, int | None], result: Result | None, withdrawn: Set[int]) -> Place:
    one, other = sides
    if one is None or other is None:
        return Place(node, sides, None, None, ready=False, played=False)
    if result is not None and one and other and set(result.between) == {one, other}:
        winner = result.winner
        loser = NOBODY if winner == NOBODY else other if winner == one else one
        return Place(node, sides, winner, loser, ready=False, played=True)
    there = [seed for seed in (one, other) if seed and seed not in withdrawn]
    if len(there) == 2:
        return Place(node, sides, None, None, ready=True, played=False)
    winner = there[0] if there else NOBODY
    gone = [seed for seed in (one, other) if seed and seed != winner]
    return Place(node, sides, winner, gone[0] if len(gone) == 1 else NOBODY, ready=False, played=False)


def _skipped(node: Node, places: Mapping[str, Place], one: int | None, other: int | None) -> Place | None:
    """The reset while it is not known to be needed: undecided with the first final, or decided by it."""
    first = places["F1"]
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
    out: dict[int, tuple[int, int, bool]] = {}
    reach: dict[int, tuple[int, int, bool]] = {}  # of those that still play: how far they can come
    for place in places.values():
        for seed in filter(None, place.sides):
            if place.winner is None:
                reach[seed] = (*_DEPTH_OF_THIRD, True) if place.node.part is Part.THIRD else _ALL
            elif place.needed:
                out[seed] = (*_depth(place.node), seed == place.winner)
    ended = {seed: depth for seed, depth in out.items() if seed not in reach}
    depths = sorted([*ended.values(), *reach.values()])
    return {seed: 1 + len(depths) - bisect_right(depths, depth) for seed, depth in ended.items()}


_DEPTH_OF_THIRD = (1, 2 * MOST)
_ALL = (9, 0, True)


def _depth(node: Node) -> tuple[int, int]:
    """How late in a bracket a match stands; the match for the third place lies just before the final."""
    match node.part:
        case Part.WINNERS:
            return 1, 2 * MOST + 1 if node.last else node.round
        case Part.THIRD:
            return _DEPTH_OF_THIRD
        case Part.LOSERS:
            return 2, node.round
        case Part.FINAL | Part.RESET:
            return 3, node.round
