"""Heuristics for the search: how good a position is, and how good moves look at first sight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import getitem
from typing import Any, NamedTuple

from engines.field_tactics import inference, squares
from engines.field_tactics.inference import NEIGHBOURS, SURVIVAL, VALUES
from engines.field_tactics.pieces import BLUE, COUNTS, FLAG, KIND, LEADER, MOVABLE
from engines.field_tactics.state import BATTLE_TABLES, PLAY, State

_SCALE = 90.0  # of worth: so much ahead wins about three games of four
_PULL = (0.0, 60.0, 30.0, 20.0, 14.0, 10.0, 7.0, 5.0, 3.0, 2.0, 1.0)  # a leader so many steps from the enemy base


def _worth(piece: int, cell: int) -> float:
    """What a piece is worth on a square, for Red."""
    if not piece or squares.square(cell) != cell:
        return 0.0
    seat = int(piece > BLUE)
    kind = KIND[piece]
    worth = VALUES[kind] + 4.0
    if LEADER[piece]:
        steps = _TO_BASE[seat][cell]
        worth += _PULL[min(steps, len(_PULL) - 1)]
    return -worth if seat else worth


_TO_BASE = tuple(inference.distances(squares.BASES[1 - seat], set()) for seat in (0, 1))
_WORTHS = tuple(tuple(_worth(piece, cell) for piece in range(2 * BLUE + 1)) for cell in range(squares.CELLS))


def evaluate(state: State) -> tuple[float, float]:
    """Worth of the pieces and of the leaders' way, as a chance to win; a step into the base nearly is one."""
    lead = sum(map(getitem, _WORTHS, state.board))
    red = 1.0 / (1.0 + exp(-lead / _SCALE))
    if _one_step(state):
        red = 0.03 if state.seat else 0.97
    return red, 1.0 - red


def _one_step(state: State) -> bool:
    """Return whether the side to move has a leader beside the empty base of the other."""
    board, seat = state.board, state.seat
    goal = squares.BASES[1 - seat]
    if board[goal] or state.phase != PLAY:
        return False
    return any(LEADER[board[near]] and (board[near] > BLUE) == seat for near in NEIGHBOURS[goal])


class _Prospects(NamedTuple):
    """What an army can expect of battles with unseen pieces, by its kinds: at home anything, elsewhere movable."""

    gain_home: tuple[float, ...]
    gain_out: tuple[float, ...]
    risk: tuple[float, ...]


@lru_cache(maxsize=4096)
def _prospects(lost: bytes, tank_beats_engineer: bool) -> _Prospects:
    """`lost` are the kinds that the other side has lost."""
    left = list(COUNTS)
    for kind in lost:
        left[kind] -= 1
    table = BATTLE_TABLES[tank_beats_engineer]
    home = [float(count) for count in left]
    out = [count * SURVIVAL[kind] if MOVABLE[kind] else 0.0 for kind, count in enumerate(left)]
    mobile = [kind for kind in range(1, BLUE + 1) if MOVABLE[kind]]
    gains = [[0.0] * (BLUE + 1) for _ in range(3)]
    for kind in mobile:
        gains[0][kind] = _gain(table[kind], kind, home)
        gains[1][kind] = _gain(table[kind], kind, out)
        danger = sum(count for other, count in enumerate(out) if count and table[kind][other] == "x")
        gains[2][kind] = VALUES[kind] * danger / max(0.001, sum(out))
    return _Prospects(tuple(gains[0]), tuple(gains[1]), tuple(gains[2]))


def _gain(row: Sequence[str], kind: int, left: list[float]) -> float:
    """The mean gain of an attack; a flag counts as a middling piece."""
    worth = VALUES[kind] * (1.5 if LEADER[kind] else 1.0)
    total = 0.0
    for other, count in enumerate(left):
        if not count:
            continue
        result = "-" if other == FLAG else row[other]
        total += count * ({"o": VALUES[other], "x": -worth, "=": VALUES[other] - worth}.get(result, -0.5 * worth))
    return total / max(0.001, sum(left))


def score_actions(state: State, seat: int, moves: Sequence[Any]) -> list[float]:
    """How good moves look to their seat, which knows its own pieces alone."""
    board, goal, home = state.board, squares.BASES[1 - seat], squares.BASES[seat]
    prospects = _prospects(state.lost[1 - seat], bool(state.terms.options["tank_beats_engineer"]))
    to_goal, to_home = _TO_BASE[seat], _TO_BASE[1 - seat]
    bridges = squares.BRIDGES[1 - seat]
    found = []
    for move in moves:
        src, dst = move.src, move.dst
        piece, target = board[src], board[dst]
        kind = KIND[piece]
        leader = LEADER[piece]
        score = (to_goal[src] - to_goal[dst]) * (12.0 + 0.08 * VALUES[kind] if leader else 1.5)
        risk = 0.0
        for near in NEIGHBOURS[dst]:
            other = board[near]
            if other and (other > BLUE) != seat:
                risk = prospects.risk[kind]
                break
        if target:
            fixed = (dst < 24) == (seat == 1) and dst not in bridges
            score = 0.5 * score + (prospects.gain_home if fixed else prospects.gain_out)[kind] - 0.15 * risk + 10.0
            if (steps := to_home[dst]) <= 3:
                score += 40.0 / max(1, steps) ** 2
            if dst == goal and leader:
                score += 120.0
        else:
            score -= 0.35 * risk
            if dst == goal and leader:
                score += 1000.0
            if src == home:
                score -= 15.0
        found.append(score)
    return found
