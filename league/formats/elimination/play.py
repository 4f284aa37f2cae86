"""The state of a bracket: results applied to its draw."""

from bisect import bisect_right
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from league.formats.elimination.draw import FINAL, RESET, Draw, Node, Part, Seed, Source, Winner

NOBODY = 0
"""The seed of an empty side: a bye, or the place of a winner after a double forfeit."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match. `winner` is one of `between`, or NOBODY after a double forfeit.

    It counts only while the match is between these two, so a changed earlier result makes it void.
    """

    between: tuple[int, int]
    winner: int


class Place(NamedTuple):
    """The state of a node. `sides` are seeds, NOBODY, or None while open; so is `winner`.

    `ready`: the match can be played now. `played`: it was decided by a result, not by a bye or withdrawal.
    """

    node: Node
    sides: tuple[int | None, int | None]
    winner: int | None
    loser: int | None
    ready: bool
    played: bool
    needed: bool = True
    """False for a reset made unnecessary by the first grand final."""


def stand(
    draw: Draw,
    results: Mapping[str, Result],
    withdrawn: Set[int] = frozenset(),
    fixed: Mapping[str, tuple[int, int]] | None = None,
) -> dict[str, Place]:
    """Return the state of every node from the results and the withdrawn seeds.

    `fixed` are nodes whose sides an organiser has fixed, whatever the earlier results are.
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
    """Return the reset's state unless it has to be played: open before the first final, else decided by it."""
    first = places[FINAL]
    if first.winner is None:
        return Place(node, (None, None), None, None, ready=False, played=False)
    if first.winner == one or not (one and other) or not first.winner:
        return Place(node, (one, other), first.winner, first.loser, ready=False, played=False, needed=False)
    return None


def ready(places: Mapping[str, Place]) -> list[Place]:
    """Return the matches that can be played now, in the order of the draw."""
    return [place for place in places.values() if place.ready]


def ranking(places: Mapping[str, Place]) -> dict[int, int]:
    """Return the ranks of all seeds whose rank is final. Seeds knocked out in the same round share the best rank."""
    out: dict[int, int] = {}
    reach: dict[int, int] = {}  # how deep in the bracket each remaining seed can still get
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
    """Return how late a match is in the bracket; the third-place match comes just before the final."""
    part = node.part
    if part is Part.WINNERS:
        return _THIRD + 1 if node.last else node.round
    if part is Part.LOSERS:
        return 2 * _THIRD + node.round
    return _THIRD if part is Part.THIRD else 3 * _THIRD + node.round
