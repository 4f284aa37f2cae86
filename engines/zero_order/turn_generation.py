"""Whole turns for a search: every way to go on from a position to the next turn, with the boards that they lead to.

It lists and applies actions with the functions of the rules, but skips the checks of an action that was just listed.
Of several ways to the same board it keeps one. Builds after a turn are left to its caller.
"""

from typing import NamedTuple

from engines.zero_order import functions, rules
from engines.zero_order.actions import END, PLACED, RELEASES, Action
from engines.zero_order.board import ANY, NONE, OWN, Board, MutableBoard, Selection, cells_of, find_via
from engines.zero_order.grid import EVERYWHERE, NEAR, adjacent_cells
from engines.zero_order.move_generation import active_cells, list_moves
from engines.zero_order.state import ACT, BUILD, COMBO, MOVE, State, Terms, count_positions
from engines.zero_order.tokens import CO, FUNCTION, FUNCTION_BY_VERB, OWNER, ST, bits

WON, DRAWN, LOST = "won", "drawn", "lost"


class TurnStart(NamedTuple):
    """The start of a turn: the board, the seat to move, and the counts that may end the match."""

    board: Board
    seat: int
    terms: Terms
    quiet: int
    turn: int
    fallen: int = 0  # tokens defeated in the last turn and not built yet, all of the seat to move
    repeated: frozenset[str] = frozenset()  # digests of positions that draw the match if they stand again


class Turn(NamedTuple):
    """The rest of a turn: its first action, the board after it, and what happened in it."""

    first: Action
    board: Board
    fallen: int  # tokens to build
    eventful: bool
    result: str = ""  # for the seat, if it ends the match


class _Open(NamedTuple):
    """An unfinished turn: the grids whose units may act, and the grids of which one must be selected."""

    first: Action | None
    board: Board
    cells: int
    must: int
    acted: int
    fallen: int
    eventful: bool


def start_of(state: State) -> TurnStart:
    """Return a position at the start of a turn as such."""
    repeated = frozenset(digest for digest, times in count_positions(state).items() if times > 1)
    return TurnStart(state.board, state.seat, state.terms, state.quiet, state.turn, repeated=repeated)


def list_turns(position: State | TurnStart, limit: int) -> list[Turn]:
    """Return the ways to finish the turn of the seat to move, without builds; only the win if there is one.

    Combos are followed, the shorter ones first, until `limit` turns are found. In the phase BUILD they begin with each
    of the builds.
    """
    turns = _TurnList(position.board, position.seat, position.terms, limit)
    if isinstance(position, TurnStart) or position.phase == MOVE:
        turns.begin()
    elif position.phase == BUILD:
        turns.build(position.fallen)
    else:
        turns.go_on(position)
    turns.follow()
    return [turns.won] if turns.won else turns.found or turns.lost[:1]


class _TurnList:
    """The turns found so far, and those that are unfinished."""

    def __init__(self, board: Board, seat: int, terms: Terms, limit: int) -> None:
        self._board, self._seat, self._limit = board, seat, limit
        self._levels, self._version = terms.importable, terms.version
        self.found: list[Turn] = []
        self.lost: list[Turn] = []  # Kept only for a seat that can't avoid it.
        self.won: Turn | None = None
        self._open: list[_Open] = []
        self._seen: set[tuple[bytes, tuple[object, ...], int]] = set()

    def begin(self) -> None:
        """Start with the moves of the seat, or with a function where it has no move."""
        board, seat = self._board, self._seat
        moves = list_moves(board, seat)
        for action in moves:
            after, token = _move(board, action)
            self._end(action, after, 0, False)
            cell = after.where[token]
            if after.holds:
                self._release(after, 1 << cell, action)
            if not (after.immobilized | after.deactivated) >> token & 1:
                self._open.append(_Open(action, after, 1 << cell, ANY, 0, 0, False))
        self._release(board, ANY)
        if not moves:
            self._end(END, board, 0, False)
            self._open.append(_Open(None, board, active_cells(board, seat), ANY, 0, 0, False))

    def go_on(self, state: State) -> None:
        """Start after the move, or after an action of the turn."""
        board = state.board
        self._end(END, board, state.fallen, state.eventful)
        if state.phase == ACT:
            mover = 1 << board.where[state.mover]
            self._release(board, mover)
            cells = mover & active_cells(board, self._seat)
            self._open.append(_Open(None, board, cells, ANY, state.acted, state.fallen, state.eventful))
        elif state.phase == COMBO and state.landed:
            self._combo(None, board, state.landed, state.acted, state.fallen, state.eventful)

    def build(self, fallen: int) -> None:
        """Start with the builds of defeated units; those after the first are left to the caller."""
        for token in bits(fallen):
            for cell in bits(EVERYWHERE & ~self._board.tiled):
                board = build(self._board, token, cell)
                self.found.append(Turn(PLACED["build"][FUNCTION[token]][cell], board, fallen ^ 1 << token, True))

    def follow(self) -> None:
        """Finish the unfinished turns."""
        for item in self._open:  # It grows.
            if self.won or len(self.found) >= self._limit:
                return
            self._act(item)

    def _act(self, item: _Open) -> None:
        board, seat = item.board, self._seat
        for cell in bits(item.cells):
            selection = Selection(board, seat, self._levels, self._version, item.must & ~(1 << cell) if item.must >= 0 else ANY)
            token = board.units[cell]
            only_own = FUNCTION[token] not in (CO, ST)
            for action in functions.list_functions(selection, cell):
                mutable = functions.apply(board, action, OWN if only_own else _get_via(board, seat, action))
                after, first = mutable.finish(), item.first or action
                fallen, eventful = item.fallen | mutable.fallen, item.eventful or mutable.eventful
                if mutable.won:
                    self.won = Turn(first, after, fallen, True, WON)
                    return
                self._end(first, after, fallen, eventful)
                if mutable.landed:
                    self._combo(item.first or action, after, mutable.landed, item.acted | 1 << token, fallen, eventful)

    def _combo(self, first: Action | None, board: Board, landed: int, acted: int, fallen: int, eventful: bool) -> None:
        """Add the combos of units beside one that landed (ZO-7)."""
        cells = adjacent_cells(landed) & active_cells(board, self._seat) & ~cells_of(board, acted)
        if cells:
            self._open.append(_Open(first, board, cells, landed, acted, fallen, eventful))

    def _release(self, board: Board, among: int, first: Action | None = None) -> None:
        """Add the releases of the holds of units on some grids (ZO-9)."""
        for hold in board.holds:
            cell = board.where[hold.holder]
            if OWNER[hold.holder] == self._seat and among >> cell & 1:
                mutable = MutableBoard(board)
                mutable.drop(hold.holder)
                self._end(first or RELEASES[cell], mutable.finish(), 0, False)

    def _end(self, first: Action, board: Board, fallen: int, eventful: bool) -> None:
        """Add a turn that ends here, if no other leads to the same board."""
        key = (board.units, board.holds, board.beneath)
        if key in self._seen:
            return
        self._seen.add(key)
        seat = self._seat
        own, other = board.sides[seat], board.sides[1 - seat]
        if not own or not other:
            result = DRAWN if not own and not other else WON if own else LOST
        elif rules.is_exposed(board, seat):
            result = LOST
        else:
            result = WON if board.holds and rules.is_disarmed(board, 1 - seat) else ""
        turn = Turn(first, board, fallen, eventful, result)
        if result == LOST:
            self.lost.append(turn)
        else:
            self.found.append(turn)
            if result == WON:
                self.won = turn


def _get_via(board: Board, seat: int, action: Action) -> int:
    """Return how a unit has the function of a listed action."""
    via = find_via(board, seat, action.cell, ST if action.verb == "unstack" else FUNCTION_BY_VERB[action.verb])
    assert via is not None
    return via


def _move(board: Board, action: Action) -> tuple[Board, int]:
    """Return the board after a listed move, and the token that moved."""
    cell, dst = action.cell, action.items[0]
    token = board.units[cell]
    if board.holds:
        return rules.move_unit(board, cell, dst)[0], token
    units, where = bytearray(board.units), bytearray(board.where)
    units[cell], units[dst], where[token] = NONE, token, dst
    both = 1 << cell | 1 << dst
    white, grey = board.sides
    sides = (white, grey ^ both) if OWNER[token] else (white ^ both, grey)
    return Board(board.tiles, board.tiled, bytes(units), bytes(where), sides, board.beneath, (), 0, 0, 0), token


def build(board: Board, token: int, cell: int) -> Board:
    """Return the board with a defeated unit's tile on a grid."""
    mutable = MutableBoard(board)
    mutable.retile(cell, token)
    return mutable.finish()


def build_all(board: Board, fallen: int, builder: int) -> Board:
    """Return the board with all defeated units built, each where it helps the builder's own units most.

    Where the map is full they are left out.
    """
    own, other = board.sides[builder], board.sides[1 - builder]
    for token in bits(fallen):
        empty = bits(EVERYWHERE & ~board.tiled)
        if not empty:
            break
        cell = max(empty, key=lambda cell: (NEAR[cell] & own).bit_count() - (NEAR[cell] & other).bit_count())
        board = build(board, token, cell)
    return board
