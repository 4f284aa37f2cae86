"""Before the battle: teams (ZO-2), map building, deployment (ZO-4) and support (ZO-5)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.listing import joined
from engines.words import say
from engines.zero_order import tokens
from engines.zero_order.actions import END, PLACED, Action
from engines.zero_order.board import Board, Draft
from engines.zero_order.grid import BATTLE_LINE, CENTRE, NAMES, NEAR, OUT, TERRITORY, TILE_ORDER, UNIT_ORDER
from engines.zero_order.holding import check_hide, check_lock, hold, list_hide, list_lock
from engines.zero_order.scope import Scope
from engines.zero_order.state import DEPLOY, MAP, SUPPORT, TEAM, Last, State
from engines.zero_order.tokens import FUNCTIONS, HI, LO, SIDE, bits


def submit_team(state: State, seat: int, team: int) -> State:
    """A team handed in or drawn; with the second one map building begins, all other tokens being tiles."""
    if state.teams[seat] is not None:
        raise IllegalAction("already-submitted", say("Your team was accepted and is final."))
    check_team(state, team)
    teams = (team, state.teams[1]) if seat == 0 else (state.teams[0], team)
    if teams[0] is None or teams[1] is None:
        return state._replace(teams=teams, last=None)
    spare = (tokens.ALL & ~teams[0]) | (tokens.ALL & ~teams[1]) << FUNCTIONS
    return state._replace(teams=teams, spare=spare, phase=MAP, seat=TILE_ORDER[0], last=None)


def check_team(state: State, team: int) -> None:
    terms = state.terms
    if above := tokens.codes(team & ~terms.importable):
        text = say("{codes}: above the levels of this match ({level}).", codes=", ".join(above), level=terms.levels)
        raise IllegalAction("team-level", text)
    if missing := tokens.codes(tokens.STARTS[terms.start].needs & ~team):
        raise IllegalAction("team-start", _must_hold(missing))
    if (team & tokens.SHIFTS).bit_count() < tokens.LEAST_SHIFTS:
        raise IllegalAction("team-shifts", say("A team needs at least {count} Shift units.", count=tokens.LEAST_SHIFTS))


def _must_hold(codes: list[str]) -> str:
    if len(codes) == 2:
        return say("With this start a team must hold {code} and {other}.", code=codes[0], other=codes[1])
    return say("With this start a team must hold {codes}.", codes=joined(codes))


def open_grids(state: State) -> int:
    """Where the seat may place its next tile."""
    seat, tiled = state.seat, state.board.tiled
    empty = TERRITORY[seat] & ~tiled
    if not state.terms.joined:
        return empty
    own = tiled & TERRITORY[seat]
    if not own:
        return empty & NEAR[CENTRE]
    return sum(1 << cell for cell in bits(empty) if NEAR[cell] & own)


def open_tiles(board: Board, seat: int) -> int:
    """Where the seat may deploy: until the battle, the tiles in a territory are its player's."""
    own, enemy = board.sides[seat], board.sides[1 - seat]
    tiles = board.tiled & TERRITORY[seat] & ~own
    for cell in bits(enemy):
        tiles &= ~NEAR[cell]
    return tiles


def list_placings(state: State, verb: str) -> list[Action]:
    cells = bits(open_grids(state) if verb == "tile" else open_tiles(state.board, state.seat))
    rows = [PLACED[verb][token - FUNCTIONS * state.seat] for token in bits(state.spare & SIDE[state.seat])]
    return [row[cell] for row in rows for cell in cells]


def _in_hand(state: State, action: Action) -> int:
    function: int = action.items[0]
    token = function + FUNCTIONS * state.seat
    if not state.spare >> token & 1:
        raise IllegalAction("not-in-hand", say("You have no {unit} to place.", unit=tokens.NAMES[function]))
    return token


def place_tile(state: State, action: Action) -> State:
    token, cell = _in_hand(state, action), action.cell
    if not open_grids(state) >> cell & 1:
        raise _no_grid(state, cell)
    draft = Draft(state.board)
    draft.retile(cell, token)
    slot = state.slot + 1
    after = state._replace(
        board=draft.finish(), spare=state.spare ^ 1 << token, slot=slot, last=Last(state.seat, action)
    )
    if slot < len(TILE_ORDER):
        return after._replace(seat=TILE_ORDER[slot])
    white, grey = state.teams
    assert white is not None
    assert grey is not None
    return after._replace(phase=DEPLOY, slot=0, spare=white | grey << FUNCTIONS, seat=UNIT_ORDER[0])


def _no_grid(state: State, cell: int) -> IllegalAction:
    name = NAMES[cell]
    if state.board.tiled >> cell & 1:
        return IllegalAction("grid-taken", say("There is a tile on {grid} already.", grid=name))
    if BATTLE_LINE >> cell & 1:
        return IllegalAction(
            "battle-line", say("{grid} lies on the Battle Line, where no tile is placed yet.", grid=name)
        )
    if not TERRITORY[state.seat] >> cell & 1:
        return IllegalAction("territory", say("{grid} is not in your territory.", grid=name))
    if not state.board.tiled & TERRITORY[state.seat]:
        return IllegalAction("not-joined", say("In this match your first tile must touch {grid}.", grid=NAMES[CENTRE]))
    return IllegalAction(
        "not-joined", say("In this match a tile must touch one of your own; {grid} touches none.", grid=name)
    )


def deploy(state: State, action: Action) -> State:
    """The state behind a deployment; phase SUPPORT with seat 0 when all units stand (the caller goes on)."""
    token, cell, board = _in_hand(state, action), action.cell, state.board
    if not open_tiles(board, state.seat) >> cell & 1:
        raise _no_tile(board, state.seat, cell)
    draft = Draft(board)
    draft.put(cell, token)
    after = state._replace(
        board=draft.finish(), spare=state.spare ^ 1 << token, slot=state.slot + 1, last=Last(state.seat, action)
    )
    return next_deployment(after)


def _no_tile(board: Board, seat: int, cell: int) -> IllegalAction:
    name = NAMES[cell]
    if not board.tiled >> cell & 1:
        return IllegalAction("no-tile", say("There is no tile on {grid}.", grid=name))
    if not TERRITORY[seat] >> cell & 1:
        return IllegalAction("not-your-tile", say("The tile on {grid} is not yours.", grid=name))
    if (board.sides[0] | board.sides[1]) >> cell & 1:
        return IllegalAction("occupied", say("There is a unit on {grid}.", grid=name))
    return IllegalAction("too-near", say("{grid} touches an opponent's unit.", grid=name))


def next_deployment(state: State) -> State:
    """Who deploys next; a side that has no tile left sets its other units aside for good (ZO-4)."""
    slot, spare = state.slot, state.spare
    while slot < len(UNIT_ORDER):
        seat = UNIT_ORDER[slot]
        if spare & SIDE[seat]:
            if open_tiles(state.board, seat):
                return state._replace(slot=slot, spare=spare, seat=seat)
            spare &= ~SIDE[seat]
        slot += 1
    return state._replace(phase=SUPPORT, seat=0, slot=0, spare=0, acted=0)


def left_out(before: State, after: State, action: Action) -> tuple[int, int]:
    """The functions of each side that a deployment left without a tile; the phase behind it has none in hand."""
    placed = 1 << action.items[0] + FUNCTIONS * before.seat
    aside = before.spare & ~placed & ~after.spare
    return aside & tokens.ALL, aside >> FUNCTIONS


def _supporters(state: State) -> list[int]:
    """The grids of the seat's Lock and Hide that are Active and have not been used."""
    board, found = state.board, []
    for function in (LO, HI):
        token = function + FUNCTIONS * state.seat
        if board.where[token] != OUT and not (board.fixed | board.asleep | state.acted) >> token & 1:
            found.append(board.where[token])
    return found


def list_support(state: State) -> list[Action]:
    """What Lock and Hide can be put in play on, without `end`."""
    scope = Scope(state.board, state.seat, 0, state.terms.version)
    found: list[Action] = []
    for cell in _supporters(state):
        is_lock = state.board.units[cell] == LO + FUNCTIONS * state.seat
        found += list_lock(scope, cell) if is_lock else list_hide(scope, cell)
    return found


def support(state: State, action: Action) -> State:
    verb, cell, _ = action
    if verb not in ("lock", "hide"):
        raise IllegalAction("not-yet", say("Before the battle only Lock and Hide can be put in play."))
    board = state.board
    function = LO if verb == "lock" else HI
    token = function + FUNCTIONS * state.seat
    if board.units[cell] != token:
        text = say("Your {unit} does not stand on {grid}.", unit=tokens.NAMES[function], grid=NAMES[cell])
        raise IllegalAction("no-function", text)
    if state.acted >> token & 1:
        raise IllegalAction("acted", say("Your {unit} has been put in play once.", unit=tokens.NAMES[function]))
    if (board.fixed | board.asleep) >> token & 1:
        raise IllegalAction("not-active", say("The unit on {grid} is not Active.", grid=NAMES[cell]))
    (check_lock if verb == "lock" else check_hide)(Scope(board, state.seat, 0, state.terms.version), action)
    draft = Draft(board)
    hold(draft, cell, action.items, token, 0)
    return state._replace(board=draft.finish(), acted=state.acted | 1 << token, last=Last(state.seat, action))


def list_opening(state: State) -> list[Action] | None:
    """All actions of the seat to act before the battle; None for a team."""
    if state.phase == TEAM:
        return None
    if state.phase == SUPPORT:
        return [*list_support(state), END]
    return list_placings(state, "tile" if state.phase == MAP else "unit")
