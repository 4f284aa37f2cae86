"""Beliefs about unseen pieces: how likely each kind is on each square, learned from matches.

A weight for each kind on each square, by the stage of the match. The chance of an assignment of the remaining kinds to
the unseen pieces is in proportion to the exponential of the sum of its weights, so two pieces change places with the
chances of a logistic function: that is how the weights are fitted, and how assignments are drawn (Metropolis sampling).
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from engines.field_tactics import search_adapter, squares
from engines.field_tactics.heuristics import distances
from engines.field_tactics.pieces import BLUE, KIND, LEADER
from engines.field_tactics.state import PLAY, State
from engines.search_adapter import Determinizer
from engines.training_plan import Features

COLUMNS = 3  # A column and its mirror image are alike.
FOLDED = squares.CELLS // 2
_STAGES = (16, 40)  # Turns after which another stage begins.
GROUPS: Mapping[str, int] = {"places": (len(_STAGES) + 1) * (BLUE + 1) * FOLDED}
_CAUTION = 1.0  # Added to a leader's weight near the observer's base: few matches reach it, and a leader there wins.
_CLOSE = 2  # Steps from the base.
_COMPARED = 3  # Pairs of each side's pieces in a position from which the weights are learned.
_IMPOSSIBLE = -1e6
_WARM_UP = 8  # Exchanges per piece before the first assignment is drawn.
_TO_BASE = tuple(distances(base, set()) for base in squares.BASES)
_ARMY_BITS = tuple(  # By cell and piece.
    tuple(squares.BITS[cell] * spread for spread in squares.SPREAD) for cell in range(squares.CELLS)
)


def _fold(cell: int) -> int:
    row, column = divmod(cell, 6)
    return COLUMNS * row + min(column, 5 - column)


PLACE = tuple(tuple(_fold(47 * seat + (1 - 2 * seat) * cell) for cell in range(squares.CELLS)) for seat in (0, 1))
"""By seat and cell: the square as this side sees it, its own back row first, with mirror images alike."""


def get_index(turn: int, kind: int, place: int) -> int:
    """Return the index of the weight of a kind on a place."""
    stage = sum(turn >= limit for limit in _STAGES)
    return (stage * (BLUE + 1) + kind) * FOLDED + place


def belief_features(state: State, rng: Random) -> list[Features]:
    """Return the features of some pairs of pieces of a side where they are, less those if they changed places."""
    if state.phase != PLAY:
        return []
    rows: list[Features] = []
    for seat in (0, 1):
        held = [(cell, KIND[piece]) for cell in squares.SQUARES if (piece := state.board[cell]) and (piece > BLUE) == seat]
        for _ in range(_COMPARED):
            (a, one), (b, other) = rng.choice(held), rng.choice(held)
            if one != other:
                here, there = PLACE[seat][a], PLACE[seat][b]
                pairs = ((one, here, 1.0), (other, there, 1.0), (one, there, -1.0), (other, here, -1.0))
                rows.append([(get_index(state.turn, kind, place), sign) for kind, place, sign in pairs])
    return rows


def build_determinizer(weights: Sequence[float]) -> Callable[[int, Mapping[str, Any], list[str] | None], Determinizer]:
    """Return a determinizer whose assignments of the unseen pieces are as likely as these weights make them."""

    def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Determinizer:
        first = search_adapter.make_determinizer(seat, view, legal)
        if view["phase"] in ("choose", "setup"):
            return first
        return _Sampler(first, seat, view, weights).draw

    return make_determinizer


class _Sampler:
    """Draws assignments one after the other, each after half as many random exchanges as there are unseen pieces."""

    def __init__(self, first: Determinizer, seat: int, view: Mapping[str, Any], weights: Sequence[float]) -> None:
        self._first, self._seat, self._view = first, seat, view
        self._hidden = [squares.CELL_OF[name] for name, (_, code) in view["squares"].items() if code is None]
        self._rows = [self._list_weights(cell, weights) for cell in self._hidden]
        self._kinds: list[int] = []
        self._base: Any = None

    def _list_weights(self, cell: int, weights: Sequence[float]) -> list[float]:
        """Return the weight of each kind on a cell."""
        possible = search_adapter.possible_kinds(self._seat, cell, self._view)
        place, turn = PLACE[1 - self._seat][cell], self._view["turn"]
        caution = _CAUTION if _TO_BASE[self._seat][cell] <= _CLOSE else 0.0
        return [
            _IMPOSSIBLE
            if possible is not None and kind not in possible
            else weights[get_index(turn, kind, place)] + caution * LEADER[kind]
            for kind in range(BLUE + 1)
        ]

    def draw(self, rng: Random) -> State:
        """Return a state with this view for the seat."""
        hidden, offset = self._hidden, BLUE * (1 - self._seat)
        if self._base is None:
            self._base = self._first(rng)
            self._kinds = [self._base.board[cell] - offset for cell in hidden]
            self._exchange(_WARM_UP * len(hidden), rng.random)
        self._exchange(len(hidden) // 2, rng.random)
        board, bits = bytearray(self._base.board), 0
        for cell, kind in zip(hidden, self._kinds, strict=True):
            piece = board[cell] = kind + offset
            bits += _ARMY_BITS[cell][piece]
        if self._base.phase != PLAY:
            return search_adapter.complete_state(self._base, self._seat, self._view, bytes(board), rng)
        state: State = self._base._replace(board=bytes(board), **{"red" if self._seat else "blue": bits})
        return state

    def _exchange(self, times: int, random: Callable[[], float]) -> None:
        """Let random pairs of pieces change places, each with the chance that the weights give."""
        kinds, rows = self._kinds, self._rows
        count = len(kinds)
        for _ in range(times):
            i, j = int(random() * count), int(random() * count)
            one, other = kinds[i], kinds[j]
            if one != other:
                gain = rows[i][other] + rows[j][one] - rows[i][one] - rows[j][other]
                if gain >= 0.0 or random() < exp(gain):
                    kinds[i], kinds[j] = other, one
