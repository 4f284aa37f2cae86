"""Heuristics for the search: evaluation of positions and scores of actions."""

from collections.abc import Sequence
from math import exp

from engines.zero_order.actions import Action
from engines.zero_order.board import Board, cells_of
from engines.zero_order.grid import CELLS, NEAR, OUT, adjacent_cells
from engines.zero_order.state import MOVE, State
from engines.zero_order.tokens import DE, ER, FUNCTION, FUNCTIONS, GL, SIDE

_WORTH_SCALE = 150.0  # Of worth: this much ahead wins about three games of four.
UNIT = 100.0
_HELD = 8.0  # For an opponent's unit that is held.
_HUNT = 4.0  # For each grid that Delete is nearer to its prey.
_NEAR = 0.7  # and any other unit
_DANGER = 30.0  # For a unit that an Active Delete can reach in its turn.
_SPOILED = 300.0  # For a Glitch that it can reach, or an Error beside it.
_DELETE = 60.0  # For having one.
_FAR = 12
_PRIORS = {"delete": 1.0, "glitch": 1.0, "export": 0.8, "end": 0.45, "freeze": 0.5, "file": 0.5, "group": 0.5,
           "build": 0.5, "release": 0.1, "import": 0.2, "stack": 0.15, "unstack": 0.2}  # fmt: skip


def evaluate(state: State) -> tuple[float, float]:
    """Return the chances to win, from units, holds, threats and approach."""
    board = state.board
    lead = _score_side(board, 0, state.seat) - _score_side(board, 1, state.seat)
    white = 1.0 / (1.0 + exp(-lead / _WORTH_SCALE))
    return white, 1.0 - white


def _score_side(board: Board, seat: int, acting: int) -> float:
    worth = material(board, seat, _HELD)
    if board.where[DE + FUNCTIONS * seat] != OUT:
        worth += _DELETE
    worth -= approach_cost(board, seat, near=_NEAR, hunt=_HUNT, far=_FAR)
    return worth - (1.0 if acting != seat else 0.3) * _danger(board, seat)


def material(board: Board, seat: int, held_cost: float) -> float:
    """Return the worth of a side's units, less `held_cost` for each that the other side holds."""
    count = board.sides[seat].bit_count() + (board.beneath & SIDE[seat]).bit_count()
    return UNIT * count - held_cost * ((board.immobilized | board.deactivated) & SIDE[seat]).bit_count()


def approach_cost(board: Board, seat: int, *, near: float, hunt: float, far: int) -> float:
    """Return how far the units are from the enemy over the map; Delete counts most, and avoids an Error.

    `near` counts for each step of a unit, `hunt` for each of Delete's, `far` is the maximum distance considered.
    """
    prey = board.sides[1 - seat]
    error = board.where[ER + FUNCTIONS * (1 - seat)]
    if error != OUT and prey != 1 << error:
        prey &= ~(1 << error)
    where = board.where
    at = where[DE + FUNCTIONS * seat]
    hunter = 1 << at if at != OUT else 0
    remaining = board.sides[seat]
    for cell in (where[GL + FUNCTIONS * seat], where[ER + FUNCTIONS * seat]):
        if cell != OUT:
            remaining &= ~(1 << cell)
    visited, edge, steps, cost = prey, prey, 0, 0.0
    tiled = board.tiled
    while edge and remaining and steps < far:
        steps += 1
        edge = adjacent_cells(edge) & tiled & ~visited
        visited |= edge
        reached = remaining & edge
        if reached:
            remaining &= ~reached
            cost += near * steps * reached.bit_count()
            if reached & hunter:
                cost += hunt * steps
    return cost + far * (near * remaining.bit_count() + hunt * (remaining & hunter != 0))


def threats(board: Board, seat: int) -> tuple[int, int]:
    """Return two bit masks: grids beside the opponent's Active Delete, and those it can be beside after a move."""
    delete = DE + FUNCTIONS * (1 - seat)
    if (board.immobilized | board.deactivated) >> delete & 1:
        return 0, 0
    near = NEAR[board.where[delete]]
    return near, near | adjacent_cells(near & board.tiled & ~board.sides[0] & ~board.sides[1])


def _danger(board: Board, seat: int) -> float:
    """Return the value of units that an Active Delete of the opponent can reach in a turn."""
    near, reach = threats(board, seat)
    immune = cells_of(board, board.immunized) if board.immunized else 0
    threatened = board.sides[seat] & reach & ~immune
    cost = _DANGER if threatened else 0.0
    if threatened >> board.where[GL + FUNCTIONS * seat] & 1:
        cost += _SPOILED
    error = ER + FUNCTIONS * seat
    if near >> board.where[error] & 1 and not board.immunized >> error & 1:
        cost += _SPOILED
    return cost


def _distances(board: Board, seat: int) -> list[int]:
    """Return, for each grid, the number of steps over tiles to the nearest opposing unit, at most _FAR."""
    distances = [_FAR] * (CELLS + 1)
    edge = visited = board.sides[1 - seat]
    steps = 0
    while edge and steps < _FAR:
        remaining = edge
        while remaining:
            low = remaining & -remaining
            remaining ^= low
            distances[low.bit_length() - 1] = steps
        steps += 1
        edge = adjacent_cells(edge) & board.tiled & ~visited
        visited |= edge
    return distances


def score_actions(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    """Return a score for each action."""
    board = state.board
    to_prey = _distances(board, seat) if state.phase == MOVE else []
    scores = []
    for action in listed:
        verb, cell, items = action
        if verb == "move":
            function = FUNCTION[board.units[cell]]
            nearer = to_prey[cell] - to_prey[items[0]]
            prior = 0.3 + nearer * (0.2 if function == DE else -0.05 if function in (GL, ER) else 0.08)
            if to_prey[items[0]] == 1:
                prior += 0.35 if function == DE else 0.1
        elif verb in ("push", "toss", "twist", "split"):
            prior = 0.9 if any(item[1] == OUT and board.sides[1 - seat] >> item[0] & 1 for item in items) else 0.35
        else:
            prior = _PRIORS.get(verb, 0.3)
        scores.append(prior)
    return scores
