"""Legal actions of a seat, before the battle (ZO-2 to ZO-5) and in it (ZO-6 to ZO-9, ZO-15)."""

from engines.zero_order import functions
from engines.zero_order.actions import END, MOVES, PLACED, RELEASES, STEPS, Action
from engines.zero_order.board import ANY, Board, Hold, Selection, cells_of
from engines.zero_order.grid import CENTRE, EVERYWHERE, OUT, RING, TERRITORY, adjacent_cells
from engines.zero_order.state import BATTLE, BUILD, COMBO, MAP, MOVE, SUPPORT, TEAM, State
from engines.zero_order.tokens import FORMATIONS, FUNCTION, FUNCTIONS, HI, LO, OWNER, SIDE, bits


def open_grids(state: State) -> int:
    """Return where the seat may place its next tile."""
    seat, tiled = state.seat, state.board.tiled
    empty = TERRITORY[seat] & ~tiled
    if not state.terms.options["joined_map"]:
        return empty
    return empty & adjacent_cells(tiled & TERRITORY[seat] or 1 << CENTRE)


def open_tiles(board: Board, seat: int, grids_between: int) -> int:
    """Return where the seat may deploy with so many grids between opposing units (ZO-29), 1 or 2.

    Until the battle, tiles in a territory belong to its player.
    """
    too_near = adjacent_cells(board.sides[1 - seat])
    if grids_between > 1:
        too_near |= adjacent_cells(too_near)
    return board.tiled & TERRITORY[seat] & ~board.sides[seat] & ~too_near


def legal_actions(state: State) -> list[Action] | None:
    """Return all actions of the seat to act; None while teams are chosen."""
    if state.phase == TEAM:
        return None
    if state.phase in BATTLE:
        return list_play(state)
    if state.phase == SUPPORT:
        return [*list_support(state), END]
    verb = "tile" if state.phase == MAP else "unit"
    cells = bits(open_grids(state) if verb == "tile" else open_tiles(state.board, state.seat, state.terms.grids_between))
    rows = [PLACED[verb][token - FUNCTIONS * state.seat] for token in bits(state.spare & SIDE[state.seat])]
    return [row[cell] for row in rows for cell in cells]


def list_support(state: State) -> list[Action]:
    """Return the possible Locks and Hides of Active units that are unused, without `end`."""
    board, selection = state.board, Selection(state.board, state.seat, 0, state.terms.version)
    actions: list[Action] = []
    for token in (LO + FUNCTIONS * state.seat, HI + FUNCTIONS * state.seat):
        if board.where[token] != OUT and not (board.immobilized | board.deactivated | state.acted) >> token & 1:
            actions += functions.list_functions(selection, board.where[token])
    return actions


def list_play(state: State) -> list[Action]:
    """Return all actions of the seat in the battle."""
    board, seat = state.board, state.seat
    if state.phase == BUILD:
        cells = bits(EVERYWHERE & ~board.tiled)
        return [PLACED["build"][FUNCTION[token]][cell] for token in bits(state.fallen) for cell in cells]
    actions: list[Action] = []
    if state.phase == COMBO:
        for cell in bits(combo_cells(state)) if state.landed else ():
            actions += _list_functions(state, 1 << cell, state.landed & ~(1 << cell))
        return [*actions, END]
    if state.phase == MOVE:
        actions = list_moves(board, seat)
    among = ANY if state.phase == MOVE else 1 << board.where[state.mover]
    holders = sorted(board.where[hold.holder] for hold in board.holds if OWNER[hold.holder] == seat)
    releases = [RELEASES[cell] for cell in holders if among >> cell & 1]
    if actions:
        return actions + releases
    return [*_list_functions(state, among & active_cells(board, seat), ANY), *releases, END]


def list_moves(board: Board, seat: int, among: int = ANY) -> list[Action]:
    """Return the moves of the seat's units, or of those on some grids; hidden units move, immobilized ones do not."""
    own_cells = board.sides[seat]
    free = board.tiled & ~own_cells & ~board.sides[1 - seat]
    actions: list[Action] = []
    units, fixed = board.units, board.immobilized
    for cell in bits(own_cells & among):
        token = units[cell]
        if fixed >> token & 1:
            continue
        if board.holds and (hold := find_formation(board, token)) is not None:
            actions += _list_rigid(board, cell, hold, free)
            continue
        for bit, move in STEPS[cell]:
            if free & bit:
                actions.append(move)
    return actions


def _list_rigid(board: Board, cell: int, hold: Hold, free: int) -> list[Action]:
    """Return the moves of a rigid body by one step (ZO-15); none if an own member is immobilized."""
    if hold.held & board.immobilized & SIDE[OWNER[hold.holder]]:
        return []
    members = cells_of(board, hold.held) | 1 << cell
    room = free | members
    rings = [RING[member] for member in bits(members)]
    return [MOVES[cell, RING[cell][way]] for way in range(6) if all(room >> ring[way] & 1 for ring in rings)]


def find_formation(board: Board, token: int) -> Hold | None:
    """Return the hold that makes a unit and those it holds one rigid body."""
    for hold in board.holds:
        if hold.holder == token and FUNCTION[hold.source] in FORMATIONS:
            return hold
    return None


def active_cells(board: Board, seat: int) -> int:
    """Return the grids of the seat's Active units."""
    own_cells = board.sides[seat]
    inactive = (board.immobilized | board.deactivated) & SIDE[seat]
    return own_cells & ~cells_of(board, inactive) if inactive else own_cells


def _list_functions(state: State, cells: int, must: int) -> list[Action]:
    selection = Selection(state.board, state.seat, state.terms.importable, state.terms.version, must)
    actions: list[Action] = []
    for cell in bits(cells):
        actions += functions.list_functions(selection, cell)
    return actions


def combo_cells(state: State) -> int:
    """Return the grids of units that may continue a combo: Active, unused, next to another unit that landed (ZO-7)."""
    return adjacent_cells(state.landed) & active_cells(state.board, state.seat) & ~cells_of(state.board, state.acted)
