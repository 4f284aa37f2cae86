"""A turn: move, action, combo, release, build (ZO-6 to ZO-9, ZO-15)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_order.actions import Action
from engines.zero_order.board import FORMATIONS, Board, Draft, Hold, cells_of
from engines.zero_order.functions import registry
from engines.zero_order.grid import NAMES, RING
from engines.zero_order.move_generation import find_formation, list_moves
from engines.zero_order.selection import Selection, unit_name
from engines.zero_order.state import ACT, COMBO, MOVE, Last, State
from engines.zero_order.tokens import FUNCTION, FUNCTIONS, bits
from engines.zero_order.tokens import NAMES as CALLED
from engines.zero_order.validation import check_may_act, check_mover, check_own, illegal_move_reason


def move(state: State, action: Action) -> State:
    if state.phase != MOVE:
        raise IllegalAction("moved-already", say("You have moved this turn."))
    board, cell, (dst,) = state.board, action.cell, action.items
    own = board.sides[state.seat]
    if not own >> cell & 1 or action not in list_moves(board, state.seat, 1 << cell):
        raise illegal_move_reason(state, cell, dst)
    draft = Draft(board)
    token = board.units[cell]
    hold = find_formation(board, token) if board.holds else None
    if hold is None:
        draft.put(dst, draft.lift(cell))
        moves: tuple[tuple[int, int], ...] = ((cell, dst),)
    else:
        moves = _move_rigid(draft, board, hold, cell, dst)
    return state._replace(board=draft.finish(), phase=ACT, mover=token, last=Last(state.seat, action, moves))


def _move_rigid(draft: Draft, board: Board, hold: Hold, cell: int, dst: int) -> tuple[tuple[int, int], ...]:
    direction = RING[cell].index(dst)
    moves = tuple((src, RING[src][direction]) for src in bits(cells_of(board, hold.held) | 1 << cell))
    lifted = [(draft.lift(src), to) for src, to in moves]
    for token, to in lifted:
        draft.put(to, token)
    draft.holds = tuple(
        other._replace(held=other.held & ~hold.held)
        if other is not hold and FUNCTION[other.source] in FORMATIONS
        else other
        for other in draft.holds
    )
    return moves


def act(state: State, action: Action) -> tuple[State, str]:
    """The state behind a function, and why the acting side wins at once, or ""."""
    must = check_may_act(state, action.cell)
    selection = Selection(state.board, state.seat, state.terms.importable, state.terms.version, must)
    way = registry.check(selection, action)
    token = state.board.units[action.cell]
    draft = registry.apply(state.board, state.seat, action, way)
    after = state._replace(
        board=draft.finish(),
        phase=COMBO,
        acted=state.acted | 1 << token,
        landed=draft.landed,
        fallen=state.fallen | draft.fallen,
        eventful=state.eventful or draft.eventful,
        history="" if action.verb == "import" else state.history,
        last=Last(state.seat, action, tuple(draft.moves), draft.gone),
    )
    return after, draft.won


def release(state: State, action: Action) -> State:
    """End a unit's hold instead of the move or of the action; then only `end` is left (ZO-9)."""
    board, cell = state.board, action.cell
    check_own(board, state.seat, cell)
    if state.phase == COMBO:
        raise IllegalAction("no-combo", say("A hold is released instead of the move or the first action."))
    check_mover(state, cell)
    token = board.units[cell]
    if all(hold.holder != token for hold in board.holds):
        text = say("The {unit} on {grid} holds no unit.", unit=unit_name(board, cell), grid=NAMES[cell])
        raise IllegalAction("holds-nothing", text)
    draft = Draft(board)
    draft.drop(token)
    return state._replace(board=draft.finish(), phase=COMBO, landed=0, last=Last(state.seat, action))


def build(state: State, action: Action) -> State:
    """A defeated unit becomes a tile; the phase stays BUILD until none is left (ZO-8)."""
    function, cell = action.items[0], action.cell
    token = function + FUNCTIONS * (1 - state.seat)
    if not state.fallen >> token & 1:
        text = say("No {unit} was defeated this turn that is still to be built.", unit=CALLED[function])
        raise IllegalAction("not-fallen", text)
    if state.board.tiled >> cell & 1:
        raise IllegalAction("grid-taken", say("There is a tile on {grid} already.", grid=NAMES[cell]))
    draft = Draft(state.board)
    draft.retile(cell, token)
    return state._replace(
        board=draft.finish(), fallen=state.fallen ^ 1 << token, history="", last=Last(state.seat, action)
    )
