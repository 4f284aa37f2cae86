"""Reasons why an action is illegal (ZO-2 to ZO-9); selections of a function are checked with the function."""

from engines.common import join_with_and
from engines.contract import IllegalAction
from engines.i18n import translate as _
from engines.zero_order import tokens
from engines.zero_order.actions import Action
from engines.zero_order.board import ANY, NONE, Board, unit_params
from engines.zero_order.grid import BATTLE_LINE, CENTRE, NAMES, NEAR, TERRITORY
from engines.zero_order.move_generation import active_cells, combo_cells, find_formation, list_moves
from engines.zero_order.state import ACT, COMBO, MOVE, TEAM, State
from engines.zero_order.tokens import FUNCTIONS, OWNER


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", "Seat not found.")
    if state.phase == TEAM:
        return IllegalAction("already-submitted", "Your team was accepted and is final. Wait for the other side.")
    return IllegalAction("not-your-turn", "It is not your turn.")


def check_team(state: State, team: int) -> None:
    """Raise IllegalAction unless the team is valid."""
    options = state.terms.options
    if above := tokens.codes(team & ~state.terms.importable):
        raise IllegalAction(
            "team-level", "{codes}: above the levels of this match ({level}).",
            codes=", ".join(above), level=options["levels"],
        )  # fmt: skip
    if missing := tokens.codes(tokens.STARTS[options["start"]].needs & ~team):
        text = _("With this team selection, a team must include {codes}.", codes=join_with_and(missing))
        if len(missing) == 2:
            text = _("With this team selection, a team must include {code} and {other}.", code=missing[0], other=missing[1])
        raise IllegalAction("team-start", text)
    if (team & tokens.SHIFTS).bit_count() < tokens.MIN_SHIFTS:
        raise IllegalAction("team-shifts", "A team needs at least {count} Shift units.", count=tokens.MIN_SHIFTS)


def get_token_in_hand(state: State, action: Action) -> int:
    """Return the token to place. Raises IllegalAction if it is not in hand."""
    function: int = action.items[0]
    token = function + FUNCTIONS * state.seat
    if not state.spare >> token & 1:
        raise IllegalAction("not-in-hand", "You have no {unit} to place.", unit=tokens.UNIT_NAMES[function])
    return token


def illegal_grid_reason(state: State, cell: int) -> IllegalAction:
    """Return why a tile cannot be placed on a grid."""
    at = NAMES[cell]
    if state.board.tiled >> cell & 1:
        return IllegalAction("grid-taken", "There is already a tile on {grid}.", grid=at)
    if BATTLE_LINE >> cell & 1:
        return IllegalAction("battle-line", "{grid} lies on the Battle Line, where you can't place tiles yet.", grid=at)
    if not TERRITORY[state.seat] >> cell & 1:
        return IllegalAction("territory", "{grid} is not in your territory.", grid=at)
    if not state.board.tiled & TERRITORY[state.seat]:
        return IllegalAction("not-joined", "In this match your first tile must touch {grid}.", grid=NAMES[CENTRE])
    return IllegalAction("not-joined", "In this match a tile must touch one of your own; {grid} touches none.", grid=at)


def illegal_tile_reason(board: Board, seat: int, cell: int) -> IllegalAction:
    """Return why a unit cannot be deployed on a grid."""
    name = NAMES[cell]
    if not board.tiled >> cell & 1:
        return IllegalAction("no-tile", "There is no tile on {grid}.", grid=name)
    if not TERRITORY[seat] >> cell & 1:
        return IllegalAction("not-your-tile", "The tile on {grid} is not yours.", grid=name)
    if (board.sides[0] | board.sides[1]) >> cell & 1:
        return IllegalAction("occupied", "There is a unit on {grid}.", grid=name)
    if NEAR[cell] & board.sides[1 - seat]:
        return IllegalAction("too-near", "{grid} touches an opponent's unit.", grid=name)
    return IllegalAction(
        "too-near", "{grid} is too close to an opponent's unit. Choose a tile with at least two grids between them.", grid=name
    )


def illegal_move_reason(state: State, cell: int, dst: int) -> IllegalAction:
    """Return why a unit cannot move to a grid."""
    board, name = state.board, NAMES[cell]
    check_own(board, state.seat, cell)
    token = board.units[cell]
    if board.immobilized >> token & 1:
        return IllegalAction("immobilized", "The {unit} on {grid} is immobilized.", **unit_params(board, cell))
    if not NEAR[cell] >> dst & 1:
        return IllegalAction(
            "not-touching", "{grid} does not touch {other}; a unit moves one grid.", grid=NAMES[dst], other=name
        )
    if find_formation(board, token) is not None:
        return IllegalAction("formation", "The formation on {grid} can't move there together.", grid=name)
    if not board.tiled >> dst & 1:
        return IllegalAction("no-tile", "There is no tile on {grid}.", grid=NAMES[dst])
    return IllegalAction("occupied", "There is a unit on {grid}.", grid=NAMES[dst])


def check_own(board: Board, seat: int, cell: int) -> None:
    """Raise IllegalAction unless an own unit is on the grid."""
    if board.units[cell] == NONE:
        raise IllegalAction("no-unit", "There is no unit on {grid}.", grid=NAMES[cell])
    if OWNER[board.units[cell]] != seat:
        raise IllegalAction("not-yours", "The {unit} on {grid} is your opponent's.", **unit_params(board, cell))


def check_mover(state: State, cell: int) -> None:
    """Raise IllegalAction unless the unit on the grid may move."""
    if state.phase == ACT and state.board.units[cell] != state.mover:
        name = NAMES[state.board.where[state.mover]]
        raise IllegalAction("not-the-mover", "Only the unit that moved (on {grid}) can act now.", grid=name)


def check_may_act(state: State, cell: int) -> int:
    """Return the grids that the unit's selection must include. Raises IllegalAction if it may not act now."""
    board, seat = state.board, state.seat
    if state.phase == MOVE and list_moves(board, seat):
        raise IllegalAction("must-move", "Start your turn with a move.")
    check_own(board, seat, cell)
    check_mover(state, cell)
    if not active_cells(board, seat) >> cell & 1:
        raise IllegalAction("not-active", "The {unit} on {grid} is not Active.", **unit_params(board, cell))
    if state.phase != COMBO:
        return ANY
    if state.acted >> board.units[cell] & 1:
        raise IllegalAction("acted", "The {unit} on {grid} has already acted this turn.", **unit_params(board, cell))
    if not combo_cells(state) >> cell & 1:
        raise IllegalAction("no-combo", "The last action moved no unit next to {grid}.", grid=NAMES[cell])
    return state.landed & ~(1 << cell)
