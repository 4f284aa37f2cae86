"""The actions of Field Tactics and their notation. Every action except set-ups is a singleton."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from engines.contract import IllegalAction, malformed
from engines.field_tactics import squares
from engines.field_tactics.pieces import BLUE, CODES, KIND_OF, MOVEMENT

SEATS = ("red", "blue")
IMPOSSIBLE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A move between squares. `needs[seat][piece]` is the bitboard that must be empty for that piece, or IMPOSSIBLE."""

    src: int
    dst: int
    text: str
    needs: tuple[tuple[int, ...], tuple[int, ...]] = field(repr=False)
    shift: int = field(repr=False)  # bits of both squares


@dataclass(frozen=True, slots=True)
class Setup:
    """The kinds on the 23 home squares, back row first."""

    kinds: bytes

    @property
    def text(self) -> str:
        codes = [CODES[kind] for kind in self.kinds]
        return " / ".join(" ".join(row) for row in (codes[:5], codes[5:11], codes[11:17], codes[17:]))


class Choice(NamedTuple):
    """A choice or draw among few options.

    `kind` is `first` (who moves first) or `advantage` (drawn by the referee), both with a seat (FT-3), `duel` with the
    square of a piece (FT-15), or `pass` by the referee for a player without a legal move (FT-12).
    """

    kind: str
    value: int
    text: str


Action: TypeAlias = Move | Setup | Choice


def reachable_squares(src: int, movement: str, seat: int) -> dict[int, int]:
    """Return the squares a piece could reach on an empty board, each with the bits that must be empty on the way."""
    forward = squares.FORWARD[seat]
    reach: dict[int, int] = {}
    for cell in squares.cells_of(src):
        for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT):
            sideways = abs(direction) == 1
            far = {"fly": 0 if sideways else 7, "slide": 5 if sideways else 0, "charge": int(direction == forward)}
            _add_reachable(reach, src, cell, direction, 1 + far.get(movement, 0), jumps=movement == "fly")
    return reach


def _add_reachable(reach: dict[int, int], src: int, cell: int, direction: int, far: int, *, jumps: bool) -> None:
    between = 0
    before = cell
    for target in list(squares.ray(cell, direction))[:far]:
        if not jumps and not squares.are_connected(before, target):
            return
        square = squares.square_of(target)
        if square != src:
            reach.setdefault(square, 0 if jumps else between & ~squares.BITS[square])
            between |= squares.BITS[square]
        before = target


def _build_moves() -> dict[tuple[int, int], Move]:
    kinds = ("step", "charge", "fly", "slide")
    moves: dict[tuple[int, int], Move] = {}
    for src in squares.SQUARES:
        ways = [{kind: reachable_squares(src, kind, seat) for kind in kinds} for seat in (0, 1)]
        for dst in sorted({dst for way in ways for reach in way.values() for dst in reach}):
            needs = tuple(
                tuple(
                    ways[seat].get(movement, {}).get(dst, IMPOSSIBLE) if (piece > BLUE) == seat else IMPOSSIBLE
                    for piece, movement in enumerate(MOVEMENT)
                )
                for seat in (0, 1)
            )
            text = f"{squares.NAMES[src]}-{squares.NAMES[dst]}"
            moves[src, dst] = Move(src, dst, text, (needs[0], needs[1]), squares.BITS[src] ^ squares.BITS[dst])
    return moves


MOVES = _build_moves()
CHOICES = {square: Choice("duel", square, squares.NAMES[square]) for square in squares.SQUARES}
FIRST = tuple(Choice("first", seat, f"first {name}") for seat, name in enumerate(SEATS))
ADVANTAGE = tuple(Choice("advantage", seat, f"advantage {name}") for seat, name in enumerate(SEATS))
PASS = Choice("pass", 0, "pass")


_GROUPS = (5, 6, 6, 6)
MOVE_OF = {move.text: move for move in MOVES.values()}
ACTIONS: Mapping[str, Action] = MOVE_OF | {action.text: action for action in (*CHOICES.values(), *FIRST, *ADVANTAGE, PASS)}
_FOLDED = {text.upper(): action for text, action in ACTIONS.items()}
_SQUARE = re.compile(r"[A-Z]{1,2}[0-9]")


def decode(text: str) -> Action:
    """Return the action of a text. Raises IllegalAction."""
    action = ACTIONS.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    """Return the action of a text in any case, with outer spaces, `A1 to A2`, or set-up rows on separate lines."""
    if not text.isascii():
        raise malformed("Use only plain letters and digits.")
    folded = text.strip().upper()
    if "/" in folded or "\n" in folded:
        return _decode_setup(folded)
    if (action := _FOLDED.get(" ".join(folded.split()))) is not None:
        return action
    parts = re.split(r"-| +TO +", folded)
    if len(parts) == 2 and (action := _FOLDED.get("-".join(parts))) is not None:
        return action
    raise _syntax_error(parts)


def _decode_setup(folded: str) -> Setup:
    rows = [row.split() for row in re.split(r"/|\r?\n", folded) if row.strip()]
    if tuple(len(row) for row in rows) != _GROUPS:
        raise malformed("A set-up has four rows of 5, 6, 6 and 6 pieces, your own back row first, separated by /.")
    codes = [code for row in rows for code in row]
    if unknown := [code for code in codes if code not in KIND_OF]:
        known_codes, code = " ".join(CODES[1:]), repr(unknown[0][:8])
        raise malformed("{code} is not a piece code. Use these codes: {codes}.", codes=known_codes, code=code)
    return Setup(bytes(KIND_OF[code] for code in codes))


def _syntax_error(parts: list[str]) -> IllegalAction:
    for part in parts:
        if part in ("C1", "D1", "C8", "D8"):
            base = f"CD{part[1]}"
            return malformed("{square} is not a square on the board. The base is called {base}.", square=part, base=base)
        if _SQUARE.fullmatch(part) and part not in squares.CELL_OF:
            return malformed("{square} is not a square on the board.", square=part)
    if len(parts) == 2 and all(part in squares.CELL_OF for part in parts):
        src, dst = parts
        return IllegalAction("out-of-reach", "No piece can go from {src} to {dst} in one move.", src=src, dst=dst)
    return malformed("Invalid input. Enter a move like B4-B5, or a set-up as four rows of pieces.")
