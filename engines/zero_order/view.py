"""What a viewer may see, built from an allow-list (C-6); `view_types` documents the fields.

Nothing is hidden except a chosen team until both are submitted (ZO-2).
"""

from typing import Any, cast

from engines.common import BOTH_SEATS, TUNED, render_outcome, viewer_seats
from engines.zero_order import actions, state as states
from engines.zero_order.board import NONE, Board, cells_of
from engines.zero_order.grid import COLUMN, NAMES, TWICE_HEIGHT
from engines.zero_order.rules import to_act
from engines.zero_order.state import NO_TOKEN, OVER, TEAM, LastAction, State
from engines.zero_order.tokens import ALL, CODES, FORMATIONS, FUNCTION, FUNCTIONS, OWNER, SIDE, TOKENS, bits, codes
from engines.zero_order.view_types import Tile, Unit, ZeroOrderHold, ZeroOrderLast, ZeroOrderView

_GRID_POSITIONS = {name: [COLUMN[cell], TWICE_HEIGHT[cell]] for cell, name in enumerate(NAMES)}
_GRID_OR_NONE = (*NAMES, None)
_TOKEN_VIEWS: list[Unit] = [[OWNER[token], CODES[FUNCTION[token]]] for token in range(TOKENS)]
_TILE_VIEWS: list[Tile] = [*_TOKEN_VIEWS, [None, None]]  # the neutral tile comes last
_VIA: tuple[Any, ...] = ("own", "copied", "stacked", "copied-beneath")


def view(state: State, viewer: int | None, *, is_open: bool = False) -> ZeroOrderView:
    """Return the view of a seat or a spectator (None), with nothing hidden if it `is_open`."""
    is_settled = state.phase != TEAM and (state.phase != OVER or None not in state.teams)
    visible = BOTH_SEATS if is_open or is_settled else viewer_seats(viewer)
    board, positions = state.board, states.count_positions(state)
    return {
        "game": "zero-order",
        "phase": cast(Any, state.phase),
        "viewer": viewer,
        "to_act": sorted(to_act(state)),
        "turn": state.turn,
        "grids": _GRID_POSITIONS,
        "tiles": {name: _TILE_VIEWS[token] for name, token in zip(NAMES, board.tiles, strict=True) if token != NONE},
        "units": {name: _TOKEN_VIEWS[token] for name, token in zip(NAMES, board.units, strict=True) if token != NONE},
        "states": _render_states(board) if board.holds else {},
        "stacks": _codes_by_seat(board.beneath),
        "holds": [_render_hold(board, hold) for hold in board.holds],
        "formations": {
            NAMES[board.where[hold.holder]]: _grid_names(cells_of(board, hold.held))
            for hold in board.holds
            if FUNCTION[hold.source] in FORMATIONS
        },
        "hands": _codes_by_seat(state.spare),
        "teams": [None if team is None or seat not in visible else list(codes(team)) for seat, team in enumerate(state.teams)],
        "ready": [team is not None for team in state.teams],
        "aside": _codes_by_seat(_tokens_aside(state)),
        "mover": None if state.mover == NO_TOKEN else _GRID_OR_NONE[board.where[state.mover]],
        "acted": _grid_names(cells_of(board, state.acted)),
        "landed": _grid_names(state.landed),
        "fallen": list(codes((state.fallen | state.fallen >> FUNCTIONS) & ALL)),
        "last": None if state.last is None else _render_last(state.last),
        "stood": positions[state.history[-states.DIGEST_LENGTH :]],
        "repeated": sorted(digest for digest, times in positions.items() if times > 1),
        "quiet": state.quiet,
        "quiet_limit": state.terms.options["quiet_turn_limit"],
        "turn_limit": state.terms.options["turn_limit"],
        "grids_between": state.terms.grids_between,
        "outcome": render_outcome(state.outcome),
        "options": cast(Any, {"rules": TUNED, **state.terms.options}),
    }


def _grid_names(cells: int) -> list[str]:
    return [NAMES[cell] for cell in bits(cells)]


def _codes_by_seat(tokens: int) -> list[list[str]]:
    return [codes(tokens & ALL), codes(tokens >> FUNCTIONS)] if tokens else [[], []]


def _render_states(board: Board) -> dict[str, str]:
    letters = (("I", board.immobilized), ("D", board.deactivated), ("M", board.immunized))
    return {
        NAMES[board.where[token]]: "".join(letter for letter, tokens in letters if tokens >> token & 1)
        for token in bits(board.immobilized | board.deactivated | board.immunized)
    }


def _render_hold(board: Board, hold: tuple[int, int, int, int]) -> ZeroOrderHold:
    holder, source, via, held = hold
    code = CODES[FUNCTION[source]]
    return {
        "by": NAMES[board.where[holder]],
        "kind": code,
        "source": code,
        "via": _VIA[via],
        "held": _grid_names(cells_of(board, held)),
    }


def _tokens_aside(state: State) -> int:
    """Return the tokens that are nowhere: exported, or set aside at deployment."""
    if None in state.teams:
        return 0
    board, placed = state.board, state.spare | state.board.beneath | state.fallen
    if state.spare and board.sides == (0, 0):  # The teams await their deployment.
        placed |= (state.teams[0] or 0) | (state.teams[1] or 0) << FUNCTIONS
    for token in (*board.tiles, *board.units):
        if token < TOKENS:
            placed |= 1 << token
    return (SIDE[0] | SIDE[1]) & ~placed


def _render_last(last: LastAction) -> ZeroOrderLast:
    return {
        "by": last.by,
        "do": actions.encode(last.action),
        "moves": [[_GRID_OR_NONE[src], _GRID_OR_NONE[dst]] for src, dst in last.moves],
        "gone": [_TOKEN_VIEWS[token] for token in bits(last.gone)],
    }
