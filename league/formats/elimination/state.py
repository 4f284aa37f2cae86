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


class NodeState(NamedTuple):
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


def compute_states(
    draw: Draw,
    results: Mapping[str, Result],
    withdrawn: Set[int] = frozenset(),
    fixed: Mapping[str, tuple[int, int]] | None = None,
) -> dict[str, NodeState]:
    """Return the state of every node from the results and the withdrawn seeds.

    `fixed` are nodes whose sides an organiser has fixed, whatever the earlier results are.
    """
    states: dict[str, NodeState] = {}
    for node in draw.nodes:
        first, second = node.sides
        sides = _find_side(draw, states, first), _find_side(draw, states, second)
        if fixed and node.key in fixed:
            sides = fixed[node.key]
        skipped = _find_unneeded_reset(node, states, *sides) if node.key == RESET else None
        states[node.key] = skipped or _compute_state(node, sides, results.get(node.key), withdrawn)
    return states


def _find_side(draw: Draw, states: Mapping[str, NodeState], source: Source) -> int | None:
    if isinstance(source, Seed):
        return source.number if source.number <= draw.entrants else NOBODY
    state = states[source.of]
    return state.winner if isinstance(source, Winner) else state.loser


def _compute_state(node: Node, sides: tuple[int | None, int | None], result: Result | None, withdrawn: Set[int]) -> NodeState:
    first, second = sides
    if first is None or second is None:
        return NodeState(node, sides, None, None, ready=False, played=False)
    if result is not None and first and second and result.between in ((first, second), (second, first)):
        winner = result.winner
        loser = NOBODY if winner == NOBODY else second if winner == first else first
        return NodeState(node, sides, winner, loser, ready=False, played=True)
    present = [seed for seed in sides if seed and seed not in withdrawn]
    if len(present) == 2:
        return NodeState(node, sides, None, None, ready=True, played=False)
    winner = present[0] if present else NOBODY
    eliminated = [seed for seed in sides if seed and seed != winner]
    return NodeState(node, sides, winner, eliminated[0] if len(eliminated) == 1 else NOBODY, ready=False, played=False)


def _find_unneeded_reset(
    node: Node, states: Mapping[str, NodeState], first: int | None, second: int | None
) -> NodeState | None:
    """Return the reset's state unless it has to be played: open before the first final, else decided by it."""
    final = states[FINAL]
    if final.winner is None:
        return NodeState(node, (None, None), None, None, ready=False, played=False)
    if final.winner == first or not (first and second) or not final.winner:
        return NodeState(node, (first, second), final.winner, final.loser, ready=False, played=False, needed=False)
    return None


def list_ready(states: Mapping[str, NodeState]) -> list[NodeState]:
    """Return the matches that can be played now, in the order of the draw."""
    return [state for state in states.values() if state.ready]


def compute_ranks(states: Mapping[str, NodeState]) -> dict[int, int]:
    """Return the ranks of all seeds whose rank is final. Seeds knocked out in the same round share the best rank."""
    depth_by_seed: dict[int, int] = {}
    reach: dict[int, int] = {}  # how deep in the bracket each remaining seed can still get
    for node, sides, winner, _, _, _, needed in states.values():
        if winner is None:
            maximum = 2 * _THIRD_PLACE_DEPTH + 1 if node.part is Part.THIRD else _OPEN_DEPTH
            reach.update(dict.fromkeys(filter(None, sides), maximum))
        elif needed:
            depth = 2 * _get_depth(node)
            for seed in sides:
                if seed:
                    depth_by_seed[seed] = depth + (seed == winner)
    ended = {seed: depth for seed, depth in depth_by_seed.items() if seed not in reach}
    depths = sorted([*ended.values(), *reach.values()])
    return {seed: 1 + len(depths) - bisect_right(depths, depth) for seed, depth in ended.items()}


_THIRD_PLACE_DEPTH = 100
_OPEN_DEPTH = 1000


def _get_depth(node: Node) -> int:
    """Return how late a match is in the bracket; the third-place match comes just before the final."""
    part = node.part
    if part is Part.WINNERS:
        return _THIRD_PLACE_DEPTH + 1 if node.last else node.round
    if part is Part.LOSERS:
        return 2 * _THIRD_PLACE_DEPTH + node.round
    return _THIRD_PLACE_DEPTH if part is Part.THIRD else 3 * _THIRD_PLACE_DEPTH + node.round
