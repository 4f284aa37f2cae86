"""The trained priors of moves: which ones the search tries first, from weights and from what the side knows."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from engines.field_tactics import search_adapter, squares
from engines.field_tactics.beliefs import FOLDED, PLACE
from engines.field_tactics.heuristics import VALUES, distances, score_actions
from engines.field_tactics.pieces import BLUE, KIND
from engines.field_tactics.state import PLAY, State
from engines.training_plan import Features, Weights

_KINDS = BLUE + 1  # Kind 0 is an empty square.
GROUPS: Mapping[str, int] = {
    "hand": 1,
    "leaving": _KINDS * FOLDED,
    "entering": 2 * _KINDS * FOLDED,
    "answer": 2 * _KINDS,  # attacks on the piece that has just moved, or that has just won a battle
    "guard": 4,  # moves into the own base, and out of it, with an enemy one or two steps from it
}
_ANSWER = GROUPS["hand"] + 3 * _KINDS * FOLDED
_GUARD = _ANSWER + 2 * _KINDS
START: Weights = {"hand": (1.0,), "guard": (4.0, 1.0, -4.0, -1.0)}
"""The weights to begin with, where they are not 0: the search bot's priors, and guarding as the greedy bot does."""


def action_features(state: State, seat: int, listed: Sequence[Any]) -> list[Features]:
    """Return the features of moves: the search bot's score, the piece, and whether and whom it attacks."""
    if state.phase != PLAY:
        return [[] for _ in listed]
    board, last, place, per_kind = state.board, state.last, PLACE[seat], _KINDS * FOLDED
    home, alarm = squares.BASES[seat], _find_alarm(state, seat)
    rows: list[Features] = []
    for move, score in zip(listed, score_actions(state, seat, listed), strict=True):
        kind = KIND[board[move.src]] * FOLDED
        entering = 1 + per_kind * (2 if board[move.dst] else 1) + kind + place[move.dst]
        row = [(0, score / search_adapter.TEMPERATURE), (1 + kind + place[move.src], 1.0), (entering, 1.0)]
        if board[move.dst] and last is not None and move.dst == last.move.dst:
            row.append((_ANSWER + KIND[board[move.src]] + _KINDS * bool(last.result), 1.0))
        if alarm and home in (move.src, move.dst):
            row.append((_GUARD + alarm - 1 + 2 * (home == move.src), _HOLDING[KIND[board[move.src]]]))
        rows.append(row)
    return rows


_HOLDING = tuple(0.5 + value / 200.0 for value in VALUES)  # By kind, how well it holds a base.
_NEAR_BASE = tuple(  # By seat: the bits of the squares one step from its base, and two.
    tuple(sum(squares.BITS[at] for at, steps in distances(base, set()).items() if steps == far) for far in (1, 2))
    for base in squares.BASES
)


def _find_alarm(state: State, seat: int) -> int:
    """Return the steps, 1 or 2, from the nearest enemy piece to the base of a seat; 0 if none is so near."""
    enemy = state.red if seat else state.blue
    near, far = _NEAR_BASE[seat]
    return 1 if enemy & near else 2 if enemy & far else 0


class TrainedPriors:
    """Priors of moves by weights."""

    def __init__(self, weights: Weights) -> None:
        self._guard = weights["guard"]
        self._answer = weights["answer"][:_KINDS], weights["answer"][_KINDS:]
        self._hand = weights["hand"][0] / search_adapter.TEMPERATURE
        self._leaving, entering = _spread(weights["leaving"]), weights["entering"]
        self._quiet, self._attacking = _spread(entering[:_HALF]), _spread(entering[_HALF:])

    def candidates(self, state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
        """Return moves with priors relative to the best; outside the play on the board those of the search bot."""
        if listed is None or state.phase != PLAY:
            return search_adapter.candidates(state, seat, listed, rng)
        board, hand = state.board, self._hand
        leaving, quiet, attacking = self._leaving[seat], self._quiet[seat], self._attacking[seat]
        last, home, alarm = state.last, squares.BASES[seat], _find_alarm(state, seat)
        moved, answer = (-1, self._answer[0]) if last is None else (last.move.dst, self._answer[bool(last.result)])
        scores = []
        for move, score in zip(listed, score_actions(state, seat, listed), strict=True):
            src, dst = move.src, move.dst
            kind = KIND[board[src]]
            score = hand * score + leaving[src][kind]
            if not board[dst]:
                score += quiet[dst][kind]
            else:
                score += attacking[dst][kind]
                if dst == moved:
                    score += answer[kind]
            if alarm and (src == home or dst == home):
                score += self._guard[alarm - 1 + 2 * (src == home)] * _HOLDING[kind]
            scores.append(score)
        best = max(scores)
        return [(move, exp(score - best)) for move, score in zip(listed, scores, strict=True)]


_HALF = _KINDS * FOLDED


def _spread(weights: Sequence[float]) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Return weights by seat, cell and kind."""
    return tuple(
        tuple(tuple(weights[kind * FOLDED + PLACE[seat][cell]] for kind in range(_KINDS)) for cell in range(squares.CELLS))
        for seat in (0, 1)
    )
