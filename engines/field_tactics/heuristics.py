"""Inference from a seat's view, evaluation of positions, and scores of moves."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from operator import getitem
from typing import Any, NamedTuple

from engines.field_tactics import squares
from engines.field_tactics.pieces import BLUE, COUNTS, FLAG, KIND, KIND_OF, LEADER, MOVABLE
from engines.field_tactics.state import BATTLE_TABLES, PLAY, State

Guess = tuple[tuple[int, float], ...]  # kinds with their probabilities

_WORTH = {
    "G3": 100, "G2": 85, "G1": 72, "F3": 48, "F2": 43, "F1": 40, "PL": 44, "TK": 34,
    "C3": 18, "C2": 15, "C1": 12, "EN": 15, "CV": 11, "SP": 20, "MN": 16, "FL": 4,
}  # fmt: skip
VALUES = (0.0, *(float(_WORTH[code]) for code in KIND_OF))
_FAR = 99


def _survival_share(kind: int) -> float:
    """Return the share of an army that a kind beats; a piece far from home has probably won battles."""
    row = BATTLE_TABLES[False][kind] if MOVABLE[kind] else ()
    return sum(COUNTS[other] for other, result in enumerate(row) if result == "o") / sum(COUNTS)


SURVIVAL = tuple(_survival_share(kind) for kind in range(len(COUNTS)))


def _list_neighbours(square: int) -> tuple[int, ...]:
    neighbours = []
    for cell in squares.cells_of(square):
        for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT):
            target = squares.next_cell(cell, direction)
            if target is not None and squares.are_connected(cell, target) and squares.square_of(target) != square:
                neighbours.append(squares.square_of(target))
    return tuple(neighbours)


NEIGHBOURS = {square: _list_neighbours(square) for square in squares.SQUARES}


def distances(goal: int, walls: set[int]) -> dict[int, int]:
    """Return the ground steps from every square to a goal, around the walls."""
    steps = dict.fromkeys(squares.SQUARES, _FAR)
    steps[goal] = 0
    waiting = deque([goal])
    while waiting:
        square = waiting.popleft()
        for near in NEIGHBOURS[square]:
            if steps[near] == _FAR:
                steps[near] = steps[square] + 1
                if near not in walls:
                    waiting.append(near)
    return steps


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What follows from a view. `own` maps squares to kinds; `any_kind` and `movable` are guesses for unseen pieces."""

    seat: int
    own: Mapping[int, int]
    enemy: frozenset[int]
    any_kind: Guess
    movable: Guess
    table: tuple[tuple[str, ...], ...]
    impatience: float  # 0 to 1, grows with the quiet turns up to their limit

    def guess(self, square: int) -> Guess:
        """Return the probable kinds of an unseen piece. Mines and flag are in their own half, never at a bridge."""
        return self.any_kind if square in squares.LAIRS[1 - self.seat] else self.movable

    def chances(self, kind: int, guess: Guess) -> tuple[float, float]:
        """Return the probabilities of winning and losing against an unseen piece; a tie counts for neither."""
        row = self.table[kind]
        win = sum(chance for other, chance in guess if row[other] == "o")
        loss = sum(chance for other, chance in guess if row[other] == "x" or other == FLAG)
        return win, loss

    def gain(self, kind: int, square: int, care: float) -> float:
        """Return the expected worth won less worth lost by an attack."""
        return _expected_gain(self.table[kind], care * VALUES[kind], self.guess(square))


def _expected_gain(row: Sequence[str], worth: float, guess: Iterable[tuple[int, float]]) -> float:
    """Return the expected worth won less worth lost; a flag counts as an average piece."""
    total = 0.0
    for other, chance in guess:
        result = "-" if other == FLAG else row[other]
        total += chance * ({"o": VALUES[other], "x": -worth, "=": VALUES[other] - worth}.get(result, -0.5 * worth))
    return total


def count_left(lost: Iterable[int]) -> list[int]:
    """Return how many of each kind an army has left after losing these kinds."""
    counts = list(COUNTS)
    for kind in lost:
        counts[kind] -= 1
    return counts


def read_view(view: Mapping[str, Any], seat: int) -> Knowledge:
    """Return what a seat knows from its view."""
    placed = {squares.CELL_OF[name]: piece for name, piece in view["squares"].items()}
    counts = count_left(KIND_OF[code] for code in view["lost"][1 - seat])
    return Knowledge(
        seat=seat,
        own={square: KIND_OF[code] for square, (owner, code) in placed.items() if owner == seat},
        enemy=frozenset(square for square, (owner, _) in placed.items() if owner != seat),
        any_kind=_to_probabilities(counts),
        movable=_to_probabilities([count * SURVIVAL[kind] if MOVABLE[kind] else 0.0 for kind, count in enumerate(counts)]),
        table=BATTLE_TABLES[bool(view["options"]["tank_beats_engineer"])],
        impatience=min(1.0, view["quiet"] / max(1, view["quiet_limit"] // 2)),
    )


def _to_probabilities(counts: Sequence[float]) -> Guess:
    total = sum(counts)
    return tuple((kind, count / total) for kind, count in enumerate(counts) if count) if total else ()


SCALE = 90.0  # Of worth: this much ahead wins about three games of four.
_PULL = (0.0, 60.0, 30.0, 20.0, 14.0, 10.0, 7.0, 5.0, 3.0, 2.0, 1.0)  # By a leader's steps from the enemy base.


def piece_worth(piece: int, cell: int) -> float:
    """Return the worth of a piece on a square, from Red's point of view."""
    if not piece or squares.square_of(cell) != cell:
        return 0.0
    seat = int(piece > BLUE)
    kind = KIND[piece]
    worth = VALUES[kind] + 4.0
    if LEADER[piece]:
        steps = _TO_BASE[seat][cell]
        worth += _PULL[min(steps, len(_PULL) - 1)]
    return -worth if seat else worth


_TO_BASE = tuple(distances(squares.BASES[1 - seat], set()) for seat in (0, 1))
_WORTHS = tuple(tuple(piece_worth(piece, cell) for piece in range(2 * BLUE + 1)) for cell in range(squares.CELLS))


def evaluate(state: State) -> tuple[float, float]:
    """Return the chances to win of Red and Blue, from the worth of pieces and the leaders' distance to the enemy base."""
    lead = sum(map(getitem, _WORTHS, state.board))
    red = 1.0 / (1.0 + exp(-lead / SCALE))
    if can_reach_base(state):
        red = 0.03 if state.seat else 0.97
    return red, 1.0 - red


def can_reach_base(state: State) -> bool:
    """Return whether the side to move has a leader beside the other's empty base."""
    board, seat = state.board, state.seat
    goal = squares.BASES[1 - seat]
    if board[goal] or state.phase != PLAY:
        return False
    return any(LEADER[board[near]] and (board[near] > BLUE) == seat for near in NEIGHBOURS[goal])


class _Prospects(NamedTuple):
    """Expected results of battles with unseen pieces by own kind: against any piece at home, movable ones elsewhere."""

    gain_home: list[float]
    gain_out: list[float]
    risk: list[float]


@lru_cache(maxsize=4096)
def _compute_prospects(lost: bytes, tank_beats_engineer: bool) -> _Prospects:
    """Return each kind's expected gain and risk in a battle; `lost` are the kinds that the other side has lost."""
    counts = count_left(lost)
    table = BATTLE_TABLES[tank_beats_engineer]
    home = [(kind, float(count)) for kind, count in enumerate(counts) if count]
    out = [(kind, count * SURVIVAL[kind]) for kind, count in enumerate(counts) if count and MOVABLE[kind]]
    all_home, all_out = (max(0.001, sum(count for _, count in guess)) for guess in (home, out))
    prospects = _Prospects(*([0.0] * (BLUE + 1) for _ in range(3)))
    for kind in range(1, BLUE + 1):
        if MOVABLE[kind]:
            worth = VALUES[kind] * (1.5 if LEADER[kind] else 1.0)
            prospects.gain_home[kind] = _expected_gain(table[kind], worth, home) / all_home
            prospects.gain_out[kind] = _expected_gain(table[kind], worth, out) / all_out
            danger = sum(count for other, count in out if table[kind][other] == "x")
            prospects.risk[kind] = VALUES[kind] * danger / all_out
    return prospects


def score_actions(state: State, seat: int, moves: Sequence[Any]) -> list[float]:
    """Return a score for each move, from what its seat knows."""
    board, goal, home = state.board, squares.BASES[1 - seat], squares.BASES[seat]
    prospects = _compute_prospects(state.lost[1 - seat], bool(state.terms.options["tank_beats_engineer"]))
    to_goal, to_home = _TO_BASE[seat], _TO_BASE[1 - seat]
    lairs = squares.LAIRS[1 - seat]
    scores = []
    for move in moves:
        src, dst = move.src, move.dst
        piece, target = board[src], board[dst]
        kind, leader = KIND[piece], LEADER[piece]
        score = (to_goal[src] - to_goal[dst]) * (12.0 + 0.08 * VALUES[kind] if leader else 1.5)
        risk = 0.0
        for near in NEIGHBOURS[dst]:
            other = board[near]
            if other and (other > BLUE) != seat:
                risk = prospects.risk[kind]
                break
        if target:
            gain = prospects.gain_home if dst in lairs else prospects.gain_out
            score = 0.5 * score + gain[kind] - 0.15 * risk + 10.0
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
        scores.append(score)
    return scores
