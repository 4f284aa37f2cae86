"""The greedy bot: looks to the end of its own turn, one function far, and counts units, holds and the way to the enemy.

It sees the view of its seat alone; all that it needs to look ahead is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from engines.zero_order import actions, rules
from engines.zero_order import state as states
from engines.zero_order.actions import END, Action
from engines.zero_order.board import NEUTRAL, NONE, Board, Hold, cells_of
from engines.zero_order.grid import CELL_OF, CELLS, CENTRE, NEAR, OUT, TWICE_HEIGHT
from engines.zero_order.heuristics import way
from engines.zero_order.move_generation import list_play
from engines.zero_order.state import ACT, BUILD, MOVE, NOBODY, OVER, State
from engines.zero_order.tokens import CODES, DE, ER, FUNCTION_OF, FUNCTIONS, GL, bits, codes, teams

_LIKED = {"DE": 9, "PU": 5, "TO": 5, "TW": 5, "SP": 5, "MI": 3, "SW": 3, "EX": 3, "GR": 2, "FI": 2, "FR": 2, "CO": 2}
_TASTE = tuple(_LIKED.get(code, 0) for code in CODES)
_WIN = 1e6
_UNIT = 100.0
_HELD = 6.0  # for an opponent unit that is held
_HUNT = 3.0  # for each grid that Delete is nearer to its prey
_NEAR = 0.5  # and any other unit
_DANGER = 12.0  # for a unit that an Active Delete may reach
_FAR = 14
_VIAS = ("own", "copied", "stacked", "copied-beneath")


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """A good action for the seat, in notation; `legal` is None for a team."""
    if legal is None:
        return _team(view["options"], rng)
    phase = view["phase"]
    if phase in ("map", "deploy"):
        return max(legal, key=lambda text: _front(view, text) + 2.0 * rng.random())
    if phase == "support" or len(legal) == 1:
        return "end" if "end" in legal else legal[0]
    state = look(view, seat)
    found = [(_worth(state, seat, actions.decode(text)) + rng.random(), text) for text in legal]
    return max(found)[1]


def _team(options: Mapping[str, Any], rng: Random) -> str:
    valid = teams(options["start"], options["levels"])
    few = rng.sample(valid, min(40, len(valid)))
    best = max(few, key=lambda team: sum(_TASTE[function] for function in bits(team)))
    return f"team {' '.join(codes(best))}"


def _front(view: Mapping[str, Any], text: str) -> float:
    """Tiles and units stand near the middle of the board, so that they can cross; Glitch and Error stay back."""
    _, code, name = text.split()
    cell = CELL_OF[name]
    away = abs(TWICE_HEIGHT[cell] - TWICE_HEIGHT[CENTRE]) / 2 + 0.5 * abs(ord(name[0]) - ord("C"))
    if view["phase"] == "deploy" and code in ("GL", "ER"):
        return away
    return -away


def look(view: Mapping[str, Any], seat: int) -> State:
    """The position that a view shows, as far as a look ahead needs it."""
    options = view["options"]
    start = states.new(states.terms(options), view["phase"])
    teams_seen = view["teams"]
    return start._replace(
        board=_board(view),
        seat=seat,
        teams=(_functions(teams_seen[0] or ()), _functions(teams_seen[1] or ())),
        mover=NOBODY if view["mover"] is None else _token(view["units"][view["mover"]]),
        acted=_tokens(view, view["acted"]),
        landed=sum(1 << CELL_OF[name] for name in view["landed"]),
        fallen=_functions(view["fallen"]) << FUNCTIONS * (1 - seat),
        turn=view["turn"],
        quiet=view["quiet"],
    )


def _functions(seen: Iterable[str]) -> int:
    return sum(1 << FUNCTION_OF[code] for code in seen)


def _token(seen: Any) -> int:
    seat, code = seen
    return NEUTRAL if seat is None else FUNCTION_OF[code] + FUNCTIONS * seat


def _tokens(view: Mapping[str, Any], names: Iterable[str]) -> int:
    return sum(1 << _token(view["units"][name]) for name in names)


def _board(view: Mapping[str, Any]) -> Board:
    tiles, units = bytearray([NONE]) * CELLS, bytearray([NONE]) * CELLS
    for name, seen in view["tiles"].items():
        tiles[CELL_OF[name]] = _token(seen)
    for name, seen in view["units"].items():
        units[CELL_OF[name]] = _token(seen)
    white, grey = (_functions(stacked) for stacked in view["stacks"])
    holds = tuple(sorted(_hold(view, hold) for hold in view["holds"]))
    return states.board(bytes(tiles), bytes(units), white | grey << FUNCTIONS, holds)


def _hold(view: Mapping[str, Any], seen: Mapping[str, Any]) -> Hold:
    holder = _token(view["units"][seen["by"]])
    source = FUNCTION_OF[seen["source"]] + FUNCTIONS * (holder // FUNCTIONS)
    return Hold(holder, source, _VIAS.index(seen["via"]), _tokens(view, seen["held"]))


def _worth(state: State, seat: int, action: Action) -> float:
    """The best that the turn can come to after the action, as far as one function more."""
    after = rules.by_player(state, seat, action)
    if after.phase == OVER or after.seat != seat or after.phase == BUILD:
        return _value(after, seat)
    if state.phase != MOVE or after.phase != ACT:
        return _value(after, seat) - (0.01 if action == END else 0.0)
    return max(_value(rules.by_player(after, seat, follow), seat) for follow in list_play(after))


def _value(state: State, seat: int) -> float:
    if state.outcome is not None:
        ranks = state.outcome.ranks
        return 0.0 if ranks[0] == ranks[1] else _WIN if ranks[seat] == 1 else -_WIN
    board = state.board
    own, enemy = board.sides[seat], board.sides[1 - seat]
    idle = cells_of(board, board.fixed | board.asleep)
    worth = _UNIT * (_count(state, seat) - _count(state, 1 - seat))
    worth += _HELD * ((enemy & idle).bit_count() - (own & idle).bit_count())
    return worth - way(board, seat, near=_NEAR, hunt=_HUNT, far=_FAR) - _danger(board, seat)


def _count(state: State, seat: int) -> int:
    beneath = state.board.beneath >> FUNCTIONS * seat & (1 << FUNCTIONS) - 1
    return state.board.sides[seat].bit_count() + beneath.bit_count()


def _danger(board: Board, seat: int) -> float:
    """What an Active Delete of the opponent may reach by a step."""
    delete = DE + FUNCTIONS * (1 - seat)
    at = board.where[delete]
    if at == OUT or (board.fixed | board.asleep) >> delete & 1:
        return 0.0
    reach = NEAR[at]
    for cell in bits(NEAR[at] & board.tiled & ~board.sides[0] & ~board.sides[1]):
        reach |= NEAR[cell]
    threatened = board.sides[seat] & reach
    glitch = board.where[GL + FUNCTIONS * seat]
    error = board.where[ER + FUNCTIONS * seat]
    cost = _DANGER * threatened.bit_count()
    if threatened >> glitch & 1:
        cost += 5 * _UNIT
    if error != OUT and NEAR[at] >> error & 1 and not board.immune >> (ER + FUNCTIONS * seat) & 1:
        cost += 50 * _UNIT
    return cost
