"""The actions of Order & Chaos and their notation. Every action is a singleton."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from engines.contract import IllegalAction, malformed
from engines.order_and_chaos import board
from engines.order_and_chaos.board import AREA_OF, AREAS, BATTLE, BIG_TRIANGLES, KINDS, NAMES, SMALL_TRIANGLES
from engines.order_and_chaos.occupancy import LETTERS

ANY = 2  # The kind of a move without a letter: whichever chessman is there.


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A step. `kind` is 0 small, 1 big, ANY.

    `passes` are the big triangles, one of which lets a small chessman through (OC-4); 0 for a step to an adjacent area.
    """

    src: int
    dst: int
    kind: int
    text: str
    passes: int = field(repr=False)
    both: int = field(repr=False)  # bits of both areas
    core: bool = field(repr=False)  # whether one of them is a core
    triangle: bool = field(repr=False)  # whether one of them is a triangle


class WordAction(NamedTuple):
    """A `pass`, the only action of a side without a move (OC-3), or `time`, the referee's end of a classroom match."""

    text: str


Action: TypeAlias = Move | WordAction
PASS, TIME = WordAction("pass"), WordAction("time")


def _list_areas(areas: int) -> list[int]:
    return [area for area in range(AREAS) if areas >> area & 1]


def passages(src: int) -> dict[int, int]:
    """Return the battle areas behind the big triangles adjacent to a small one, each with those triangles (OC-4)."""
    targets: dict[int, int] = {}
    if SMALL_TRIANGLES >> src & 1:
        for through in _list_areas(board.NEAR[src] & BIG_TRIANGLES):
            for dst in _list_areas(board.NEAR[through]):
                if KINDS[dst] == BATTLE and not board.NEAR[src] >> dst & 1:
                    targets[dst] = targets.get(dst, 0) | 1 << through
    return targets


def _build_moves() -> dict[tuple[int, int, int], Move]:
    moves = {}
    for src in range(AREAS):
        ways = dict.fromkeys(_list_areas(board.NEAR[src]), 0) | passages(src)
        for dst, passes in sorted(ways.items()):
            both = 1 << src | 1 << dst
            touched = (bool(both & (1 << board.CORES[0] | 1 << board.CORES[1])), bool(both & board.TRIANGLES))
            for kind in (0, 1, ANY) if KINDS[src] == BATTLE else (ANY,):
                text = f"{NAMES[src]}{'' if kind == ANY else LETTERS[kind]}-{NAMES[dst]}"
                moves[src, dst, kind] = Move(src, dst, kind, text, passes, both, *touched)
    return moves


MOVES = _build_moves()


MOVE_OF = {move.text: move for move in MOVES.values()}
ACTIONS: dict[str, Action] = {**MOVE_OF, PASS.text: PASS, TIME.text: TIME}
_FOLDED = {text.upper(): action for text, action in ACTIONS.items()}
_PARTS = re.compile(r"([A-Z0-9]+?[0-9])([SB]?)-([A-Z0-9]+)")


def decode(text: str) -> Action:
    """Return the action of a text in any case, with outer spaces, or as `W1 to W2`. Raises IllegalAction."""
    action = ACTIONS.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise malformed("Use only plain letters and digits.")
    folded = "-".join(re.split(r" *- *| +TO +", " ".join(text.upper().split())))
    action = _FOLDED.get(folded)
    if action is None:
        raise _syntax_error(folded)
    return action


def _syntax_error(folded: str) -> IllegalAction:
    parts = _PARTS.fullmatch(folded)
    if parts is None:
        return malformed("Invalid input. Enter a move like S1-W1, or W1b-W2 if both kinds are there.")
    src, letter, dst = parts.groups()
    for name in (src, dst):
        if name not in AREA_OF:
            return malformed("{area} is not an area on the board.", area=name[:8])
    if letter and KINDS[AREA_OF[src]] != BATTLE:
        return malformed("Add a letter only for battle areas; {area} holds one chessman.", area=src)
    if src == dst:
        return IllegalAction("not-adjacent", "A move must go to another area.")
    return IllegalAction("not-adjacent", "{src} and {dst} are not adjacent: they share no edge.", src=src, dst=dst)
