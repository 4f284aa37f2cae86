"""The greedy bot: tries every move on the visible board, and the best answers to the most promising ones."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engines.common import is_printed
from engines.order_and_chaos import rules, state as states
from engines.order_and_chaos.actions import MOVE_OF, Move
from engines.order_and_chaos.board import BATTLE, KINDS, NAMES, TERRITORIES
from engines.order_and_chaos.heuristics import material_balance
from engines.order_and_chaos.occupancy import CODE_OF, GRAVE_CODE, LETTERS, build_occupancy
from engines.order_and_chaos.state import State

_WIN = 1000.0
_OCCUPATION = 30.0  # For a chessman that counts.
_DEAD = 8.0
_AT_ONCE = 0.3  # The weight of the position before the answer, relative to the one after it.
_RESTLESS = 60.0  # For each earlier occurrence of the position.
_STALE = 4.0  # For each earlier occurrence of the position after a move.
_LOOKED_AT = 8  # Moves whose answers are tried.


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return a good action for the seat, in notation."""
    assert legal is not None, "everything in this game can be listed"
    if len(legal) == 1:
        return legal[0]
    state = parse_view(view)
    tried = [(rules.apply_move(state, seat, MOVE_OF[text]), text) for text in legal]
    whim = 1.0 + _RESTLESS * max(0, view["stood"] - 1)
    repeats = view["repeats"]
    worth = {text: score(after, seat) + whim * rng.random() - _STALE * repeats.get(text, 0) for after, text in tried}
    tried.sort(key=lambda item: -worth[item[1]])
    return max(tried[:_LOOKED_AT], key=lambda item: _reply_score(item[0], seat) + _AT_ONCE * worth[item[1]])[1]


def _reply_score(after: State, seat: int) -> float:
    """Return the value of the position after the other side's best answer."""
    if after.outcome is not None:
        return score(after, seat)
    replies = [reply for reply in rules.legal_actions(after, 1 - seat) if isinstance(reply, Move)]
    return min((score(rules.apply_move(after, 1 - seat, reply), seat) for reply in replies), default=score(after, seat))


def parse_view(view: Mapping[str, Any]) -> State:
    """Return the position of a view, with those earlier ones that the view counts: this one, and those after a move."""
    codes, fresh = [], 0
    for area, name in enumerate(NAMES):
        shown = view["areas"][name]
        men = [0] * 4
        for seat, letter, moved in shown["men"]:
            men[2 * seat + LETTERS.index(letter)] += 1
            fresh |= (not moved) << area
        occupancy = build_occupancy(tuple(men), None)
        codes.append(CODE_OF[occupancy._replace(dominator=shown["dominator"]) if KINDS[area] == BATTLE else occupancy])
    graves = [GRAVE_CODE["".join(grave)] for grave in view["graves"]]
    place = bytes([*codes, states.encode_mark(view["seat"], view["owners"][TERRITORIES[0].key]), *graves])
    fields = {"turn": view["turn"], "quiet": view["quiet"]}
    if (held := view["held"]) is not None:
        fields["held"] = tuple(held)
    is_older = view["options"]["classroom"] and held is None
    version = 2 if view["barred"] is None else 3 if is_older else states.VERSION
    if is_printed(view["options"]):
        version = states.VERSION
    state = states.build_state(view["options"], place, fresh, version, history=place * view["stood"], **fields)
    earlier = [(rules.place_after(state, view["seat"], MOVE_OF[text]), times) for text, times in view["repeats"].items()]
    history = b"".join(after * times for after, times in earlier if after is not None) + state.history
    return states.build_state(view["options"], place, fresh, version, history=history, **fields)


def score(state: State, seat: int) -> float:
    """Return the value of a position for a seat."""
    if state.outcome is not None:
        order, chaos = state.outcome.ranks
        return 0.0 if order == chaos else _WIN if state.outcome.ranks[seat] == 1 else -_WIN
    (order, chaos), graves = state.occupied, state.graves
    lead = material_balance(state) + _OCCUPATION * (order - chaos) - _DEAD * (len(graves[0]) - len(graves[1]))
    return -lead if seat else lead
