"""What a seat can work out from its view: which kinds an unseen piece may be, and how a battle would go."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.field_tactics import squares
from engines.field_tactics.pieces import COUNTS, FLAG, KIND_OF, MOVABLE
from engines.field_tactics.state import BATTLE_TABLES

Guess = tuple[tuple[int, float], ...]  # kinds with their probabilities

_WORTH = {
    "G3": 100, "G2": 85, "G1": 72, "F3": 48, "F2": 43, "F1": 40, "PL": 44, "TK": 34,
    "C3": 18, "C2": 15, "C1": 12, "EN": 15, "CV": 11, "SP": 20, "MN": 16, "FL": 4,
}  # fmt: skip
VALUES = (0.0, *(float(_WORTH[code]) for code in KIND_OF))
_FAR = 99


def _survival(kind: int) -> float:
    """The share of an army that a kind survives a battle with: a piece met far from home has probably fought."""
    row = BATTLE_TABLES[False][kind] if MOVABLE[kind] else ()
    return sum(COUNTS[other] for other, result in enumerate(row) if result == "o") / sum(COUNTS)


SURVIVAL = tuple(_survival(kind) for kind in range(len(COUNTS)))


def _neighbours(square: int) -> tuple[int, ...]:
    found = []
    for cell in squares.cells(square):
        for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT):
            target = squares.beside(cell, direction)
            if target is not None and squares.joined(cell, target) and squares.square(target) != square:
                found.append(squares.square(target))
    return tuple(found)


NEIGHBOURS = {square: _neighbours(square) for square in squares.SQUARES}


def distances(goal: int, walls: set[int]) -> dict[int, int]:
    """Steps on the ground from every square to a goal, around the walls."""
    found = dict.fromkeys(squares.SQUARES, _FAR)
    found[goal] = 0
    waiting = deque([goal])
    while waiting:
        square = waiting.popleft()
        for near in NEIGHBOURS[square]:
            if found[near] == _FAR:
                found[near] = found[square] + 1
                if near not in walls:
                    waiting.append(near)
    return found


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A view, counted. `own` maps squares to kinds; `any_kind` and `movable` are guesses for unseen pieces."""

    seat: int
    own: Mapping[int, int]
    enemy: frozenset[int]
    any_kind: Guess
    movable: Guess
    table: tuple[tuple[str, ...], ...]
    impatience: float  # 0 to 1, grows as the quiet turns run up to their limit

    def guess(self, square: int) -> Guess:
        """Mines and flag stand in their own half, never at a bridge."""
        at_home = (square < 24) == (self.seat == 1)
        fixed = at_home and square not in squares.BRIDGES[1 - self.seat]
        return self.any_kind if fixed else self.movable

    def chances(self, kind: int, guess: Guess) -> tuple[float, float]:
        """The chances that a piece wins against, and that it is lost to, an unseen one; a tie counts for neither."""
        row = self.table[kind]
        win = sum(chance for other, chance in guess if row[other] == "o")
        loss = sum(chance for other, chance in guess if row[other] == "x" or other == FLAG)
        return win, loss

    def gain(self, kind: int, square: int, care: float) -> float:
        """The worth that an attack wins less the worth that it costs, on average."""
        row, worth = self.table[kind], care * VALUES[kind]
        total = 0.0
        for other, chance in self.guess(square):
            result = "-" if other == FLAG else row[other]
            total += chance * ({"o": VALUES[other], "x": -worth, "=": VALUES[other] - worth}.get(result, -0.5 * worth))
        return total


def read_view(view: Mapping[str, Any], seat: int) -> Knowledge:
    """Return what a seat knows from its view."""
    placed = {squares.CELL_OF[name]: piece for name, piece in view["squares"].items()}
    left = list(COUNTS)
    for code in view["lost"][1 - seat]:
        left[KIND_OF[code]] -= 1
    return Knowledge(
        seat=seat,
        own={square: KIND_OF[code] for square, (owner, code) in placed.items() if owner == seat},
        enemy=frozenset(square for square, (owner, _) in placed.items() if owner != seat),
        any_kind=_guess(left),
        movable=_guess([count * SURVIVAL[kind] if MOVABLE[kind] else 0.0 for kind, count in enumerate(left)]),
        table=BATTLE_TABLES[bool(view["options"]["tank_beats_engineer"])],
        impatience=min(1.0, view["quiet"] / max(1, view["quiet_limit"] // 2)),
    )


def _guess(left: Sequence[float]) -> Guess:
    total = sum(left)
    return tuple((kind, count / total) for kind, count in enumerate(left) if count) if total else ()
