"""Heuristics for the search: evaluation of positions and scores of moves."""

from collections.abc import Sequence
from math import exp
from operator import getitem
from typing import Any

from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import ANY, MOVES, Move
from engines.order_and_chaos.board import AREAS, BATTLE, CONSTANTS, CORES, KINDS, TERRITORY_AREAS
from engines.order_and_chaos.occupancy import BIG_OUT, GRAVES, INTO, KILL, NEVER, OCCUPANCIES, OUT, SEAT
from engines.order_and_chaos.state import GRAVE, State

SCALE = 30.0  # Of worth: this much ahead wins about three games of four.
OCCUPATION = (0.0, 22.0, 60.0, 200.0, 200.0)  # By the number of chessmen that count.
_POINT = 22.0  # In the classroom model, where more than these may count.
DEAD = (0.0, 8.0, 24.0, 80.0)  # By the number in the grave.
_FROZEN = 3.0  # For each chessman that the other side freezes.
_DOMINATED, _CORE = 2.0, 5.0
_STEP = 1.0  # For each step nearer to a matching triangle.
_FAR = 9
KILLED = 8.0
MATCHING = 20.0  # For entering a matching triangle of the other territory.


def _nearness(kind: int, territory: int) -> tuple[int, ...]:
    """Return by area how near the territory's next triangle matching the kind is: _FAR less the steps."""
    kind_name = ("small", "big")[kind]
    steps = {area: 0 for area in range(AREAS) if KINDS[area] == kind_name and TERRITORY_AREAS[territory] >> area & 1}
    edge = list(steps)
    while edge:
        leading_moves = [move for area in edge for move in _LEADING_TO[area] if not kind or move in _FIT_FOR_BIG]
        edge = [move.src for move in dict.fromkeys(leading_moves) if move.src not in steps]
        for area in edge:
            steps.setdefault(area, 1 + min(steps[m.dst] for m in leading_moves if m.src == area))
    return tuple(_FAR - steps.get(area, _FAR) for area in range(AREAS))


_FIT_FOR_BIG = {m for m in MOVES.values() if not m.passes and "small" not in (KINDS[m.src], KINDS[m.dst])}
_LEADING_TO = {area: [move for move in MOVES.values() if move.dst == area] for area in range(AREAS)}
_STEPS = tuple(tuple(_nearness(kind, territory) for kind in (0, 1)) for territory in (0, 1))  # [territory][kind][area]


def area_worth(owner: int, area: int, code: int) -> float:
    """Return the worth to Order of an area's contents, while `owner` owns the first territory."""
    occupancy = OCCUPANCIES[code]
    total = 0.0
    for seat in (0, 1):
        nearness = _STEPS[1 - states.home_territory(seat, owner)]
        small, big = occupancy.men[2 * seat], occupancy.men[2 * seat + 1]
        if not small and not big:
            continue
        worth = _STEP * (small * nearness[0][area] + big * nearness[1][area]) + _CORE * (area in CORES)
        if KINDS[area] == BATTLE:
            is_frozen = occupancy.dominator == 1 - seat and occupancy.of(1 - seat) >= CONSTANTS.battle.freeze
            worth += _DOMINATED * (occupancy.dominator == seat) - _FROZEN * is_frozen * (small + big)
        total += -worth if seat else worth
    return total


_WORTHS = tuple(  # [owner][area][byte]
    tuple(tuple(area_worth(owner, area, code) if code in OCCUPANCIES else 0.0 for code in range(128)) for area in range(AREAS))
    for owner in (0, 1)
)
_GRAVES = tuple(DEAD[min(3, len(GRAVES.get(code, "")))] for code in range(128))


def material_balance(state: State) -> float:
    """Return the value of Order's chessmen less that of Chaos's."""
    return sum(map(getitem, _WORTHS[state.owner], state.place[:AREAS]))


def evaluate(state: State) -> tuple[float, float]:
    """Return the chances to win, from the chessmen that count, the dead, and the placement of the rest."""
    place = state.place
    order, chaos = state.occupied
    lead = material_balance(state)
    if state.options["classroom"]:
        order_points, chaos_points = states.compute_points(state)
        lead += _POINT * (order_points - chaos_points)
    else:
        lead += OCCUPATION[order] - OCCUPATION[chaos]
    lead += _GRAVES[place[GRAVE + 1]] - _GRAVES[place[GRAVE]]
    won = 1.0 / (1.0 + exp(-lead / SCALE))
    return won, 1.0 - won


def score_actions(state: State, seat: int, moves: Sequence[Any]) -> list[float]:
    """Return for each move its effect on the two areas that it touches."""
    place, worths = state.place, _WORTHS[state.owner]
    big = (state.facts >> SEAT if seat else state.facts) >> BIG_OUT
    goals = states.hostile_areas(seat, state.owner)
    scores = []
    for move in moves:
        if not isinstance(move, Move):
            scores.append(0.0)
            continue
        src, dst = move.src, move.dst
        kind = big >> src & 1 if move.kind == ANY else move.kind
        sort = 2 * seat + kind
        src_code, dst_code = place[src], place[dst]
        change = worths[src][OUT[sort][src_code]] - worths[src][src_code]
        change += worths[dst][INTO[dst][sort][dst_code]] - worths[dst][dst_code]
        score = -change if seat else change
        score += KILLED * (KILL[dst][sort][dst_code] != NEVER)
        matches = ("small", "big")[kind]
        score += MATCHING * ((KINDS[dst] == matches and goals >> dst & 1) - (KINDS[src] == matches and goals >> src & 1))
        scores.append(score)
    return scores
