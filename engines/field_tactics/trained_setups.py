"""Set-ups that won: a weight for each kind on each home square, and for the piece behind the flag, learned from results.

The chance of a side to win is the logistic function of the sum of its weights less the other side's, so the best set-ups
have the largest sums. The bot draws one of them by Metropolis sampling, which cools down, so that its set-ups differ.
"""

from collections.abc import Mapping
from math import exp
from random import Random

from engines.field_tactics import squares
from engines.field_tactics.actions import Setup
from engines.field_tactics.beliefs import PLACE
from engines.field_tactics.move_generation import random_setup
from engines.field_tactics.pieces import BLUE, FLAG, KIND, MOVABLE
from engines.field_tactics.state import State
from engines.training_plan import Features, Weights

_KINDS = BLUE + 1
_PLACES = 12
GROUPS: Mapping[str, int] = {"setup": _KINDS * _PLACES, "behind_flag": _KINDS}
_EXCHANGES = 2000
_HEAT = (1.0, 0.02)  # At the first and at the last exchange.
_HOMES = squares.HOMES[0]  # Of Red; Blue's are the same seen from its own back row, and mirror images are alike.
_AT = tuple(PLACE[0][cell] for cell in _HOMES)
_FRONT = tuple(_HOMES.index(cell) for cell in squares.BRIDGES[0])
_BEHIND = tuple(_HOMES.index(back) if (back := squares.BEHIND[0][cell]) >= 0 else -1 for cell in _HOMES)


def list_features(state: State) -> Features:
    """Return the features of both set-ups, Blue's with the other sign, in a position before the first move."""
    rows: list[tuple[int, float]] = []
    for seat, sign in ((0, 1.0), (1, -1.0)):
        kinds = bytes(KIND[state.board[cell]] for cell in squares.HOMES[seat])
        rows += [(index, sign) for index in _list_indices(kinds)]
    return rows


def _list_indices(kinds: bytes) -> list[int]:
    """Return the indices of the weights of a set-up."""
    places = [kind * _PLACES + place for kind, place in zip(kinds, _AT, strict=True)]
    return [*places, GROUPS["setup"] + _find_behind_flag(kinds)]


def choose(weights: Weights, rng: Random) -> Setup:
    """Return a set-up whose sum of weights is nearly the largest; any set-up if the weights are 0."""
    setup, behind = weights["setup"], weights["behind_flag"]
    first = random_setup(0, rng)
    if not any(setup) and not any(behind):
        return first
    kinds, random = bytearray(first.kinds), rng.random
    for exchange in range(_EXCHANGES):
        i, j = int(random() * len(kinds)), int(random() * len(kinds))
        one, other = kinds[i], kinds[j]
        if one == other or (i in _FRONT and not MOVABLE[other]) or (j in _FRONT and not MOVABLE[one]):
            continue
        gain = setup[other * _PLACES + _AT[i]] + setup[one * _PLACES + _AT[j]]
        gain -= setup[one * _PLACES + _AT[i]] + setup[other * _PLACES + _AT[j]] + behind[_find_behind_flag(kinds)]
        kinds[i], kinds[j] = other, one
        gain += behind[_find_behind_flag(kinds)]
        heat = _HEAT[0] * (_HEAT[1] / _HEAT[0]) ** (exchange / _EXCHANGES)
        if gain < 0.0 and random() >= exp(gain / heat):
            kinds[i], kinds[j] = one, other
    return Setup(bytes(kinds))


def _find_behind_flag(kinds: bytes | bytearray) -> int:
    """Return the kind behind the flag, 0 on the back row."""
    behind = _BEHIND[kinds.index(FLAG)]
    return kinds[behind] if behind >= 0 else 0
