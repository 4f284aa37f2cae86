"""The board: tiles, units, stacks and holds, how holds end (ZO-9), and what a seat's unit may select."""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from engines.contract import IllegalAction
from engines.i18n import mark
from engines.zero_order import tokens
from engines.zero_order.actions import Action
from engines.zero_order.grid import CELLS, CENTRE, NAMES, NEAR, NORTH, OUT, RAY, SOUTH
from engines.zero_order.tokens import CO, FI, FUNCTION, FUNCTIONS, HI, LO, OWNER, SIDE, ST, TOKENS, bits

NONE = 255  # no tile, no unit
NEUTRAL = TOKENS  # the tile of the centre
# The source of a unit's function: its own, of a touching ally (Copy), of a token beneath (Stack), or a Copy beneath.
OWN, COPIED, STACKED, COPIED_BENEATH = range(4)
ANY = -1  # No particular unit must be selected.
ALLIES, ENEMIES, UNITS = "allies", "enemies", "units"  # sides of selected units
ADJACENT = tuple(tuple(cell for cell in range(CELLS) if NEAR[at] >> cell & 1) for at in range(CELLS))  # adjacent grids

_TOO_FEW = {
    "split": mark("Select at least two touching units to split."),
    "freeze": mark("Select at least two touching units to freeze."),
    "file": mark("Select at least two touching units to file."),
    "group": mark("Select at least two touching units to group."),
    "lock": mark("Select at least two touching units to lock."),
    "stack": mark("Select at least two touching units to stack."),
}


class Hold(NamedTuple):
    """A hold in play: holder and source are tokens (the source's function is the kind), `held` is a set of tokens."""

    holder: int
    source: int
    via: int
    held: int


class Board(NamedTuple):
    """Everything on the board."""

    tiles: bytes  # token by grid
    tiled: int  # grids with a tile
    units: bytes  # token by grid
    where: bytes  # grid by token, OUT if it is not a unit on the map
    sides: tuple[int, int]  # grids with a unit of White, of Grey
    beneath: int  # tokens under their side's Stack
    holds: tuple[Hold, ...]  # by holder
    immobilized: int  # immobilized tokens; this and the next two are derived from the holds
    deactivated: int  # deactivated tokens
    immunized: int  # immunized tokens


_TILES = bytes(NEUTRAL if cell == CENTRE else NONE for cell in range(CELLS))
EMPTY_BOARD = Board(_TILES, 1 << CENTRE, bytes([NONE]) * CELLS, bytes([OUT]) * TOKENS, (0, 0), 0, (), 0, 0, 0)


def affected_tokens(holds: tuple[Hold, ...]) -> tuple[int, int, int]:
    """Return the immobilized, deactivated and immunized tokens."""
    fixed = asleep = immune = 0
    for hold in holds:
        kind = FUNCTION[hold.source]
        if kind != HI:
            fixed |= hold.held
        if kind != LO:
            asleep |= hold.held
        if kind in (LO, HI):
            immune |= hold.held
    return fixed, asleep, immune


def cells_of(board: Board, tokens: int) -> int:
    """Return the grids of those of the tokens that are units on the map."""
    cells = 0
    where = board.where
    for token in bits(tokens):
        cells |= 1 << where[token]
    return cells & ~(1 << OUT)


def held_by(board: Board, holder: int) -> int:
    """Return the tokens that a unit holds."""
    return next((hold.held for hold in board.holds if hold.holder == holder), 0)


def find_via(board: Board, seat: int, cell: int, function: int) -> int | None:
    """Return how the seat's unit on a grid may apply a function, or None: a side has one token of each."""
    token, unit = function + FUNCTIONS * seat, board.units[cell]
    if unit == token:
        return OWN
    if function == ST:
        return None
    copier = CO + FUNCTIONS * seat
    touching = NEAR[cell] >> board.where[token] & 1
    if unit == copier:
        return COPIED if touching else None
    if unit == ST + FUNCTIONS * seat:
        if board.beneath >> token & 1:
            return STACKED
        if touching and board.beneath >> copier & 1:
            return COPIED_BENEATH
    return None


class MutableBoard:
    """A board being changed; `finish` makes the new one. It records the changes for the turn and the log."""

    __slots__ = (
        "beneath", "eventful", "fallen", "gone", "holds", "landed", "moves", "sides", "tiled", "tiles", "units",
        "where", "won",
    )  # fmt: skip

    def __init__(self, board: Board) -> None:
        self.tiles = board.tiles
        self.tiled = board.tiled
        self.units = bytearray(board.units)
        self.where = bytearray(board.where)
        self.sides = list(board.sides)
        self.beneath = board.beneath
        self.holds = board.holds
        self.landed = 0  # grids
        self.fallen = 0  # tokens defeated
        self.moves: list[tuple[int, int]] = []  # (from, to), OUT where a unit left the map
        self.gone = 0  # tokens that left the map in any way
        self.eventful = False  # a unit was defeated, imported, exported or newly held (ZO-17)
        self.won = ""  # why the acting side wins at once

    def put(self, cell: int, token: int) -> None:
        self.units[cell] = token
        self.where[token] = cell
        self.sides[OWNER[token]] |= 1 << cell

    def lift(self, cell: int) -> int:
        """Take the unit off a grid and return its token."""
        token = self.units[cell]
        self.units[cell] = NONE
        self.where[token] = OUT
        self.sides[OWNER[token]] &= ~(1 << cell)
        return token

    def shift(self, src: int, dst: int) -> None:
        """Move a selected unit, or defeat it if it leaves the map."""
        self.moves.append((src, dst))
        if dst == OUT:
            self.defeat(src)
            return
        self.put(dst, self.lift(src))
        self.landed |= 1 << dst

    def remove(self, cell: int) -> int:
        """Remove a unit and everything beneath it; return the tokens."""
        token = self.lift(cell)
        removed = 1 << token
        if FUNCTION[token] == ST:
            removed |= self.beneath & SIDE[OWNER[token]]
            self.beneath &= ~removed
        self.gone |= removed
        return removed

    def defeat(self, cell: int) -> None:
        self.fallen |= self.remove(cell)
        self.eventful = True

    def retile(self, cell: int, token: int) -> None:
        tiles = bytearray(self.tiles)
        tiles[cell] = token
        self.tiles = bytes(tiles)
        self.tiled |= 1 << cell

    def hold(self, hold: Hold) -> None:
        """Put a hold in play, replacing the holder's old one."""
        self.holds = tuple(sorted((*(old for old in self.holds if old.holder != hold.holder), hold)))

    def source(self, action: Action) -> int:
        """Return the token whose function an action applies: the acting side has one of each."""
        return tokens.FUNCTION_BY_VERB[action.verb] + FUNCTIONS * OWNER[self.units[action.cell]]

    def drop(self, holder: int) -> None:
        """End a unit's hold."""
        self.holds = tuple(hold for hold in self.holds if hold.holder != holder)

    def finish(self) -> Board:
        units, where = bytes(self.units), bytes(self.where)
        holds, states = self.holds, (0, 0, 0)
        if holds:
            holds = remaining_holds(holds, units, where, self.beneath)
            states = affected_tokens(holds)
        return Board(self.tiles, self.tiled, units, where, (self.sides[0], self.sides[1]), self.beneath, holds, *states)


def remaining_holds(holds: tuple[Hold, ...], units: bytes, where: bytes, beneath: int) -> tuple[Hold, ...]:
    """Return the holds that last, checked unit by unit (ZO-9)."""
    remaining = []
    for hold in holds:
        cell = where[hold.holder]
        if cell != OUT and _has_source(hold, cell, where, beneath):
            held = _tokens_still_held(hold, cell, units, where)
            if held:
                remaining.append(hold if held == hold.held else hold._replace(held=held))
    _, asleep, _ = affected_tokens(tuple(remaining))
    return tuple(hold for hold in remaining if not asleep >> hold.holder & 1)


def _has_source(hold: Hold, cell: int, where: bytes, beneath: int) -> bool:
    if hold.via == OWN:
        return True
    if hold.via == STACKED:
        return bool(beneath >> hold.source & 1)
    if hold.via == COPIED_BENEATH and not beneath >> (CO + FUNCTIONS * OWNER[hold.holder]) & 1:
        return False
    return bool(NEAR[cell] >> where[hold.source] & 1)


def _tokens_still_held(hold: Hold, cell: int, units: bytes, where: bytes) -> int:
    near, held = NEAR[cell], 0
    for token in bits(hold.held):
        if near >> where[token] & 1:
            held |= 1 << token
    if FUNCTION[hold.source] == FI and held != hold.held:
        held |= _tokens_in_line(hold, cell, units)
    return held


def _tokens_in_line(hold: Hold, cell: int, units: bytes) -> int:
    """Return the held units in an unbroken line with the File, which count as adjacent."""
    held = 0
    for direction in (NORTH, SOUTH):
        for beyond in RAY[cell][direction]:
            if beyond == OUT or units[beyond] == NONE or not hold.held >> units[beyond] & 1:
                break
            held |= 1 << units[beyond]
    return held


class Selection:
    """A board as one seat sees it when it selects.

    `must` are the grids of which at least one must be selected (those landed on, in a combo) or ANY; `levels` the set
    of functions that may be imported, `version` that of the rules.
    """

    __slots__ = ("board", "enemies", "free", "levels", "must", "own", "seat", "version")

    def __init__(self, board: Board, seat: int, levels: int, version: int, must: int = ANY) -> None:
        self.board = board
        self.seat = seat
        self.levels = levels
        self.version = version
        self.must = must
        self.own = board.sides[seat]
        enemies = board.sides[1 - seat]
        self.free = board.tiled & ~self.own & ~enemies
        self.enemies = enemies & ~cells_of(board, board.immunized) if board.immunized else enemies  # without immunized ones

    def touching(self, cell: int, among: int) -> list[int]:
        """Return the grids of the set `among` that are adjacent to `cell`, ascending."""
        return [target for target in ADJACENT[cell] if among >> target & 1]

    def cells_of_side(self, side: str) -> int:
        """Return the grids with units of a side that the seat may select."""
        return self.own if side == ALLIES else self.enemies if side == ENEMIES else self.own | self.enemies

    def list_several(self, cell: int, verb: str, among: int, *, minimum: int = 2, new: int = ANY) -> list[Action]:
        """Return the action on each choice of adjacent grids in a set that includes one of `new` and one of `must`."""
        touching, must = self.touching(cell, among), self.must
        actions = []
        for size in range(minimum, len(touching) + 1):
            for targets in combinations(touching, size):
                mask = sum([1 << at for at in targets])
                if mask & new and mask & must:
                    actions.append(Action(verb, cell, targets))
        return actions

    def check_touching(self, cell: int, targets: Iterable[int]) -> None:
        for at in targets:
            if not NEAR[cell] >> at & 1:
                raise IllegalAction("not-touching", "{grid} does not touch {other}.", grid=NAMES[at], other=NAMES[cell])

    def check_side(self, targets: Iterable[int], side: str) -> None:
        """Raise IllegalAction unless each grid holds a unit of the side that the seat may select."""
        allowed = self.cells_of_side(side)
        for target in targets:
            if allowed >> target & 1:
                continue
            is_own = self.own >> target & 1
            if self.board.units[target] == NONE:
                raise IllegalAction("no-unit", "There is no unit on {grid}.", grid=NAMES[target])
            unit = unit_params(self.board, target)
            if side == ENEMIES and is_own:
                raise IllegalAction("own-unit", "The {unit} on {grid} is yours. Select an opponent unit.", **unit)
            if side == ALLIES and not is_own:
                raise IllegalAction(
                    "not-yours", "The {unit} on {grid} is your opponent's. Select one of your own units.", **unit
                )
            raise IllegalAction("immune", "The {unit} on {grid} is immunized.", **unit)

    def check_landed(self, targets: Iterable[int]) -> None:
        if not any(self.must >> target & 1 for target in targets):
            raise IllegalAction("not-landed", "A combo must select a touching unit that was moved by the last action.")

    def check_minimum(self, action: Action, minimum: int = 2) -> None:
        if len(action.items) < minimum:
            raise IllegalAction("too-few", _TOO_FEW[action.verb])

    def check_available(self, cell: int) -> None:
        """Raise IllegalAction unless there is a tile without a unit."""
        if not self.board.tiled >> cell & 1:
            raise IllegalAction("no-tile", "There is no tile on {grid}.", grid=NAMES[cell])
        if not self.free >> cell & 1:
            raise IllegalAction("occupied", "There is a unit on {grid}.", grid=NAMES[cell])


def unit_params(board: Board, cell: int) -> dict[str, str]:
    """Return the message parameters for the unit on a grid; its name is not translated."""
    return {"unit": tokens.UNIT_NAMES[FUNCTION[board.units[cell]]], "grid": NAMES[cell]}
