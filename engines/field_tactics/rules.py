"""Effects of actions on a position (rulings FT-1 to FT-15), as pure functions of immutable states."""

from engines.common import NO_SEATS, ONE_SEAT, WINNER_RANKS, forfeit_outcome, seats_to_submit
from engines.contract import IllegalAction, Outcome
from engines.field_tactics import squares, state as states
from engines.field_tactics.actions import PASS, Action, Choice, Move, Setup
from engines.field_tactics.move_generation import has_legal_move
from engines.field_tactics.pieces import BLUE, FLAG, KIND, LEADER, MOVABLE
from engines.field_tactics.squares import SPREAD
from engines.field_tactics.state import PLAY, QUIET, Duel, LastMove, State
from engines.field_tactics.validation import check_choice, check_setup, illegal_reason
from engines.i18n import mark

_ENEMY_BASE = (squares.BASES[1], squares.BASES[0])
_make = tuple.__new__  # State(...) without the cost of keyword arguments.


def to_act(state: State) -> frozenset[int]:
    """Return the seats whose clocks run."""
    phase = state.phase
    if phase == PLAY:
        return ONE_SEAT[state.seat]
    if phase == states.CHOOSE:
        return ONE_SEAT[state.terms.advantage or 0]
    return seats_to_submit(state.hands) if phase in (states.SETUP, states.DUEL) else NO_SEATS


def apply_move(state: State, seat: int, action: Move) -> State:
    """Return the state after a move on the board: a battle if the square is occupied, then endings (FT-14)."""
    board, red, blue = state.board, state.red, state.blue
    src, dst = action.src, action.dst
    piece = board[src]
    need = action.needs[seat][piece]
    if need and (need < 0 or (red | blue) & need):
        raise illegal_reason(state, seat, action)
    if target := board[dst]:
        if (target > BLUE) == seat:
            raise illegal_reason(state, seat, action)
        return _apply_attack(state, seat, action)
    cells = bytearray(board)
    cells[src] = 0
    cells[dst] = piece
    if seat:
        blue ^= action.shift * SPREAD[piece]
    else:
        red ^= action.shift * SPREAD[piece]
    limit, quiet = state.limit, state.quiet + 1
    changed = (state.terms, limit, PLAY, bytes(cells), red, blue, 1 - seat, state.turn + 1, quiet)
    unchanged = (state.forces, state.lost, QUIET[seat][action], state.hands, state.duels, None)
    after: State = _make(State, changed + unchanged)  # in the order of the fields
    if dst == _ENEMY_BASE[seat] and LEADER[piece]:
        return _win(after, seat, "base")
    return end_stalled(after) if quiet >= limit else _next_turn(after)


def defending_kind(board: bytes, seat: int, square: int) -> int:
    """Return the kind whose strength a piece defends with: the flag has that of an own piece behind it, or 0 (FT-6)."""
    kind: int = KIND[board[square]]
    if kind != FLAG:
        return kind
    behind = squares.BEHIND[seat][square]
    piece = board[behind] if behind >= 0 else 0
    return KIND[piece] if piece and (piece > BLUE) == seat else 0


def _apply_attack(state: State, seat: int, action: Move) -> State:
    src, dst = action.src, action.dst
    board = state.board
    piece, target = board[src], board[dst]
    result = state.terms.table[KIND[piece]][defending_kind(board, 1 - seat, dst)]
    cells = bytearray(board)
    cells[src] = 0
    if result != "x":
        cells[dst] = piece if result == "o" else 0
    last = LastMove(seat, action, result, KIND[piece] if result != "o" else 0, KIND[target] if result != "x" else 0)
    armies, forces, lost = [state.red, state.blue], list(state.forces), list(state.lost)
    armies[seat] ^= (action.shift if result == "o" else squares.BITS[src]) * SPREAD[piece]
    if result != "x":
        armies[1 - seat] ^= squares.BITS[dst] * SPREAD[target]
    for side, kind in ((seat, last.attacker), (1 - seat, last.defender)):
        if kind:
            forces[2 * side] -= LEADER[kind]
            forces[2 * side + 1] -= MOVABLE[kind]
            lost[side] += bytes([kind])
    changed = (state.terms, state.limit, PLAY, bytes(cells), *armies, 1 - seat, state.turn + 1, 0)
    after: State = _make(State, (*changed, tuple(forces), tuple(lost), last, state.hands, state.duels, None))
    if result == "o" and dst == _ENEMY_BASE[seat] and LEADER[piece]:
        return _win(after, seat, "base")
    return _after_losses(after)


def _recount(state: State, board: bytes, red_loss: int = 0, blue_loss: int = 0) -> State:
    """Return the state with a new board and the kinds that Red and Blue lost (0: none)."""
    red_lost, blue_lost = (bytes([kind]) if kind else b"" for kind in (red_loss, blue_loss))
    return state._replace(
        board=board,
        red=squares.side_bits(board, 0),
        blue=squares.side_bits(board, 1),
        forces=squares.count_forces(board),
        lost=(state.lost[0] + red_lost, state.lost[1] + blue_lost),
    )


def _after_losses(state: State) -> State:
    """Apply the endings that only a loss can cause: last movable piece (FT-9), then the tie-breaker."""
    red_leaders, red, blue_leaders, blue = state.forces
    if not red and not blue:
        return _win(state, _advantage(state), "both-last-pieces")
    if not red or not blue:
        return _win(state, 0 if red else 1, "last-piece")
    if not red_leaders and not blue_leaders and red <= 3 and blue <= 3:
        return state._replace(phase=states.DUEL)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """Pass the turn to the next player, to the referee's pass, or to FT-11 if neither side can move (FT-12)."""
    seat = state.seat
    army, enemy = (state.blue, state.red) if seat else (state.red, state.blue)
    if has_legal_move(army, enemy, seat):
        return state
    return state._replace(phase=states.PASS) if has_legal_move(enemy, army, 1 - seat) else end_stalled(state)


def end_stalled(state: State) -> State:
    """Apply FT-11: more leaders win, else more movable pieces, else a duel with all movable pieces."""
    winner = find_stall_winner(state)
    return state._replace(phase=states.DUEL) if winner is None else _win(state, winner, "stalled")


def find_stall_winner(state: State) -> int | None:
    """Return the seat that wins by FT-11 if the match stalls now; None for a duel."""
    red_leaders, red, blue_leaders, blue = state.forces
    if (red_leaders, red) == (blue_leaders, blue):
        return None
    return 0 if (red_leaders, red) > (blue_leaders, blue) else 1


def apply_setup(state: State, seat: int, action: Setup) -> State:
    """Keep a set-up secret until both are submitted; the second one starts the play."""
    check_setup(state, seat, action)
    hands = (state.hands[0], action.kinds) if seat else (action.kinds, state.hands[1])
    if None in hands:
        return state._replace(hands=hands)
    return _recount(state, deploy(hands))._replace(phase=PLAY, hands=(None, None))


def deploy(hands: tuple[bytes | None, bytes | None]) -> bytes:
    """Return the board with the submitted set-ups."""
    cells = bytearray(squares.CELLS)
    for seat, kinds in enumerate(hands):
        for cell, kind in zip(squares.HOMES[seat], kinds or b"", strict=False):
            cells[cell] = kind + BLUE * seat
    return bytes(cells)


def apply_duel_choice(state: State, seat: int, square: int) -> State:
    """Keep a duel choice secret until both are submitted, then let the two pieces battle (FT-15)."""
    check_choice(state, seat, square)
    hands = (state.hands[0], square) if seat else (square, state.hands[1])
    if None in hands:
        return state._replace(hands=hands)
    red, blue = hands
    kinds = KIND[state.board[red]], KIND[state.board[blue]]
    result = state.terms.table[kinds[0]][kinds[1]]
    lost = (kinds[0] if result != "o" else 0, kinds[1] if result != "x" else 0)
    cells = bytearray(state.board)
    for square, loss in zip((red, blue), lost, strict=True):
        cells[square] = 0 if loss else cells[square]
    after = _recount(state, bytes(cells), *lost)
    after = after._replace(hands=(None, None), duels=(*state.duels, Duel(red, blue, result, *lost)))
    if result != "=":
        return _win(after, 0 if result == "o" else 1, "duel")
    _, red_left, _, blue_left = after.forces
    if red_left and blue_left:  # Otherwise one side loses, or both (FT-10) have nothing left to choose.
        return after
    survivors = red_left or blue_left
    return _win(after, 0 if red_left else 1, "duel") if survivors else _win(after, _advantage(after), "duel-all-tied")


def _win(state: State, winner: int, reason: str) -> State:
    return state._replace(phase=states.OVER, outcome=Outcome(WINNER_RANKS[winner], reason))


def _advantage(state: State) -> int:
    assert state.terms.advantage is not None, "the advantage is settled before anything else happens"
    return state.terms.advantage


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Return the state after a forfeit: the other side wins; if both forfeit, FT-13 on time, otherwise FT-16."""
    if len(seats) == 2 and reason == "time" and state.phase in (PLAY, states.PASS, states.DUEL):
        return _win(state, _advantage(state), "time")
    return state._replace(phase=states.OVER, outcome=forfeit_outcome(seats, reason))


def apply_referee_action(state: State, action: Action) -> State:
    """Apply the draw of the advantage, or a pass, which counts as a turn without a battle (FT-11, FT-12)."""
    if state.phase == states.PASS and action is PASS:
        after = state._replace(phase=PLAY, seat=1 - state.seat, turn=state.turn + 1, quiet=state.quiet + 1)
        return end_stalled(after) if after.quiet >= after.limit else _next_turn(after)
    if state.phase == states.DRAW and isinstance(action, Choice) and action.kind == "advantage":
        return state._replace(phase=states.CHOOSE, terms=state.terms._replace(advantage=action.value))
    raise IllegalAction("not-the-referees", "The referee can't do this now.")


def apply_player_action(state: State, seat: int, action: Action) -> State:
    """Return the state after an action of a seat to act."""
    match state.phase, action:
        case states.PLAY, Move():
            return apply_move(state, seat, action)
        case states.SETUP, Setup():
            return apply_setup(state, seat, action)
        case states.DUEL, Choice("duel", square):
            return apply_duel_choice(state, seat, square)
        case states.CHOOSE, Choice("first", first):
            return state._replace(phase=states.SETUP, terms=state.terms._replace(first=first), seat=first)
    raise IllegalAction("wrong-phase", _EXPECTED[state.phase])


_EXPECTED = {
    states.CHOOSE: mark("Choose which side moves first now: first red or first blue."),
    states.SETUP: mark("Submit your set-up now: 23 pieces, your own back row first."),
    PLAY: mark("Make a move now, such as B4-B5."),
    states.DUEL: mark("Choose a piece for the duel now by entering its square."),
}
