"""A turn: move, action, combo, release, build (ZO-6 to ZO-9, ZO-15)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_order import functions
from engines.zero_order.actions import END, MOVES, PLACED, RELEASES, STEPS, Action
from engines.zero_order.board import FORMATIONS, NONE, Board, Draft, Hold, cells_of
from engines.zero_order.grid import EVERYWHERE, NAMES, NEAR, RING
from engines.zero_order.scope import ANY, Scope, called
from engines.zero_order.state import ACT, BUILD, COMBO, MOVE, Last, State
from engines.zero_order.tokens import FUNCTION, FUNCTIONS, OWNER, SIDE, bits
from engines.zero_order.tokens import NAMES as CALLED


def formation(board: Board, token: int) -> Hold | None:
    """The hold that makes a unit and those it holds one rigid body."""
    for hold in board.holds:
        if hold.holder == token and FUNCTION[hold.source] in FORMATIONS:
            return hold
    return None


def list_moves(board: Board, seat: int, among: int = ANY) -> list[Action]:
    """The moves of the seat's units, or of those on some grids; hidden units move, immobilized ones do not."""
    own = board.sides[seat]
    free = board.tiled & ~own & ~board.sides[1 - seat]
    found: list[Action] = []
    units, fixed = board.units, board.fixed
    for cell in bits(own & among):
        token = units[cell]
        if fixed >> token & 1:
            continue
        if board.holds and (hold := formation(board, token)) is not None:
            found += _list_rigid(board, cell, hold, free)
            continue
        for bit, move in STEPS[cell]:
            if free & bit:
                found.append(move)
    return found


def _list_rigid(board: Board, cell: int, hold: Hold, free: int) -> list[Action]:
    """ZO-15: every member by the same step; none where an own member is immobilized."""
    if hold.held & board.fixed & SIDE[OWNER[hold.holder]]:
        return []
    members = cells_of(board, hold.held) | 1 << cell
    room = free | members
    rings = [RING[member] for member in bits(members)]
    return [
        MOVES[cell, RING[cell][direction]]
        for direction in range(6)
        if all(room >> ring[direction] & 1 for ring in rings)
    ]


def active(board: Board, seat: int) -> int:
    """The grids of the seat's Active units."""
    own = board.sides[seat]
    idle = (board.fixed | board.asleep) & SIDE[seat]
    return own & ~cells_of(board, idle) if idle else own


def _list_releases(board: Board, seat: int, among: int = ANY) -> list[Action]:
    cells = [board.where[hold.holder] for hold in board.holds if OWNER[hold.holder] == seat]
    return [RELEASES[cell] for cell in sorted(cells) if among >> cell & 1]


def list_play(state: State) -> list[Action]:
    board, seat = state.board, state.seat
    if state.phase == MOVE:
        moves = list_moves(board, seat)
        releases = _list_releases(board, seat) if board.holds else []
        if moves:
            return moves + releases
        return [*_list_acts(state, active(board, seat), ANY), *releases, END]
    if state.phase == BUILD:
        return list_builds(state)
    if state.phase == ACT:
        mover = 1 << board.where[state.mover]
        releases = _list_releases(board, seat, mover) if board.holds else []
        return [*_list_acts(state, mover & active(board, seat), ANY), *releases, END]
    found: list[Action] = []
    if state.landed:
        for cell in bits(_combiners(state)):
            found += _list_acts(state, 1 << cell, state.landed & ~(1 << cell))
    found.append(END)
    return found


def _list_acts(state: State, cells: int, must: int) -> list[Action]:
    scope = Scope(state.board, state.seat, state.terms.importable, state.terms.version, must)
    found: list[Action] = []
    for cell in bits(cells):
        found += functions.list_functions(scope, cell)
    return found


def _combiners(state: State) -> int:
    """The grids of units that may go on with a combo: Active, not used, beside another that landed (ZO-7)."""
    near = 0
    for cell in bits(state.landed):
        near |= NEAR[cell]
    return near & active(state.board, state.seat) & ~cells_of(state.board, state.acted)


def list_builds(state: State) -> list[Action]:
    cells = bits(EVERYWHERE & ~state.board.tiled)
    return [PLACED["build"][FUNCTION[token]][cell] for token in bits(state.fallen) for cell in cells]


def move(state: State, action: Action) -> State:
    if state.phase != MOVE:
        raise IllegalAction("moved-already", say("You have moved this turn."))
    board, cell, (dst,) = state.board, action.cell, action.items
    own = board.sides[state.seat]
    if not own >> cell & 1 or action not in list_moves(board, state.seat, 1 << cell):
        raise _why_no_move(state, cell, dst)
    draft = Draft(board)
    token = board.units[cell]
    hold = formation(board, token) if board.holds else None
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


def _why_no_move(state: State, cell: int, dst: int) -> IllegalAction:
    board, name = state.board, NAMES[cell]
    check_own(board, state.seat, cell)
    token = board.units[cell]
    if board.fixed >> token & 1:
        return IllegalAction(
            "immobilized", say("The {unit} on {grid} is immobilized.", unit=called(board, cell), grid=name)
        )
    if not NEAR[cell] >> dst & 1:
        return IllegalAction(
            "not-touching",
            say("{grid} does not touch {other}; a unit moves one grid.", grid=NAMES[dst], other=name),
        )
    if formation(board, token) is not None:
        return IllegalAction("formation", say("The formation of {grid} cannot go that way as one body.", grid=name))
    if not board.tiled >> dst & 1:
        return IllegalAction("no-tile", say("There is no tile on {grid}.", grid=NAMES[dst]))
    return IllegalAction("occupied", say("There is a unit on {grid}.", grid=NAMES[dst]))


def check_own(board: Board, seat: int, cell: int) -> None:
    if board.units[cell] == NONE:
        raise IllegalAction("no-unit", say("There is no unit on {grid}.", grid=NAMES[cell]))
    if OWNER[board.units[cell]] != seat:
        text = say("The {unit} on {grid} is the opponent's.", unit=called(board, cell), grid=NAMES[cell])
        raise IllegalAction("not-yours", text)


def entitled(state: State, cell: int) -> int:
    """Raise IllegalAction unless the unit on a grid may apply a function now; the grids it must select from."""
    board, seat = state.board, state.seat
    if state.phase == MOVE and list_moves(board, seat):
        raise IllegalAction("must-move", say("A turn begins with a move."))
    check_own(board, seat, cell)
    _check_mover(state, cell)
    if not active(board, seat) >> cell & 1:
        text = say("The {unit} on {grid} is not Active.", unit=called(board, cell), grid=NAMES[cell])
        raise IllegalAction("not-active", text)
    if state.phase != COMBO:
        return ANY
    if state.acted >> board.units[cell] & 1:
        text = say("The {unit} on {grid} has acted this turn.", unit=called(board, cell), grid=NAMES[cell])
        raise IllegalAction("acted", text)
    if not _combiners(state) >> cell & 1:
        text = say("No unit that the last action moved landed beside {grid}.", grid=NAMES[cell])
        raise IllegalAction("no-combo", text)
    return state.landed & ~(1 << cell)


def _check_mover(state: State, cell: int) -> None:
    if state.phase == ACT and state.board.units[cell] != state.mover:
        name = NAMES[state.board.where[state.mover]]
        raise IllegalAction("not-the-mover", say("Only the unit that moved, on {grid}, may act now.", grid=name))


def act(state: State, action: Action) -> tuple[State, str]:
    """The state behind a function, and why the acting side wins at once, or ""."""
    must = entitled(state, action.cell)
    scope = Scope(state.board, state.seat, state.terms.importable, state.terms.version, must)
    way = functions.check(scope, action)
    token = state.board.units[action.cell]
    draft = functions.apply(state.board, state.seat, action, way)
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
    _check_mover(state, cell)
    token = board.units[cell]
    if all(hold.holder != token for hold in board.holds):
        text = say("The {unit} on {grid} holds no unit.", unit=called(board, cell), grid=NAMES[cell])
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
