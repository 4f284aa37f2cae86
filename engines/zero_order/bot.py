"""The greedy bot: looks ahead to the end of its turn, one function deep, and values units, holds and approach.

It uses only the view of its seat; everything it needs to look ahead is open.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.zero_order import actions, rules, state as states
from engines.zero_order.actions import END, Action
from engines.zero_order.board import NEUTRAL, NONE, Board, Hold
from engines.zero_order.grid import CELL_OF, CELLS, CENTRE, OUT, TWICE_HEIGHT, UNIT_ORDER
from engines.zero_order.heuristics import UNIT, approach_cost, material, threats
from engines.zero_order.move_generation import list_play
from engines.zero_order.state import ACT, BUILD, COMBO, DEPLOY, MAP, MOVE, NO_TOKEN, OVER, LastAction, State
from engines.zero_order.tokens import CODES, ER, FUNCTION_OF, FUNCTIONS, GL, bits, codes, valid_teams

_EVENTFUL = frozenset(("import", "export", "freeze", "file", "group", "lock", "hide"))
_LIKED = {"DE": 9, "PU": 5, "TO": 5, "TW": 5, "SP": 5, "MI": 3, "SW": 3, "EX": 3, "GR": 2, "FI": 2, "FR": 2, "CO": 2}
_FUNCTION_WORTH = tuple(_LIKED.get(code, 0) for code in CODES)
_WIN = 1e6
_HELD = 6.0  # For an opponent's unit that is held.
_HUNT = 3.0  # For each grid that Delete is nearer to its prey.
_NEAR = 0.5  # and any other unit
_DANGER = 12.0  # For a unit that an Active Delete can reach.
_FAR = 14
_VIAS = ("own", "copied", "stacked", "copied-beneath")


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return a good action for the seat, in notation; `legal` is None for a team."""
    if legal is None:
        valid = valid_teams(view["options"]["start"], view["options"]["levels"])
        sampled = rng.sample(valid, min(40, len(valid)))
        best = max(sampled, key=lambda team: sum(_FUNCTION_WORTH[function] for function in bits(team)))
        return f"team {' '.join(codes(best))}"
    phase = view["phase"]
    if phase in ("map", "deploy"):
        return max(legal, key=lambda text: _score_placement(view, text) + 2.0 * rng.random())
    if phase == "support" or len(legal) == 1:
        return "end" if "end" in legal else legal[0]
    state = parse_view(view)
    return max((_score_action(state, seat, actions.decode(text)) + rng.random(), text) for text in legal)[1]


def _score_placement(view: Mapping[str, Any], text: str) -> float:
    """Score a placement: tiles and units near the middle, so that they can cross; Glitch and Error stay back."""
    _, code, name = text.split()
    cell = CELL_OF[name]
    away = abs(TWICE_HEIGHT[cell] - TWICE_HEIGHT[CENTRE]) / 2 + 0.5 * abs(ord(name[0]) - ord("C"))
    return away if view["phase"] == "deploy" and code in ("GL", "ER") else -away


def parse_view(view: Mapping[str, Any]) -> State:
    """Return the position of a view of a seat or a spectator."""
    acting, phase, outcome, last = view["to_act"], view["phase"], view["outcome"], view["last"]
    seat = acting[0] if acting else 0
    white, grey = (None if team is None else _parse_functions(team) for team in view["teams"])
    board = _parse_board(view)
    return states.new(states.to_terms(view["options"]), phase)._replace(
        board=board,
        seat=seat,
        slot=_parse_slot(view),
        teams=(white, grey),
        spare=_parse_functions(view["hands"][0]) | _parse_functions(view["hands"][1]) << FUNCTIONS,
        mover=NO_TOKEN if view["mover"] is None else _parse_token(view["units"][view["mover"]]),
        acted=_parse_tokens(view, view["acted"]),
        landed=sum(1 << CELL_OF[name] for name in view["landed"]),
        fallen=_parse_functions(view["fallen"]) << FUNCTIONS * (1 - seat),
        eventful=phase == BUILD or (phase == COMBO and (bool(view["fallen"]) or last["do"].split()[0] in _EVENTFUL)),
        turn=view["turn"],
        quiet=view["quiet"],
        history=states.digest(board, seat) if phase == MOVE else "",
        last=None if last is None else _parse_last(last),
        outcome=outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"]),
    )


def _parse_functions(function_codes: Iterable[str]) -> int:
    return sum(1 << FUNCTION_OF[code] for code in function_codes)


def _parse_token(pair: Any) -> int:
    seat, code = pair
    return NEUTRAL if seat is None else FUNCTION_OF[code] + FUNCTIONS * seat


def _parse_tokens(view: Mapping[str, Any], names: Iterable[str]) -> int:
    return sum(1 << _parse_token(view["units"][name]) for name in names)


def _parse_slot(view: Mapping[str, Any]) -> int:
    """Return how many turns of the placing order are over; a side with nothing in hand has taken all of its own."""
    if view["phase"] == MAP:
        return len(view["tiles"]) - 1
    if view["phase"] != DEPLOY:
        return 0
    placed = [sum(owner == seat for owner, _ in view["units"].values()) for seat in (0, 1)]
    for slot, seat in enumerate(UNIT_ORDER):
        if placed[seat]:
            placed[seat] -= 1
        elif view["hands"][seat]:
            return slot
    return len(UNIT_ORDER)


def _parse_last(data: Mapping[str, Any]) -> LastAction:
    moves = tuple((CELL_OF.get(src, OUT), CELL_OF.get(dst, OUT)) for src, dst in data["moves"])
    removed = sum(1 << FUNCTION_OF[code] + FUNCTIONS * owner for owner, code in data["gone"])
    return LastAction(data["by"], actions.decode(data["do"]), moves, removed)


def _parse_board(view: Mapping[str, Any]) -> Board:
    tiles, units = bytearray([NONE]) * CELLS, bytearray([NONE]) * CELLS
    for name, entry in view["tiles"].items():
        tiles[CELL_OF[name]] = _parse_token(entry)
    for name, entry in view["units"].items():
        units[CELL_OF[name]] = _parse_token(entry)
    white, grey = (_parse_functions(stacked) for stacked in view["stacks"])
    holds = []
    for entry in view["holds"]:
        holder = _parse_token(view["units"][entry["by"]])
        source = FUNCTION_OF[entry["source"]] + FUNCTIONS * (holder // FUNCTIONS)
        holds.append(Hold(holder, source, _VIAS.index(entry["via"]), _parse_tokens(view, entry["held"])))
    return states.make_board(bytes(tiles), bytes(units), white | grey << FUNCTIONS, tuple(sorted(holds)))


def _score_action(state: State, seat: int, action: Action) -> float:
    """Return the best value of the turn after the action, at most one function deeper."""
    after = rules.apply_player_action(state, seat, action)
    if after.phase == OVER or after.seat != seat or after.phase == BUILD:
        return _evaluate(after, seat)
    if state.phase != MOVE or after.phase != ACT:
        return _evaluate(after, seat) - (0.01 if action == END else 0.0)
    return max(_evaluate(rules.apply_player_action(after, seat, follow), seat) for follow in list_play(after))


def _evaluate(state: State, seat: int) -> float:
    if state.outcome is not None:
        ranks = state.outcome.ranks
        return 0.0 if ranks[0] == ranks[1] else _WIN if ranks[seat] == 1 else -_WIN
    board = state.board
    worth = material(board, seat, _HELD) - material(board, 1 - seat, _HELD)
    return worth - approach_cost(board, seat, near=_NEAR, hunt=_HUNT, far=_FAR) - _danger(board, seat)


def _danger(board: Board, seat: int) -> float:
    """Return the value of units that an Active Delete of the opponent can reach in one step."""
    near, reach = threats(board, seat)
    threatened, error = board.sides[seat] & reach, ER + FUNCTIONS * seat
    cost = _DANGER * threatened.bit_count()
    if threatened >> board.where[GL + FUNCTIONS * seat] & 1:
        cost += 5 * UNIT
    if near >> board.where[error] & 1 and not board.immunized >> error & 1:
        cost += 50 * UNIT
    return cost
