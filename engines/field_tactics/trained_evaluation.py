"""The trained evaluation, priors and beliefs: tables of weights for the search bot's other adapter.

The side to move sees the board from its own back row, and mirror images alike, so both sides share all weights. A
position's value is the sum of a weight for each piece on its square, for each two enemies side by side, and for a leader
beside an empty base.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

from engines.field_tactics import beliefs, heuristics, search_adapter, squares
from engines.field_tactics.beliefs import FOLDED, PLACE
from engines.field_tactics.heuristics import NEIGHBOURS, can_reach_base, score_actions
from engines.field_tactics.pieces import BLUE, KIND, LEADER
from engines.field_tactics.squares import FULL
from engines.field_tactics.state import PLAY, State
from engines.search_adapter import SearchAdapter
from engines.training_plan import Features, TrainingPlan, Weights, load_weights, zero_weights

_KINDS = BLUE + 1  # Kind 0 is an empty square.
_PIECES = 2 * BLUE + 1
_PAIRS = tuple((one, other) for one in squares.SQUARES for other in sorted(set(NEIGHBOURS[one])) if one < other)
_GROUPS: Mapping[str, int] = {"own": _KINDS * FOLDED, "enemy": _KINDS * FOLDED, "fights": _KINDS * _KINDS, "reach": 2}
_ACTION_GROUPS: Mapping[str, int] = {"hand": 1, "leaving": _KINDS * FOLDED, "entering": 2 * _KINDS * FOLDED}
_START = {name: sum(list(_GROUPS.values())[:at]) for at, name in enumerate(_GROUPS)}
_REACH = 3.0  # A leader beside the empty base wins about nineteen times of twenty.


def _has_neighbour(cell: int, direction: int) -> bool:
    """Return whether another square lies next in a direction."""
    target = squares.next_cell(cell, direction)
    return target is not None and squares.are_connected(cell, target) and squares.square_of(target) != squares.square_of(cell)


def _is_own(piece: int, seat: int) -> bool:
    return (piece > BLUE) == bool(seat)


def _is_threatened(state: State) -> bool:
    """Return whether the other side has a leader beside the empty base of the side to move."""
    board, seat = state.board, state.seat
    home = squares.BASES[seat]
    return not board[home] and any(LEADER[board[near]] and not _is_own(board[near], seat) for near in NEIGHBOURS[home])


def features(state: State) -> list[Features]:
    """Return the features of a position for Red: those of the side to move, with the other sign for Blue."""
    if state.phase != PLAY:
        return []
    seat, board = state.seat, state.board
    sign = -1.0 if seat else 1.0
    found = []
    for cell in squares.SQUARES:
        if piece := board[cell]:
            group = "own" if _is_own(piece, seat) else "enemy"
            found.append((_START[group] + KIND[piece] * FOLDED + PLACE[seat][cell], sign))
    for one, other in _PAIRS:
        a, b = board[one], board[other]
        if a and b and (a > BLUE) != (b > BLUE):
            mine, enemy = (a, b) if _is_own(a, seat) else (b, a)
            found.append((_START["fights"] + KIND[mine] * _KINDS + KIND[enemy], sign))
    if can_reach_base(state):
        found.append((_START["reach"], sign))
    if _is_threatened(state):
        found.append((_START["reach"] + 1, sign))
    return [found]


def action_features(state: State, seat: int, listed: Sequence[Any]) -> list[Features]:
    """Return the features of moves: the search bot's score, the piece, and whether it attacks."""
    if state.phase != PLAY:
        return [[] for _ in listed]
    board, place, per_kind = state.board, PLACE[seat], _KINDS * FOLDED
    rows: list[Features] = []
    for move, score in zip(listed, score_actions(state, seat, listed), strict=True):
        kind = KIND[board[move.src]] * FOLDED
        entering = 1 + per_kind * (2 if board[move.dst] else 1) + kind + place[move.dst]
        rows.append([(0, score / search_adapter.TEMPERATURE), (1 + kind + place[move.src], 1.0), (entering, 1.0)])
    return rows


class TrainedEvaluation:
    """An evaluation of positions and priors of moves by weights."""

    def __init__(self, weights: Weights) -> None:
        own, enemy, fights = weights["own"], weights["enemy"], weights["fights"]
        self._pieces = tuple(  # [seat][cell][piece]
            tuple(
                tuple(
                    (own if _is_own(piece, seat) else enemy)[KIND[piece] * FOLDED + PLACE[seat][cell]]
                    if piece and squares.square_of(cell) == cell
                    else 0.0
                    for piece in range(_PIECES)
                )
                for cell in range(squares.CELLS)
            )
            for seat in (0, 1)
        )
        self._fights = tuple(  # [seat][piece][piece]
            tuple(
                tuple(
                    0.0
                    if not one or not other or (one > BLUE) == (other > BLUE)
                    else fights[KIND[one] * _KINDS + KIND[other]]
                    if _is_own(one, seat)
                    else fights[KIND[other] * _KINDS + KIND[one]]
                    for other in range(_PIECES)
                )
                for one in range(_PIECES)
            )
            for seat in (0, 1)
        )
        self._reach = weights["reach"]
        self._hand = weights["hand"][0] / search_adapter.TEMPERATURE
        self._leaving, self._entering = self._spread(weights["leaving"]), self._split_entering(weights["entering"])

    @staticmethod
    def _spread(weights: Sequence[float]) -> Any:
        """Return weights by seat, cell and kind."""
        return tuple(
            tuple(tuple(weights[kind * FOLDED + PLACE[seat][cell]] for kind in range(_KINDS)) for cell in range(squares.CELLS))
            for seat in (0, 1)
        )

    def _split_entering(self, weights: Sequence[float]) -> Any:
        half = len(weights) // 2
        return self._spread(weights[:half]), self._spread(weights[half:])

    def evaluate(self, state: State) -> tuple[float, float]:
        """Return the chances to win of Red and Blue. A duel's are the search bot's."""
        if state.phase != PLAY:
            return heuristics.evaluate(state)
        seat, board = state.seat, state.board
        lead = sum(map(getitem, self._pieces[seat], board))
        lead += _sum_fights(self._fights[seat], board, state.red & FULL, state.blue & FULL)
        if not board[squares.BASES[1 - seat]] and can_reach_base(state):
            lead += self._reach[0]
        if not board[squares.BASES[seat]] and _is_threatened(state):
            lead += self._reach[1]
        won = 1.0 / (1.0 + exp(-lead)) if lead > -30.0 else 0.0
        return (1.0 - won, won) if seat else (won, 1.0 - won)

    def candidates(self, state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
        """Return moves with priors relative to the best; outside the play on the board those of the search bot."""
        if listed is None or state.phase != PLAY:
            return search_adapter.candidates(state, seat, listed, rng)
        board, hand = state.board, self._hand
        leaving, (quiet, attacking) = self._leaving[seat], self._entering
        quiet, attacking = quiet[seat], attacking[seat]
        scores = []
        for move, score in zip(listed, score_actions(state, seat, listed), strict=True):
            src, dst = move.src, move.dst
            kind = KIND[board[src]]
            scores.append(hand * score + leaving[src][kind] + (attacking if board[dst] else quiet)[dst][kind])
        best = max(scores)
        return [(move, exp(score - best)) for move, score in zip(listed, scores, strict=True)]


def _sum_fights(weights: Any, board: bytes, red: int, blue: int) -> float:
    """Return the sum for all enemies side by side, found by shifts of the bitboards."""
    total = 0.0
    for direction, sources in _WAYS:
        contacts = (red & blue >> direction | blue & red >> direction) & sources
        while contacts:
            low = contacts & -contacts
            contacts ^= low
            cell = low.bit_length() - 1
            total += weights[board[_SQUARE[cell]]][board[_SQUARE[cell + direction]]]
    return total


_SQUARE = tuple(squares.square_of(cell) for cell in range(squares.CELLS))
_WAYS = tuple(  # A direction, and the cells from which a step in it is possible between two squares.
    (direction, sum(1 << cell for cell in range(squares.CELLS) if _has_neighbour(cell, direction)))
    for direction in (squares.UP, squares.RIGHT)
)


def build_adapter(weights: Weights) -> SearchAdapter:
    """Return the search bot's adapter with a trained evaluation, priors and beliefs."""
    evaluation = TrainedEvaluation(weights)
    return replace(
        search_adapter.ADAPTER,
        determinizer=beliefs.build_determinizer(weights["places"]),
        evaluate=evaluation.evaluate,
        candidates=evaluation.candidates,
    )


def _start_weights() -> Weights:
    """Return the search bot's own evaluation and priors as weights, without beliefs."""
    own = [0.0] * (_KINDS * FOLDED)
    for cell in squares.SQUARES:
        for kind in range(1, _KINDS):
            own[kind * FOLDED + PLACE[0][cell]] = heuristics.piece_worth(kind, cell) / heuristics.SCALE
    enemy = [-own[kind * FOLDED + 3 * (7 - place // 3) + place % 3] for kind in range(_KINDS) for place in range(FOLDED)]
    nothing = zero_weights({**_GROUPS, **_ACTION_GROUPS, **beliefs.GROUPS})
    return {**nothing, "own": tuple(own), "enemy": tuple(enemy), "reach": (_REACH, 0.0), "hand": (1.0,)}


PLAN = TrainingPlan(
    file=Path(__file__).parent / "data" / "weights.json",
    about="Weights of engines/field_tactics/trained_evaluation.py and beliefs.py, which explain their groups.",
    groups=_GROUPS,
    features=features,
    build=build_adapter,
    start=_start_weights(),
    action_groups=_ACTION_GROUPS,
    action_features=action_features,
    belief_groups=beliefs.GROUPS,
    belief_features=beliefs.belief_features,
    opening=2,
    step=3,
)
TRAINED = build_adapter(load_weights(PLAN.file, PLAN.all_groups))
