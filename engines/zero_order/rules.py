"""Effects of actions on a position, turn by turn, and endings (ZO-6 to ZO-17)."""

from engines.common import DRAW_RANKS, NO_SEATS, ONE_SEAT, WINNER_RANKS, forfeit_outcome, seats_to_submit
from engines.contract import IllegalAction, Outcome
from engines.i18n import mark
from engines.zero_order import functions, match_setup, state as states
from engines.zero_order.actions import PLACING, Action
from engines.zero_order.board import Board, Hold, MutableBoard, Selection, cells_of, unit_params
from engines.zero_order.grid import NAMES, NEAR, RING
from engines.zero_order.move_generation import find_formation, list_moves, list_play, list_support
from engines.zero_order.state import ACT, BUILD, COMBO, DEPLOY, MAP, MOVE, OVER, PLAY, SUPPORT, TEAM, LastAction, State
from engines.zero_order.tokens import DE, ER, FI, FORMATIONS, FR, FUNCTION, FUNCTIONS, GR, OWNER, UNIT_NAMES, bits
from engines.zero_order.validation import check_may_act, check_mover, check_own, illegal_move_reason

_HOSTILE_HOLDS = (FR, FI, GR)
_PHASE_OF = {"tile": MAP, "unit": DEPLOY, "build": BUILD}


def to_act(state: State) -> frozenset[int]:
    """Return the seats whose clocks run."""
    phase = state.phase
    if phase == TEAM:
        return seats_to_submit(state.teams)
    return NO_SEATS if phase in (states.DRAW, OVER) else ONE_SEAT[state.seat]


def apply_player_action(state: State, seat: int, action: Action) -> State:
    """Return the state after an action of the seat to act."""
    phase, verb = state.phase, action.verb
    if phase == TEAM:
        if verb != "team":
            raise IllegalAction("wrong-phase", "You can't do this now. Teams are being chosen.")
        return match_setup.submit_team(state, seat, action.items[0])
    if verb == "team":
        raise IllegalAction("wrong-phase", "You can't choose a team now. The teams are final.")
    if verb in PLACING:
        return _apply_placement(state, action)
    if phase in PLAY:
        return _HANDLERS.get(verb, _apply_function)(state, action)
    if phase == SUPPORT:
        if verb != "end":
            return match_setup.apply_support(state, action)
        after = state._replace(last=LastAction(seat, action))
        return _begin_turn(after._replace(seat=0, acted=0)) if seat else _begin_support(after._replace(seat=1))
    raise IllegalAction("wrong-phase", _WRONG_PHASE_MESSAGES[phase])


_WRONG_PHASE_MESSAGES = {
    MAP: mark("You can't do this now. The map is being built."),
    DEPLOY: mark("You can't do this now. The units are being deployed."),
    BUILD: mark("You can't do this now. Build the defeated units first."),
}


def apply_referee_action(state: State, action: Action) -> State:
    """Return the state after a drawn team: White's first, then Grey's."""
    if state.phase != states.DRAW or action.verb != "team":
        raise IllegalAction("not-the-referees", "The referee can't do this now.")
    return match_setup.submit_team(state, int(state.teams[0] is not None), action.items[0])


def _apply_placement(state: State, action: Action) -> State:
    if _PHASE_OF[action.verb] != state.phase:
        raise IllegalAction("wrong-phase", _WRONG_VERB_MESSAGES[action.verb])
    if state.phase == MAP:
        return match_setup.place_tile(state, action)
    if state.phase == DEPLOY:
        after = match_setup.deploy(state, action)
        return _begin_support(after) if after.phase == SUPPORT else after
    after = _build(state, action)
    return after if after.fallen else _end_turn(after)


_WRONG_VERB_MESSAGES = {
    "tile": mark("You can't place a tile now. Tiles are placed while the map is built."),
    "unit": mark("You can't place a unit now. Units are placed during deployment."),
    "build": mark("You can't build now. Defeated units are built at the end of a turn."),
}


def _begin_support(state: State) -> State:
    """Begin the support step of the next seat that has something to put in play; otherwise the battle (ZO-5)."""
    for seat in range(state.seat, 2):
        candidate = state._replace(seat=seat, acted=0)
        if list_support(candidate):
            return candidate
    return _begin_turn(state._replace(seat=0, acted=0))


def _move(state: State, action: Action) -> State:
    if state.phase != MOVE:
        raise IllegalAction("moved-already", "You have already moved this turn.")
    board, cell, (dst,) = state.board, action.cell, action.items
    own_cells = board.sides[state.seat]
    if not own_cells >> cell & 1 or action not in list_moves(board, state.seat, 1 << cell):
        raise illegal_move_reason(state, cell, dst)
    after, moves = move_unit(board, cell, dst)
    return state._replace(board=after, phase=ACT, mover=board.units[cell], last=LastAction(state.seat, action, moves))


def move_unit(board: Board, cell: int, dst: int) -> tuple[Board, tuple[tuple[int, int], ...]]:
    """Return the board after a legal move of a unit or its formation, and the units' moves."""
    mutable = MutableBoard(board)
    hold = find_formation(board, board.units[cell]) if board.holds else None
    if hold is None:
        mutable.put(dst, mutable.lift(cell))
        moves: tuple[tuple[int, int], ...] = ((cell, dst),)
    else:
        moves = _move_rigid(mutable, board, hold, cell, dst)
    return mutable.finish(), moves


def _move_rigid(mutable: MutableBoard, board: Board, hold: Hold, cell: int, dst: int) -> tuple[tuple[int, int], ...]:
    direction = RING[cell].index(dst)
    moves = tuple((src, RING[src][direction]) for src in bits(cells_of(board, hold.held) | 1 << cell))
    lifted = [(mutable.lift(src), to) for src, to in moves]
    for token, to in lifted:
        mutable.put(to, token)
    mutable.holds = tuple(
        other._replace(held=other.held & ~hold.held) if other is not hold and FUNCTION[other.source] in FORMATIONS else other
        for other in mutable.holds
    )
    return moves


def _apply_function(state: State, action: Action) -> State:
    """Return the state after a function, ended if it ends the match."""
    must = check_may_act(state, action.cell)
    selection = Selection(state.board, state.seat, state.terms.importable, state.terms.version, must)
    via = functions.check(selection, action)
    token = state.board.units[action.cell]
    mutable = functions.apply(state.board, action, via)
    after = state._replace(
        board=mutable.finish(),
        phase=COMBO,
        acted=state.acted | 1 << token,
        landed=mutable.landed,
        fallen=state.fallen | mutable.fallen,
        eventful=state.eventful or mutable.eventful,
        history="" if action.verb == "import" else state.history,
        last=LastAction(state.seat, action, tuple(mutable.moves), mutable.gone),
    )
    if mutable.won:
        return end_match(after, WINNER_RANKS[state.seat], mutable.won)
    white, grey = after.board.sides
    if not white and not grey:
        return end_match(after, DRAW_RANKS, "both-empty")
    return after if white and grey else end_match(after, WINNER_RANKS[0 if white else 1], "decimation")


def _release(state: State, action: Action) -> State:
    """End a unit's hold instead of the move or action; then only `end` is left (ZO-9)."""
    board, cell = state.board, action.cell
    check_own(board, state.seat, cell)
    if state.phase == COMBO:
        raise IllegalAction("no-combo", "You can only release a hold instead of the move or the first action.")
    check_mover(state, cell)
    token = board.units[cell]
    if all(hold.holder != token for hold in board.holds):
        raise IllegalAction("holds-nothing", "The {unit} on {grid} holds no unit.", **unit_params(board, cell))
    mutable = MutableBoard(board)
    mutable.drop(token)
    return state._replace(board=mutable.finish(), phase=COMBO, landed=0, last=LastAction(state.seat, action))


def _build(state: State, action: Action) -> State:
    """Make a defeated unit a tile; the phase stays BUILD until none is left (ZO-8)."""
    function, cell = action.items[0], action.cell
    token = function + FUNCTIONS * (1 - state.seat)
    if not state.fallen >> token & 1:
        raise IllegalAction(
            "not-fallen",
            "There is no {unit} to build: none was defeated this turn, or it is already built.",
            unit=UNIT_NAMES[function],
        )
    if state.board.tiled >> cell & 1:
        raise IllegalAction("grid-taken", "There is already a tile on {grid}.", grid=NAMES[cell])
    mutable = MutableBoard(state.board)
    mutable.retile(cell, token)
    return state._replace(
        board=mutable.finish(), fallen=state.fallen ^ 1 << token, history="", last=LastAction(state.seat, action)
    )


def _end_turn_or_build(state: State, action: Action) -> State:
    if state.phase == MOVE:
        if list_moves(state.board, state.seat):
            raise IllegalAction("must-move", "Start your turn with a move.")
        state = state._replace(idle=len(list_play(state)) == 1)
    after = state._replace(last=LastAction(state.seat, action))
    return after._replace(phase=BUILD, landed=0) if after.fallen else _end_turn(after)


def _end_turn(state: State) -> State:
    """Apply the endings at the end of a turn in order, then begin the next turn."""
    seat = state.seat
    if is_exposed(state.board, seat):
        return end_match(state, WINNER_RANKS[1 - seat], "404-ed")
    if is_disarmed(state.board, 1 - seat):
        return end_match(state, WINNER_RANKS[seat], "disarmament")
    quiet = 0 if state.eventful else state.quiet + 1
    idle, stuck = state.idle, state.idle and state.idle_before
    after = state._replace(
        seat=1 - seat, turn=state.turn + 1, quiet=quiet, acted=0, eventful=False, idle=False, idle_before=idle
    )
    return _begin_turn(after, stuck)


def _begin_turn(state: State, stuck: bool = False) -> State:
    key = states.digest(state.board, state.seat)
    history = state.history + key
    after = state._replace(phase=MOVE, history=history, mover=states.NO_TOKEN, landed=0)
    if history.count(key) >= 3:
        return end_match(after, DRAW_RANKS, "repetition")
    if after.quiet >= after.terms.options["quiet_turn_limit"]:
        return end_match(after, DRAW_RANKS, "quiet")
    if stuck:
        return end_match(after, DRAW_RANKS, "stuck")
    return end_match(after, DRAW_RANKS, "turn-limit") if after.turn >= after.terms.options["turn_limit"] else after


_HANDLERS = {"move": _move, "release": _release, "end": _end_turn_or_build}
"""By verb; any other verb is a function."""


def is_exposed(board: Board, seat: int) -> bool:
    """Return whether a seat's Error is beside an opponent's Active Delete, which loses at the end of its turn (ZO-14)."""
    error, delete = ER + FUNCTIONS * seat, DE + FUNCTIONS * (1 - seat)
    at = board.where[error]
    if not NEAR[at] >> board.where[delete] & 1:
        return False
    return not board.immunized >> error & 1 and not (board.immobilized | board.deactivated) >> delete & 1


def is_disarmed(board: Board, seat: int) -> bool:
    """Return whether every unit of a side is held by the other side (ZO-16)."""
    held = 0
    for hold in board.holds:
        if OWNER[hold.holder] != seat and FUNCTION[hold.source] in _HOSTILE_HOLDS:
            held |= hold.held
    if not held:
        return False
    return all(held >> token & 1 for token in board.units if token < 2 * FUNCTIONS and OWNER[token] == seat)


def end_match(state: State, ranks: tuple[int, ...], reason: str) -> State:
    """Return the state ended with these ranks."""
    return state._replace(phase=OVER, outcome=Outcome(ranks, reason), landed=0)


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Return the state after a forfeit; if both forfeit, nobody has rank 1."""
    ended = forfeit_outcome(seats, reason)
    return end_match(state, ended.ranks, ended.reason)
