"""The trained evaluation: tables of weights for the search bot's other adapter, and the plan of the training.

The side to move sees the board from its own back row, and mirror images alike, so both sides share all weights. A
position's value is the sum of a weight for each piece on its square, for each two enemies side by side, for how each base
is besieged, and for each piece by how many living enemies beat it. Before the first move it is the sum for the set-ups.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import exp
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

from engines.field_tactics import (
    base_siege,
    beliefs,
    bot,
    heuristics,
    material,
    rules,
    search_adapter,
    squares,
    trained_priors,
    trained_setups,
)
from engines.field_tactics.beliefs import FOLDED, PLACE
from engines.field_tactics.heuristics import NEIGHBOURS
from engines.field_tactics.pieces import BLUE, KIND
from engines.field_tactics.squares import FULL
from engines.field_tactics.state import CHOOSE, PLAY, SETUP, State
from engines.search_adapter import SearchAdapter, SearchSettings
from engines.training_plan import Features, TrainingPlan, Weights, load_weights, zero_weights

_KINDS = BLUE + 1  # Kind 0 is an empty square.
_PIECES = 2 * BLUE + 1
_PAIRS = tuple((one, other) for one in squares.SQUARES for other in sorted(set(NEIGHBOURS[one])) if one < other)
_GROUPS: Mapping[str, int] = {
    "own": _KINDS * FOLDED,
    "enemy": _KINDS * FOLDED,
    "fights": _KINDS * _KINDS,
    "attack": base_siege.CLASSES,  # of the other side's base
    "defence": base_siege.CLASSES,  # of the own base
    "material": material.CLASSES,
    **trained_setups.GROUPS,
}
_START = {name: sum(list(_GROUPS.values())[:at]) for at, name in enumerate(_GROUPS)}
_REACH = 3.0  # A leader beside the empty base wins about nineteen times of twenty.


def _has_neighbour(cell: int, direction: int) -> bool:
    """Return whether another square lies next in a direction."""
    target = squares.next_cell(cell, direction)
    return target is not None and squares.are_connected(cell, target) and squares.square_of(target) != squares.square_of(cell)


def _is_own(piece: int, seat: int) -> bool:
    return (piece > BLUE) == bool(seat)


def features(state: State) -> list[Features]:
    """Return the features of a position for Red: those of the side to move, with the other sign for Blue."""
    if state.phase != PLAY:
        return []
    if not state.turn:
        return [[(_START["setup"] + index, sign) for index, sign in trained_setups.list_features(state)]]
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
    found.append((_START["attack"] + base_siege.classify(board, 1 - seat), sign))
    found.append((_START["defence"] + base_siege.classify(board, seat), sign))
    for index, count in material.count_classes(state.lost, bool(state.terms.options["tank_beats_engineer"])):
        found.append((_START["material"] + index, float(count)))
    return [found]


class TrainedEvaluation:
    """An evaluation of positions by weights."""

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
        self._material = lru_cache(maxsize=4096)(partial(_sum_material, weights["material"]))
        self._attack, self._defence = weights["attack"], weights["defence"]

    def evaluate(self, state: State) -> tuple[float, float]:
        """Return the chances to win of Red and Blue. A duel's are the search bot's.

        In the second half of the quiet turns that are allowed, the result of a stall (FT-11) counts more and more.
        """
        if state.phase != PLAY:
            return heuristics.evaluate(state)
        seat, board = state.seat, state.board
        lead = sum(map(getitem, self._pieces[seat], board))
        lead += _sum_fights(self._fights[seat], board, state.red & FULL, state.blue & FULL)
        lead += self._attack[base_siege.classify(board, 1 - seat)] + self._defence[base_siege.classify(board, seat)]
        ahead = self._material(state.lost, state.terms.options["tank_beats_engineer"])
        lead += -ahead if seat else ahead
        won = 1.0 / (1.0 + exp(-lead)) if lead > -30.0 else 0.0
        red = 1.0 - won if seat else won
        if 2 * state.quiet > state.limit:
            share = (2 * state.quiet / state.limit - 1.0) ** 2
            red += share * (_STALLED[rules.find_stall_winner(state)] - red)
        return red, 1.0 - red


_STALLED = {0: 1.0, 1: 0.0, None: 0.5}  # Red's result by the winner; that of a duel is open.


def _sum_material(weights: Sequence[float], lost: tuple[bytes, bytes], tank_beats_engineer: bool) -> float:
    """Return the sum for both sides' living pieces, from Red's point of view."""
    return sum(weights[index] * count for index, count in material.count_classes(lost, bool(tank_beats_engineer)))


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
_SETTINGS = SearchSettings(iterations=1200, plies=0, explore=0.07)
_WAYS = tuple(  # A direction, and the cells from which a step in it is possible between two squares.
    (direction, sum(1 << cell for cell in range(squares.CELLS) if _has_neighbour(cell, direction)))
    for direction in (squares.UP, squares.RIGHT)
)


def build_adapter(weights: Weights) -> SearchAdapter:
    """Return the search bot's adapter with trained set-ups, evaluation, priors and beliefs."""
    evaluation = TrainedEvaluation(weights)

    def shortcut(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str | None:
        if view["phase"] == SETUP:
            return trained_setups.choose(weights, rng).text
        return bot.choose(seat, view, legal, rng) if view["phase"] == CHOOSE else None

    return replace(
        search_adapter.ADAPTER,
        determinizer=beliefs.build_determinizer(weights["places"]),
        evaluate=evaluation.evaluate,
        candidates=trained_priors.TrainedPriors(weights).candidates,
        shortcut=shortcut,
        settings=_SETTINGS,
    )


def _start_weights() -> Weights:
    """Return the search bot's own evaluation and priors as weights, without beliefs."""
    own = [0.0] * (_KINDS * FOLDED)
    for cell in squares.SQUARES:
        for kind in range(1, _KINDS):
            own[kind * FOLDED + PLACE[0][cell]] = heuristics.piece_worth(kind, cell) / heuristics.SCALE
    enemy = [-own[kind * FOLDED + 3 * (7 - place // 3) + place % 3] for kind in range(_KINDS) for place in range(FOLDED)]
    attack = tuple(_REACH * (index in _REACHED) for index in range(base_siege.CLASSES))
    nothing = zero_weights({**_GROUPS, **trained_priors.GROUPS, **beliefs.GROUPS})
    return {**nothing, "own": tuple(own), "enemy": tuple(enemy), "attack": attack, **trained_priors.START}


_REACHED = {base_siege.get_index(0, guards, near, far) for guards in range(4) for near in (1, 2) for far in range(3)}

PLAN = TrainingPlan(
    file=Path(__file__).parent / "data" / "weights.json",
    about="Weights of engines/field_tactics/trained_evaluation.py and beliefs.py, which explain their groups.",
    groups=_GROUPS,
    features=features,
    build=build_adapter,
    start=_start_weights(),
    action_groups=trained_priors.GROUPS,
    action_features=trained_priors.action_features,
    belief_groups=beliefs.GROUPS,
    belief_features=beliefs.belief_features,
    opening=2,
    penalty=20.0,
    step=5,
    is_always_learned=lambda state: state.phase == PLAY and not state.turn,
    own_setup=True,
    greedy_setup=0.5,
)
TRAINED = build_adapter(load_weights(PLAN.file, PLAN.all_groups))
