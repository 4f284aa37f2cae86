"""What lies on the board: tiles, units, stacks and holds, and how holds end (ZO-9)."""

from __future__ import annotations

from typing import NamedTuple

from engines.zero_order import tokens
from engines.zero_order.actions import Action
from engines.zero_order.grid import CELLS, CENTRE, NEAR, NORTH, OUT, RAY, SOUTH
from engines.zero_order.tokens import CO, FI, FUNCTION, FUNCTIONS, HI, LO, OWNER, SIDE, ST, TOKENS, bits

NONE = 255  # no tile, no unit
NEUTRAL = TOKENS  # the tile of the centre
# How a unit came by a function: its own, of a touching ally (Copy), of a token beneath (Stack), or by a Copy beneath.
OWN, COPIED, STACKED, COPIED_BENEATH = range(4)


class Hold(NamedTuple):
    """A hold in play: holder and source are tokens (the source's function is the kind), `held` is a set of tokens."""

    holder: int
    source: int
    via: int
    held: int


class Board(NamedTuple):
    tiles: bytes  # token by grid
    tiled: int  # grids with a tile
    units: bytes  # token by grid
    where: bytes  # grid by token, OUT where it is no unit on the map
    sides: tuple[int, int]  # grids with a unit of White, of Grey
    beneath: int  # tokens under their side's Stack
    holds: tuple[Hold, ...]  # by holder
    fixed: int  # immobilized tokens; this and the next two follow from the holds
    asleep: int  # deactivated tokens
    immune: int  # immunized tokens


_TILES = bytes(NEUTRAL if cell == CENTRE else NONE for cell in range(CELLS))
BARE = Board(_TILES, 1 << CENTRE, bytes([NONE]) * CELLS, bytes([OUT]) * TOKENS, (0, 0), 0, (), 0, 0, 0)


def states_of(holds: tuple[Hold, ...]) -> tuple[int, int, int]:
    """The immobilized, deactivated and immunized tokens."""
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
    """Return the grids of those tokens that are units on the map."""
    cells = 0
    where = board.where
    for token in bits(tokens):
        cells |= 1 << where[token]
    return cells & ~(1 << OUT)


def held_by(board: Board, holder: int) -> int:
    """Return the tokens that a unit holds."""
    return next((hold.held for hold in board.holds if hold.holder == holder), 0)


def via(board: Board, seat: int, cell: int, function: int) -> int | None:
    """How the seat's unit on a grid may apply a function, or None: a side has one token of each."""
    wanted, unit = function + FUNCTIONS * seat, board.units[cell]
    if unit == wanted:
        return OWN
    if function == ST:
        return None
    copier = CO + FUNCTIONS * seat
    touching = NEAR[cell] >> board.where[wanted] & 1
    if unit == copier:
        return COPIED if touching else None
    if unit == ST + FUNCTIONS * seat:
        if board.beneath >> wanted & 1:
            return STACKED
        if touching and board.beneath >> copier & 1:
            return COPIED_BENEATH
    return None


class Draft:
    """A board being changed; `finish` makes the new one. What happened on the way is kept for the turn and the log."""

    __slots__ = (
        "beneath",
        "eventful",
        "fallen",
        "gone",
        "holds",
        "landed",
        "moves",
        "sides",
        "tiled",
        "tiles",
        "units",
        "where",
        "won",
    )

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
        self.eventful = False  # defeated, imported, exported or newly held (ZO-17)
        self.won = ""  # why the acting side wins at once

    def put(self, cell: int, token: int) -> None:
        self.units[cell] = token
        self.where[token] = cell
        self.sides[OWNER[token]] |= 1 << cell

    def lift(self, cell: int) -> int:
        """Take the unit off a grid; its token."""
        token = self.units[cell]
        self.units[cell] = NONE
        self.where[token] = OUT
        self.sides[OWNER[token]] &= ~(1 << cell)
        return token

    def shift(self, src: int, dst: int) -> None:
        """A selected unit moves, or leaves the map and is defeated."""
        self.moves.append((src, dst))
        if dst == OUT:
            self.defeat(src)
            return
        self.put(dst, self.lift(src))
        self.landed |= 1 << dst

    def remove(self, cell: int) -> int:
        """Take a unit off the map with all that is beneath it; the tokens."""
        token = self.lift(cell)
        gone = 1 << token
        if FUNCTION[token] == ST:
            gone |= self.beneath & SIDE[OWNER[token]]
            self.beneath &= ~gone
        self.gone |= gone
        return gone

    def defeat(self, cell: int) -> None:
        self.fallen |= self.remove(cell)
        self.eventful = True

    def retile(self, cell: int, token: int) -> None:
        tiles = bytearray(self.tiles)
        tiles[cell] = token
        self.tiles = bytes(tiles)
        self.tiled |= 1 << cell

    def hold(self, hold: Hold) -> None:
        """A new hold replaces the holder's old one."""
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
            holds = standing(holds, units, where, self.beneath)
            states = states_of(holds)
        return Board(self.tiles, self.tiled, units, where, (self.sides[0], self.sides[1]), self.beneath, holds, *states)


def standing(holds: tuple[Hold, ...], units: bytes, where: bytes, beneath: int) -> tuple[Hold, ...]:
    """The holds that last, unit by unit (ZO-9)."""
    kept = []
    for hold in holds:
        cell = where[hold.holder]
        if cell != OUT and _has_source(hold, cell, where, beneath):
            held = _still_held(hold, cell, units, where)
            if held:
                kept.append(hold if held == hold.held else hold._replace(held=held))
    asleep = states_of(tuple(kept))[1]
    return tuple(hold for hold in kept if not asleep >> hold.holder & 1)


def _has_source(hold: Hold, cell: int, where: bytes, beneath: int) -> bool:
    if hold.via == OWN:
        return True
    if hold.via == STACKED:
        return bool(beneath >> hold.source & 1)
    if hold.via == COPIED_BENEATH and not beneath >> (CO + FUNCTIONS * OWNER[hold.holder]) & 1:
        return False
    return bool(NEAR[cell] >> where[hold.source] & 1)


def _still_held(hold: Hold, cell: int, units: bytes, where: bytes) -> int:
    near, held = NEAR[cell], 0
    for token in bits(hold.held):
        if near >> where[token] & 1:
            held |= 1 << token
    if FUNCTION[hold.source] == FI and held != hold.held:
        held |= _filed(hold, cell, units)
    return held


def _filed(hold: Hold, cell: int, units: bytes) -> int:
    """Held units in an unbroken line with the File count as adjacent."""
    held = 0
    for direction in (NORTH, SOUTH):
        for beyond in RAY[cell][direction]:
            if beyond == OUT or units[beyond] == NONE or not hold.held >> units[beyond] & 1:
                break
            held |= 1 << units[beyond]
    return held
